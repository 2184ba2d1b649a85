// What the routes work with: the models, their threads, and who may use them when.
import { CrewError } from '../node/crew.js';
import {
  type LoadedModels,
  type ModelSource,
  type PipelineOptions,
  type RunningCrew,
  startCrew,
} from '../node/parsing.js';
import type { Annotation, Job } from '../pipeline/annotator.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { Exchange } from './exchange.js';
import { type Limits, refusals } from './limits.js';
import { Batches } from './requestBatches.js';
import { Room } from './room.js';
import { ServedModel } from './servedModel.js';

/** A model of one file, or of several that decide together. */
export interface NamedModels extends LoadedModels {
  /** The names of the files. */
  readonly files: readonly string[];
}

/** Those who do the jobs. */
export type Workers = Pick<RunningCrew['crew'], 'give' | 'close'>;

export class Service {
  /** At least one; the first is the default. */
  readonly models: readonly ServedModel[];
  readonly limits: Limits;
  readonly room: Room;
  /** Set when no more requests are taken. */
  isClosing = false;
  #workers: Workers;
  #batches: Batches;
  /** Requests of any kind, and who waits for their end. */
  #open = 0;
  #onDrained: () => void = () => {};
  #failure: Error | undefined;
  #onFailure: (error: Error) => void = () => {};

  constructor(models: readonly NamedModels[], workers: Workers, threads: number, limits: Limits) {
    this.models = models.map((model) => new ServedModel(model.files, model));
    this.limits = limits;
    this.room = new Room(limits);
    this.#workers = workers;
    this.#batches = new Batches(
      (job) => this.#give(job),
      threads,
      this.models.map(({ growth }) => growth),
    );
  }

  /** Starts threads with models, each of one file or of several that decide together. */
  static async start(
    groups: readonly (readonly ModelSource[])[],
    { threads = 1, ...options }: PipelineOptions,
    limits: Limits,
  ): Promise<Service> {
    const { loaded, crew } = await startCrew(groups, { threads, ...options });
    const models = loaded.map((one, at) => ({
      ...one,
      files: groups[at].map(({ name = 'model' }) => name),
    }));
    return new Service(models, crew, threads, limits);
  }

  /** The model of a name, in any of the ways in which it can be called; the default for no name. */
  model(name: string): ServedModel | undefined {
    return name === '' ? this.models[0] : this.models.find(({ names }) => names.include(name));
  }

  /** Requests that are worked on or wait for it. */
  get inFlight(): number {
    return this.room.inFlight;
  }

  /** Requests of which some sentence waits for a thread. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** Whether it can work. */
  get isHealthy(): boolean {
    return !this.isClosing && !this.#failure;
  }

  /** Called once if threads die and cannot be replaced, after which it is best to start anew. */
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
    this.room.check();
  }

  /** Waits until a request may be worked on. */
  async turn({ visit, signal }: Exchange): Promise<void> {
    if (this.isClosing) throw refusals.closing();
    await visit.turn(signal);
  }

  /** A pipeline for one request, whose sentences share batches with those of others. */
  pipelineOf(model: ServedModel, { signal }: Exchange): Pipeline {
    const group = this.models.indexOf(model);
    const own = async function* (jobs: AsyncIterable<Job>): AsyncGenerator<Job> {
      for await (const job of jobs) yield { ...job, group };
    };
    return model.through((jobs) => this.#batches.annotate(own(jobs), signal));
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  async #give(job: Job): Promise<Annotation[]> {
    try {
      return await this.#workers.give(job);
    } catch (error) {
      if (error instanceof CrewError && !this.#failure) {
        this.#failure = error;
        if (!this.isClosing) this.#onFailure(error);
      }
      throw error;
    }
  }
}
