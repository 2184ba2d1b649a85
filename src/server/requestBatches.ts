// Batches across requests: parses the sentences of many small requests together, and keeps requests with many or long
// sentences from blocking others. Lanes are served by weighted fair queueing: the next sentence is the one that would
// finish first if all lanes were served evenly. Short sentences thus overtake long ones, but none starves, because this
// virtual time advances with the work done.
import { setImmediate } from 'node:timers/promises';
import { AHEAD } from '../library/crew.js';
import type { Annotation, Job, PlainSentence } from '../pipeline/annotator.js';
import { BATCH_WORDS, BATCH_WORK } from '../pipeline/pipeline.js';
import { type DecodingGrowth, workOf } from '../pipeline/work.js';
import type { Stop } from './stop.js';
import { turns } from './turns.js';

/** A sentence in the queue, with its callbacks. */
interface Waiting {
  readonly lane: Lane;
  readonly sentence: PlainSentence;
  readonly work: number;
  done(annotation: Annotation): void;
  /** Fails the whole job, unless it has already ended. */
  fail(error: unknown): void;
}

/** The waiting sentences of one request. */
interface Lane extends Pick<Job, 'options' | 'group'> {
  /** Lanes of the same kind have the same options and models, and share batches. */
  readonly kind: string;
  readonly waiting: Waiting[];
  /** Callbacks that fail its jobs, including those that a thread is working on. */
  readonly fails: Waiting['fail'][];
  /** The virtual time at which the last of its started sentences would finish. */
  served: number;
}

/** The threads that do the batches. */
export interface BatchWorkers {
  give(job: Job): Promise<Annotation[]>;
  /** The number of threads without a batch. */
  readonly idle: number;
}

/** Words of a batch for a thread that is busy: fewer are not worth a message of their own. */
const LEAST_AHEAD = 100;

export class Batches {
  #workers: BatchWorkers;
  #threads: number;
  #growths: readonly DecodingGrowth[];
  /** Lanes with waiting sentences. */
  #lanes = new Set<Lane>();
  /** The virtual time: the work that each lane would have received if all were served evenly. */
  #now = 0;
  #running = 0;
  /** The words of the running batches. */
  #runningWords = 0;
  /** How many of the running batches are a single long sentence. */
  #long = 0;
  /** Jobs of all requests that are started and not yet fetched. */
  #underWay = 0;
  #isPlanned = false;

  /** `growths` says how the time of each group of models grows. */
  constructor(workers: BatchWorkers, threads: number, growths: readonly DecodingGrowth[]) {
    this.#workers = workers;
    this.#threads = threads;
    this.#growths = growths;
  }

  /** Requests with waiting sentences. */
  get waiting(): number {
    return this.#lanes.size;
  }

