// How much the service takes on at once. Large requests may take half of everything, so that small ones find room however
// many large ones come.
import { type Limits, refusals } from './limits.js';

/** Bytes of a body, or words that it costs, above which a request is large. */
const LARGE_BODY = 1 << 14;
const LARGE_COST = 4000;

/** Bytes of all bodies that are being received, wait or are worked on: at least so many, and some of the largest. */
const HELD = 1 << 26;
/** Bytes of the bodies of requests that are worked on: what they become takes more room than they do. */
const WORKED_ON = 1 << 23;
/** Requests that are worked on: each has a batch on its way. */
const AT_ONCE = 64;

/** An amount of which large requests may take half. */
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

  /** A negative amount gives back. */
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
  /** Those who wait for their turn, in the order in which they came. */
  #waiting: Visit[] = [];

  constructor({ body, queue }: Pick<Limits, 'body' | 'queue'>) {
    this.#held = new Share(Math.max(HELD, 4 * body));
    this.#workedOn = new Share(Math.max(WORKED_ON, 4 * body));
    this.#queue = new Share(queue);
  }

  /** Requests that are worked on or wait for it. */
  get inFlight(): number {
    return this.#queue.taken;
  }

  /** Refuses a request that there is no room for, before it is read. */
  check(): void {
    if (!this.#queue.has(1, false)) throw refusals.full();
  }

  /** The visit of one request. */
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

  /** Whoever fits is let in; one that does not fit does not hold up those behind it that are smaller. */
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

/** What a visit needs of the room. */
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

  /** Bytes of its body, as far as it has come. */
  get bytes(): number {
    return this.#bytes;
  }

  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Holds more bytes of its body, or refuses them. */
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

  /** Waits for its turn to be worked on; refuses if too many wait. */
  async turn(signal: AbortSignal): Promise<void> {
    const { queue } = this.#doors;
    signal.throwIfAborted();
    if (!queue.has(1, this.#isLarge)) throw refusals.full();
    queue.take(1, this.#isLarge);
    this.#isInQueue = true;
    let stop = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop);
        this.#letIn = resolve;
        this.#doors.wait(this);
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Now that it is known what it costs, it may have to wait among the large ones. */
  async costs(words: number, signal: AbortSignal): Promise<void> {
    if (this.#isLarge || words <= LARGE_COST) return;
    const bytes = this.#bytes;
    this.leave();
    this.#isLarge = true;
    this.#bytes = bytes;
    this.#doors.held.take(bytes, true);
    await this.turn(signal);
  }

  /** For the room: its turn has come. */
  letIn(): void {
    this.isWorkedOn = true;
    this.#letIn?.();
  }

  /** Gives back all that it has, when its answer is sent or nobody waits for it. */
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
