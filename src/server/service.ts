// What the routes work with: the models, their threads, and who may use them when.
import { basename, extname } from 'node:path';
import type { Parts } from '../models/bundle.js';
import { type ModelSource, type PipelineOptions, type RunningCrew, startCrew } from '../node/parsing.js';
import type { Annotation, Job } from '../pipeline/annotator.js';
import { Pipeline } from '../pipeline/pipeline.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import { Batches } from './batches.js';
import type { Exchange } from './exchange.js';
import { type Limits, refusals } from './limits.js';
import { Splitting } from './splitting.js';

/** The models, and who does jobs with them. */
export interface Workers extends Pick<RunningCrew, 'parts' | 'cards'> {
  readonly crew: Pick<RunningCrew['crew'], 'give' | 'close'>;
}

export class Service {
  /** What the models are called, after their files. */
  readonly name: string;
  readonly parts: Parts;
  readonly limits: Limits;
  /** Whom to thank for the models, as their files tell. */
  readonly acknowledgements: readonly string[];
  /** Set when no more requests are taken. */
  isClosing = false;
  #crew: Workers['crew'];
  #batches: Batches;
  #pipeline: Pipeline;
  #splitting: Splitting;
  #inFlight = 0;
  /** Requests of any kind, and who waits for their end. */
  #open = 0;
  #onDrained: () => void = () => {};
  #failure: Error | undefined;
  #onFailure: (error: Error) => void = () => {};

  constructor(name: string, { parts, cards, crew }: Workers, threads: number, limits: Limits) {
    this.name = name;
    this.parts = parts;
    this.limits = limits;
    this.acknowledgements = cards.flatMap(({ attribution, licence }) =>
      typeof attribution !== 'string' ? [] : [attribution + (licence ? ` (${licence})` : '')],
    );
    this.#crew = crew;
    this.#batches = new Batches((job) => this.#give(job), threads);
    this.#pipeline = new Pipeline(parts);
    this.#splitting = new Splitting(this.#pipeline);
  }

  /** Starts threads with the models of files. */
  static async start(
    files: readonly ModelSource[],
    { threads = 1, ...options }: PipelineOptions,
    limits: Limits,
  ): Promise<Service> {
    const crew = await startCrew(files, { threads, ...options });
    const names = files.map(({ name = 'model' }) => basename(name, extname(name)));
    return new Service(names.join('+'), crew, threads, limits);
  }

  /** Requests that are worked on or wait for it. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests of which some sentence waits for a thread. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** Whether it can work; a thread that failed stays so. */
  get isHealthy(): boolean {
    return !this.isClosing && !this.#failure;
  }

  /** Called once if a thread fails, after which it is best to start anew. */
  set onFailure(tell: (error: Error) => void) {
    this.#onFailure = tell;
  }

  /** Requests of any kind that have not ended. */
  get open(): number {
    return this.#open;
  }

  /** A request of any kind has come. */
  begin(): void {
    this.#open++;
  }

  /** All of its answer is sent, or nobody waits for it. */
  end(): void {
    if (--this.#open === 0) this.#onDrained();
  }

  /** Resolves when no request is open. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve;
      if (this.#open === 0) resolve();
    });
  }

  /** Refuses a request that there is no room for. */
  checkRoom(): void {
    if (this.isClosing) throw refusals.closing();
    if (this.#inFlight >= this.limits.queue) throw refusals.queue();
  }

  /** Works on a request with a pipeline of its own, whose sentences share batches with those of others. */
  async work<T>(exchange: Exchange, task: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    this.checkRoom();
    exchange.signal.throwIfAborted();
    this.#inFlight++;
    try {
      const jobs = (given: AsyncIterable<Job>) => this.#checked(given, exchange);
      const pipeline = this.#pipeline.through((given) =>
        this.#batches.annotate(jobs(given), exchange.signal),
      );
      return await task(pipeline);
    } finally {
      this.#inFlight--;
    }
  }

  /** The sentences of a text; short ones are split together with those of other requests. */
  split(text: string): AsyncGenerator<PlacedSentence> {
    return this.#splitting.split(text);
  }

  close(): Promise<void> {
    return this.#crew.close();
  }

  async *#checked(jobs: AsyncIterable<Job>, { signal }: Exchange): AsyncGenerator<Job> {
    const { length } = this.limits;
    for await (const job of jobs) {
      signal.throwIfAborted();
      for (const { forms } of job.sentences) {
        if (forms.length > length) throw refusals.length(forms.length, length);
      }
      yield job;
    }
  }

  async #give(job: Job): Promise<Annotation[]> {
    try {
      return await this.#crew.give(job);
    } catch (error) {
      if (!this.#failure && error instanceof Error) {
        this.#failure = error;
        if (!this.isClosing) this.#onFailure(error);
      }
      throw error;
    }
  }
}
