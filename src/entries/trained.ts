// The exports of arcwise/train that Node and browsers share.
/// <reference path="../../types/globals.d.ts" preserve="true" />
import type { WeightType } from '../modelfile/safetensors.js';
import { saveBundle } from '../models/bundle.js';
import { type Card, saveModel } from '../models/saved.js';
import type { EpochRecord } from '../train/loop.js';
import type { PipelinePlan } from '../train/pipelinePlan.js';
import type { PipelineHooks, PipelineRequest, TrainedPipeline } from '../train/pipelineTraining.js';
import type { Trained, TrainingHooks, TrainingRequest } from '../train/training.js';

export { SettingsError } from '../learner/settings.js';
export type { WeightType } from '../modelfile/safetensors.js';
export type { Card } from '../models/saved.js';
export {
  type EncoderFiles,
  type PretrainedEncoder,
  readPretrainedEncoder,
} from '../pretrained/pretrainedEncoder.js';
export { WeightsError } from '../pretrained/weightsError.js';
export type { EpochRecord, TrainingProgress } from '../train/loop.js';
export type { PipelinePlan, PlannedStep, Reason } from '../train/pipelinePlan.js';
export type { PipelineProgress } from '../train/pipelineTraining.js';
export type { ModelKind } from '../train/training.js';
export type { TreebankProfile } from '../train/treebankProfile.js';
export type { WordVectors } from '../vectors/vectorTable.js';

/** What to train, on which data, with which callbacks. */
export interface TrainOptions extends TrainingRequest, TrainingHooks {}

/** A model after its training. */
export class TrainedModel {
  /** The log records of all epochs. */
  readonly records: readonly EpochRecord[];
  /** The record of the epoch whose weights the model has. */
  readonly best: EpochRecord;
  #trained: Trained;

  /** Use `train`. */
  constructor(trained: Trained) {
    this.#trained = trained;
    this.records = trained.records;
    this.best = trained.best;
  }

  /** The model file, for `load`; fewer bits per weight make it smaller, at some loss of accuracy. */
  save(card: Card = {}, weights: WeightType = 'F32'): Uint8Array {
    return saveModel(this.#trained.model, card, weights);
  }
}

/** What to train a pipeline on, with which callbacks. */
export interface TrainPipelineOptions extends PipelineRequest, PipelineHooks {}

/** A pipeline after its training: a splitter and a joint model. */
export class TrainedModels {
  /** The settings of the steps, and why. */
  readonly plan: PipelinePlan;
  /** The record of each step's best epoch. */
  readonly best: readonly EpochRecord[];
  #steps: readonly Trained[];

  /** Use `trainPipeline`. */
  constructor({ plan, steps }: TrainedPipeline) {
    this.plan = plan;
    this.best = steps.map(({ best }) => best);
    this.#steps = steps;
  }

  /** The model file, for `load`, by default with 8 bits per weight. */
  save(card: Card = {}, weights: WeightType = 'I8'): Uint8Array {
    return saveBundle(
      this.#steps.map(({ model }) => model),
      card,
      weights,
    );
  }
}
