// Limits how much the service takes on at once. Large requests may take only half of each resource, so that small ones
// always find room.
import { type Limits, refusals } from './limits.js';
import type { Stop } from './stop.js';

/** A request is large above this many bytes, or above this cost in words. */
const LARGE_BODY = 1 << 14;
const LARGE_COST = 4000;

/** Bytes of all bodies received, waiting or in progress; more if that is needed to hold four of the largest. */
const HELD = 1 << 26;
/** Bytes of the bodies in progress, with the same exception: what they are turned into takes more memory. */
const WORKED_ON = 1 << 23;
/** Requests in progress: each has a batch under way. */
const AT_ONCE = 64;

/** A resource of which large requests may take half. */
class Share {
  readonly #limit: number;
  #taken = 0;
  #large = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  has(amount: number, isLarge: boolean): boolean {
    return this.#taken + amount <= this.#limit && (!isLarge || this.#large + amount <= this.#limit / 2);
  }

  /** A negative amount is a release. */
  take(amount: number, isLarge: boolean): void {
    this.#taken += amount;
    if (isLarge) this.#large += amount;
  }
}

export class Room {
  readonly #held: Share;
  readonly #workedOn: Share;
  readonly #atOnce = new Share(AT_ONCE);
  readonly #queue: Share;
  /** Visits waiting for their turn, in order of arrival. */
  #waiting: Visit[] = [];

  constructor({ body, queue }: Pick<Limits, 'body' | 'queue'>) {
    this.#held = new Share(Math.max(HELD, 4 * body));
    this.#workedOn = new Share(Math.max(WORKED_ON, 4 * body));
    this.#queue = new Share(queue);
  }

  /** Requests in progress or waiting. */
  get inFlight(): number {
    return this.#queue.taken;
  }

  /** Refuses a request before it is read if the queue is full. */
  check(): void {
    if (!this.#queue.has(1, false)) throw refusals.full();
  }

  /** Opens the visit of one request. */
  open(): Visit {
    return new Visit({
      held: this.#held,
      queue: this.#queue,
      wait: (visit) => {
        this.#waiting.push(visit);
        this.#next();
      },
      leave: (visit) => {
        this.#waiting = this.#waiting.filter((other) => other !== visit);
        if (visit.isWorkedOn) this.#count(visit, -1);
        this.#next();
      },
    });
  }

  /** Lets in every visit that fits; one that does not fit does not block smaller ones behind it. */
  #next(): void {
    this.#waiting = this.#waiting.filter((visit) => {
      const { bytes, isLarge } = visit;
      if (!this.#workedOn.has(bytes, isLarge) || !this.#atOnce.has(1, isLarge)) return true;
      this.#count(visit, 1);
      visit.letIn();
      return false;
    });
  }

  #count({ bytes, isLarge }: Visit, sign: 1 | -1): void {
    this.#workedOn.take(sign * bytes, isLarge);
    this.#atOnce.take(sign, isLarge);
  }
}

/** What a visit needs from the room. */
interface Doors {
  readonly held: Share;
  readonly queue: Share;
  wait(visit: Visit): void;
  leave(visit: Visit): void;
}

/** The visit of one request: what it holds, and whether it is its turn. */
export class Visit {
  readonly #doors: Doors;
  #bytes = 0;
  #isLarge = false;
  #isInQueue = false;
  #letIn: (() => void) | undefined;
  isWorkedOn = false;

  constructor(doors: Doors) {
    this.#doors = doors;
  }

  /** Bytes of its body received so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Reserves more bytes for its body; refuses if there is no room. */
  hold(more: number): void {
    const { held } = this.#doors;
    const bytes = this.#bytes + more;
    const isLarge = bytes > LARGE_BODY;
    held.take(-this.#bytes, this.#isLarge);
    const hasRoom = held.has(bytes, isLarge);
    if (hasRoom) [this.#bytes, this.#isLarge] = [bytes, isLarge];
    held.take(this.#bytes, this.#isLarge);
    if (!hasRoom) throw refusals.full();
  }

  /** Waits for its turn, unless that is now; refuses if too many wait. */
  turn(stop: Stop): Promise<void> | undefined {
    const { queue } = this.#doors;
    stop.check();
    if (!queue.has(1, this.#isLarge)) throw refusals.full();
    queue.take(1, this.#isLarge);
    this.#isInQueue = true;
    this.#doors.wait(this);
    if (this.isWorkedOn) return undefined;
    return new Promise<void>((resolve, reject) => {
      stop.on(reject);
      this.#letIn = () => {
        stop.off(reject);
        resolve();
      };
    });
  }

  /** Called when the cost is known: a costly request has to wait again, among the large ones. */
  costs(words: number, stop: Stop): Promise<void> | undefined {
    if (this.#isLarge || words <= LARGE_COST) return undefined;
    const bytes = this.#bytes;
    this.leave();
    this.#isLarge = true;
    this.#bytes = bytes;
    this.#doors.held.take(bytes, true);
    return this.turn(stop);
  }

  /** Called by the room when its turn has come. */
  letIn(): void {
    this.isWorkedOn = true;
    this.#letIn?.();
  }

  /** Releases everything that it holds, when its answer is sent or its client is gone. */
  leave(): void {
    const { held, queue } = this.#doors;
    this.#doors.leave(this);
    this.isWorkedOn = false;
    if (this.#isInQueue) queue.take(-1, this.#isLarge);
    this.#isInQueue = false;
    held.take(-this.#bytes, this.#isLarge);
    this.#bytes = 0;
  }
}