  /**
   * Does the jobs of one request and yields their results in order, until it has to stop. A request may always have
   * one job under way, and more only while few are under way in total: this bounds what a slow reader holds.
   */
  async *annotate(jobs: AsyncIterable<Job>, stop: Stop): AsyncGenerator<Annotation[]> {
    const underWay: Promise<Annotation[]>[] = [];
    const lanes: Lane[] = [];
    const onStop = (reason: Error) => this.#stop(lanes, reason);
    const fetch = () => {
      this.#underWay--;
      return underWay.shift() ?? [];
    };
    stop.on(onStop);
    try {
      for await (const job of jobs) {
        stop.check();
        const annotations = this.#add(laneOf(lanes, job), job);
        // It is awaited later; until then a failure must not count as unhandled.
        annotations.catch(() => {});
        underWay.push(annotations);
        this.#underWay++;
        while (underWay.length > 0 && this.#underWay > AHEAD * this.#threads) yield await fetch();
        // Reading the next job takes time too. A job that is not full is the last one.
        if (this.#isFull(job)) await turns.next();
      }
      while (underWay.length > 0) {
        stop.check();
        yield await fetch();
      }
    } finally {
      stop.off(onStop);
      this.#underWay -= underWay.length;
      this.#stop(lanes);
    }
  }

  /** Does the only job of a request, unless it has to stop. */
  async give(job: Job, stop: Stop): Promise<Annotation[]> {
    stop.check();
    const lane = laneOf([], job);
    const onStop = (reason: Error) => this.#stop([lane], reason);
    stop.on(onStop);
    this.#underWay++;
    try {
      return await this.#add(lane, job);
    } finally {
      this.#underWay--;
      stop.off(onStop);
    }
  }

  /** There is no reason if nobody waits for the results. */
  #stop(lanes: readonly Lane[], reason?: Error): void {
    for (const lane of lanes) {
      const { waiting, fails } = lane;
      this.#lanes.delete(lane);
      waiting.length = 0;
      for (const fail of fails.splice(0)) fail(reason);
    }
  }

  #isFull({ sentences, options = {}, group = 0 }: Job): boolean {
    let [words, work] = [0, 0];
    for (const { forms } of sentences) {
      words += forms.length + 1;
      work += workOf(forms.length, options, this.#growths[group]);
    }
    return words >= BATCH_WORDS || work >= BATCH_WORK;
  }

  #add(lane: Lane, { sentences, options = {}, group = 0 }: Job): Promise<Annotation[]> {
    return new Promise((resolve, reject) => {
      const annotations = new Array<Annotation>(sentences.length);
      let missing = sentences.length;
      if (missing === 0) resolve(annotations);
      const fail = (error: unknown) => {
        forget();
        reject(error);
      };
      const forget = () => {
        const at = lane.fails.indexOf(fail);
        if (at >= 0) lane.fails.splice(at, 1);
      };
      lane.fails.push(fail);
      for (const [at, sentence] of sentences.entries()) {
        const done = (annotation: Annotation) => {
          annotations[at] = annotation;
          if (--missing > 0) return;
          forget();
          resolve(annotations);
        };
        const work = workOf(sentence.forms.length, options, this.#growths[group]);
        lane.waiting.push({ lane, sentence, work, done, fail });
      }
      if (lane.waiting.length > 0 && !this.#lanes.has(lane)) {
        // A lane earns no credit while it is empty.
        lane.served = Math.max(lane.served, this.#now);
        this.#lanes.add(lane);
      }
      this.#plan();
    });
  }

  /** Starts batches later in this turn of the event loop, when all requests that arrive in it have added their jobs. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    void setImmediate().then(() => {
      this.#isPlanned = false;
      this.#start();
    });
  }

  /**
   * Gives each idle thread a batch, however small, and busy ones their next, so that they go on while answers are written
   * and requests are read. Long sentences never occupy all threads if there are several, and nothing is queued behind
   * them, because nothing could overtake them there.
   */
  #start(): void {
    while (this.#running < AHEAD * this.#threads) {
      const isIdle = this.#workers.idle > 0;
      if (!isIdle && this.#long > 0) return;
      const hasRoom = isIdle && this.#long < Math.max(1, this.#threads - 1);
      const lanes = [...this.#lanes].filter(({ waiting }) => hasRoom || !isLong(waiting[0]));
      if (lanes.length === 0) return;
      const { kind } = nextOf(lanes);
      const alike = lanes.filter((lane) => lane.kind === kind);
      if (!isIdle && !areEnough(alike)) return;
      void this.#run(this.#take(alike));
    }
  }

  /** A batch of sentences in the order in which they would finish; a long sentence is a batch of its own. */
  #take(lanes: readonly Lane[]): Waiting[] {
    const batch: Waiting[] = [];
    const most = this.#share(lanes);
    const open = new Set(lanes);
    let [words, work] = [0, 0];
    while (open.size > 0 && words < most && work < BATCH_WORK) {
      const lane = nextOf(open);
      const [one] = lane.waiting;
      if (batch.length > 0 && isLong(one)) break;
      lane.waiting.shift();
      lane.served += one.work;
      this.#now += one.work / this.#lanes.size;
      batch.push(one);
      words += sizeOf(one);
      work += one.work;
      if (lane.waiting.length > 0) continue;
      open.delete(lane);
      this.#lanes.delete(lane);
    }
    return batch;
  }

  /**
   * The most words of a batch: if all sentences fit into fewer batches than the threads can have, each thread gets an even
   * share, so that none waits while another works on all of them. The share is one batch, or several if they are large
   * enough.
   */
  #share(lanes: readonly Lane[]): number {
    const most = BATCH_WORDS * this.#threads * AHEAD;
    const share = Math.min(most, this.#runningWords + wordsIn(lanes, most)) / this.#threads;
    return Math.max(share / AHEAD, Math.min(share, LEAST_AHEAD));
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    const [{ lane }] = batch;
    const { options, group } = lane;
    const long = isLong(batch[0]) ? 1 : 0;
    const words = batch.reduce((sum, one) => sum + sizeOf(one), 0);
    this.#running++;
    this.#runningWords += words;
    this.#long += long;
    try {
      const sentences = batch.map(({ sentence }) => sentence);
      const annotations = await this.#workers.give({ sentences, options, group }).finally(() => {
        this.#running--;
        this.#runningWords -= words;
        this.#long -= long;
        // The thread must not wait until the answers are written.
        this.#start();
      });
      for (const [at, one] of batch.entries()) one.done(annotations[at]);
    } catch (error) {
      const lanes = new Set(batch.map((one) => one.lane));
      if (lanes.size === 1) for (const one of batch) one.fail(error);
      // A request must not fail because of another one: retry each lane alone.
      else for (const lane of lanes) void this.#run(batch.filter((one) => one.lane === lane));
    }
  }
}

function laneOf(lanes: Lane[], { options, group }: Job): Lane {
  const kind = JSON.stringify([group, options]);
  const known = lanes.find((lane) => lane.kind === kind);
  if (known) return known;
  const lane: Lane = { kind, options, group, waiting: [], fails: [], served: 0 };
  lanes.push(lane);
  return lane;
}

/** The lane whose next sentence would finish first; ties go to the earliest lane. */
function nextOf(lanes: Iterable<Lane>): Lane {
  let [next, soonest]: [Lane | undefined, number] = [undefined, Infinity];
  for (const lane of lanes) {
    const doneAt = lane.served + lane.waiting[0].work;
    if (doneAt < soonest) [next, soonest] = [lane, doneAt];
  }
  if (!next) throw new Error('There is no lane.');
  return next;
}

/** Whether a sentence alone fills a batch. */
function isLong({ work }: Waiting): boolean {
  return work >= BATCH_WORK;
}

/** Even an empty sentence has a row in the batch. */
function sizeOf({ sentence }: Waiting): number {
  return sentence.forms.length + 1;
}

/** The words of waiting sentences, counted up to `most`. */
function wordsIn(lanes: readonly Lane[], most: number): number {
  let words = 0;
  for (const { waiting } of lanes) {
    for (const one of waiting) {
      if (words >= most) return words;
      words += sizeOf(one);
    }
  }
  return words;
}

/** Whether they are worth a batch for a thread that is busy. */
function areEnough(lanes: readonly Lane[]): boolean {
  let [words, work] = [0, 0];
  for (const { waiting } of lanes) {
    for (const one of waiting) {
      words += sizeOf(one);
      work += one.work;
      if (words >= LEAST_AHEAD || work >= BATCH_WORK) return true;
    }
  }
  return false;
}
