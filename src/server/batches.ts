// Batches across requests: the sentences of many small requests are parsed together, and a large one takes turns with them.
import { setImmediate } from 'node:timers/promises';
import type { Annotation, Job, PlainSentence } from '../pipeline/annotator.js';
import type { ParseOptions } from '../pipeline/options.js';

/** Words of a batch, as in the pipeline. */
const BATCH_WORDS = 1000;

/** Batches a thread that are under way at most: one that it works on, one that is ready. */
const AHEAD = 2;

/** A sentence in the queue, and what becomes of it. */
interface Waiting {
  readonly sentence: PlainSentence;
  done(annotation: Annotation): void;
  /** Its whole job fails; one that has an end already keeps it. */
  fail(error: unknown): void;
}

/** The sentences of one request that wait. */
interface Lane {
  /** Requests of one kind want the same and share batches. */
  readonly kind: string;
  readonly options: ParseOptions | undefined;
  readonly waiting: Waiting[];
  /** The ways to give up its jobs, those included that a thread has in its hands. */
  readonly fails: Waiting['fail'][];
}

export class Batches {
  #work: (job: Job) => Promise<Annotation[]>;
  #threads: number;
  /** Those with sentences that wait; the first one's turn is next. */
  #lanes: Lane[] = [];
  #running = 0;
  #isPlanned = false;

  /** What does a batch, and how many of them at once. */
  constructor(work: (job: Job) => Promise<Annotation[]>, threads: number) {
    this.#work = work;
    this.#threads = threads;
  }

  /** Requests of which some sentence waits. */
  get waiting(): number {
    return this.#lanes.length;
  }

  /** Does the jobs of one request, and gives what came out in their order, until the signal says to stop. */
  async *annotate(jobs: AsyncIterable<Job>, signal: AbortSignal): AsyncGenerator<Annotation[]> {
    const underWay: Promise<Annotation[]>[] = [];
    const lanes: Lane[] = [];
    const stop = () => {
      this.#lanes = this.#lanes.filter((lane) => !lanes.includes(lane));
      for (const { waiting, fails } of lanes) {
        waiting.length = 0;
        for (const fail of fails) fail(signal.reason);
      }
    };
    signal.addEventListener('abort', stop);
    try {
      for await (const job of jobs) {
        signal.throwIfAborted();
        const lane = laneOf(lanes, job.options);
        const annotations = this.#add(lane, job);
        // It is awaited in its turn; until then a failure must not count as unhandled.
        annotations.catch(() => {});
        underWay.push(annotations);
        if (underWay.length > AHEAD * this.#threads) yield await (underWay.shift() ?? []);
        // To read the next job takes this thread's time, which others want as well.
        else await setImmediate();
      }
      for (const annotations of underWay) {
        signal.throwIfAborted();
        yield await annotations;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  #add(lane: Lane, { sentences }: Job): Promise<Annotation[]> {
    return new Promise((resolve, reject) => {
      const annotations = new Array<Annotation>(sentences.length);
      let missing = sentences.length;
      if (missing === 0) resolve(annotations);
      lane.fails.push(reject);
      for (const [at, sentence] of sentences.entries()) {
        const done = (annotation: Annotation) => {
          annotations[at] = annotation;
          if (--missing === 0) resolve(annotations);
        };
        lane.waiting.push({ sentence, done, fail: reject });
      }
      if (lane.waiting.length > 0 && !this.#lanes.includes(lane)) this.#lanes.push(lane);
      this.#plan();
    });
  }

  /** Later in this turn of the event loop, when all who come in it have said what they want. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    void setImmediate().then(() => {
      this.#isPlanned = false;
      this.#start();
    });
  }

  /** A batch for each thread that has none, however small; and full ones for them to go on with. */
  #start(): void {
    while (this.#lanes.length > 0 && this.#running < AHEAD * this.#threads) {
      const [{ kind, options }] = this.#lanes;
      const alike = this.#lanes.filter((lane) => lane.kind === kind);
      if (this.#running >= this.#threads && !areEnough(alike)) return;
      const others = this.#lanes.filter((lane) => lane.kind !== kind);
      const batch = take(alike);
      this.#lanes = [...others, ...alike];
      void this.#run(batch, options);
    }
  }

  async #run(batch: readonly Waiting[], options: ParseOptions | undefined): Promise<void> {
    this.#running++;
    try {
      const annotations = await this.#work({ sentences: batch.map(({ sentence }) => sentence), options });
      for (const [at, one] of batch.entries()) one.done(annotations[at]);
    } catch (error) {
      for (const one of batch) one.fail(error);
    } finally {
      this.#running--;
      this.#plan();
    }
  }
}

function laneOf(lanes: Lane[], options: ParseOptions | undefined): Lane {
  const kind = JSON.stringify(options) ?? '';
  const known = lanes.find((lane) => lane.kind === kind);
  if (known) return known;
  const lane: Lane = { kind, options, waiting: [], fails: [] };
  lanes.push(lane);
  return lane;
}

/** An empty sentence has its row in a batch too. */
function sizeOf({ sentence }: Waiting): number {
  return sentence.forms.length + 1;
}

function areEnough(lanes: readonly Lane[]): boolean {
  let words = 0;
  for (const { waiting } of lanes) {
    for (const one of waiting) {
      words += sizeOf(one);
      if (words >= BATCH_WORDS) return true;
    }
  }
  return false;
}

/** A batch of one sentence a lane and turn; what is left are the lanes that have more, the next one first. */
function take(lanes: Lane[]): Waiting[] {
  const batch: Waiting[] = [];
  let words = 0;
  while (words < BATCH_WORDS) {
    const lane = lanes.shift();
    const one = lane?.waiting.shift();
    if (!lane || !one) break;
    batch.push(one);
    words += sizeOf(one);
    if (lane.waiting.length > 0) lanes.push(lane);
  }
  return batch;
}
