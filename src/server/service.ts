// The service behind the routes: the models, their threads, and the scheduling of requests.

import { CrewError } from '../library/crew.js';
import { modelNamed } from '../models/modelNames.js';
import {
  type LoadedModels,
  type ModelSource,
  type PipelineOptions,
  type RunningCrew,
  startCrew,
} from '../node/parsing.js';
import type { Annotation, Job } from '../pipeline/annotator.js';
import type { ParseOptions } from '../pipeline/options.js';
import type { LazyParse } from '../pipeline/parsedSentence.js';
import { BATCH_WORDS, type Pipeline } from '../pipeline/pipeline.js';
import { withPlaces } from '../pipeline/placed.js';
import type { Places } from '../splitter/sentences.js';
import type { Exchange } from './exchange.js';
import { costOf, type Limits, refusals } from './limits.js';
import { Batches } from './requestBatches.js';
import { Room } from './room.js';
import { ServedModel } from './servedModel.js';
import type { Source } from './source.js';

/** A model from one file, or an ensemble from several. */
export interface NamedModels extends LoadedModels {
  /** The names of the files. */
  readonly files: readonly string[];
}

/** A parse, with the places of its words in the text of the request. */
export type PlacedParse = readonly [LazyParse, Places | undefined];

/** The threads that do the jobs. */
export type Workers = Pick<RunningCrew['crew'], 'give' | 'idle' | 'close'>;

export class Service {
  /** At least one; the first is the default. */
  readonly models: readonly ServedModel[];
  readonly limits: Limits;
  readonly room: Room;
  /** Set when no more requests are accepted. */
  isClosing = false;
  #workers: Workers;
  #batches: Batches;
  /** Open requests of any kind, and the callback for when there are none. */
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
      {
        give: (job) => this.#give(job),
        get idle() {
          return workers.idle;
        },
      },
      threads,
      this.models.map(({ growth }) => growth),
    );
  }

  /** Starts threads with models; each group of files is one model or an ensemble. */
  static async start(
    groups: readonly (readonly ModelSource[])[],
    { threads = 1, ...options }: PipelineOptions,
    limits: Limits,
  ): Promise<Service> {
    // Batches run out if requests wait for a core until a batch is done.
    const { loaded, crew } = await startCrew(groups, { threads, ...options, yields: true });
    const models = loaded.map((one, at) => ({
      ...one,
      files: groups[at].map(({ name = 'model' }) => name),
    }));
    return new Service(models, crew, threads, limits);
  }

  /** Finds a model by any of its names; an empty name means the default. */
  model(name: string): ServedModel | undefined {
    return name === '' ? this.models[0] : modelNamed(this.models, name);
  }

  /** Requests in progress or waiting. */
  get inFlight(): number {
    return this.room.inFlight;
  }

  /** Requests with sentences that wait for a thread. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** Whether it can do work. */
  get isHealthy(): boolean {
    return !this.isClosing && !this.#failure;
  }

  /** Called once if threads die and cannot be replaced; the service should then be restarted. */
  set onFailure(listener: (error: Error) => void) {
    this.#onFailure = listener;
  }

  /** Requests of any kind that have not ended. */
  get open(): number {
    return this.#open;
  }

  /** A request of any kind has arrived. */
  begin(): void {
    this.#open++;
  }

  /** A request's answer is sent completely, or its client is gone. */
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

  /** Refuses a request if the service is shutting down or full. */
  checkRoom(): void {
    if (this.isClosing) throw refusals.closing();
    this.room.check();
  }

  /** Waits until a request may be worked on, unless it may be now. */
  turn({ visit, stop }: Exchange): Promise<void> | undefined {
    if (this.isClosing) throw refusals.closing();
    return visit.turn(stop);
  }

  /** A pipeline for one request, whose sentences share batches with those of other requests. */
  pipelineOf(model: ServedModel, { stop }: Exchange): Pipeline {
    const group = this.models.indexOf(model);
    const own = async function* (jobs: AsyncIterable<Job>): AsyncGenerator<Job> {
      for await (const job of jobs) yield { ...job, group };
    };
    return model.pipeline.through((jobs) => this.#batches.annotate(own(jobs), stop));
  }

  /** The parses of a request, whose sentences share batches with those of other requests. */
  parse(
    model: ServedModel,
    { read }: Source,
    options: ParseOptions,
    exchange: Exchange,
  ): AsyncIterable<PlacedParse> {
    const pipeline = this.pipelineOf(model, exchange);
    return withPlaces(read(), (sentences) => pipeline.streamLazily(sentences, options));
  }

  /** The same for a request of little work and output, without the overhead of streams; undefined for others. */
  async parseShort(
    model: ServedModel,
    { kept }: Source,
    options: ParseOptions,
    { stop }: Exchange,
  ): Promise<PlacedParse[] | undefined> {
    if (!kept) return undefined;
    const sentences = kept.map(({ sentence }) => sentence);
    const cost = sentences.reduce((sum, { words }) => sum + costOf(words.length, options, model.growth), 0);
    if (cost >= BATCH_WORDS) return undefined;
    const group = this.models.indexOf(model);
    const give = (job: Job) => this.#batches.give({ ...job, group }, stop);
    const parses = await model.pipeline.parseTogether(sentences, options, give);
    return parses.map((parse, at) => [parse, kept[at].places]);
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
