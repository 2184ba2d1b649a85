// The exports of arcwise/train that Node and browsers share.
/// <reference path="../../types/globals.d.ts" preserve="true" />
import type { WeightType } from '../modelfile/safetensors.js';
import { type Card, saveModel } from '../models/saved.js';
import type { EpochRecord } from '../train/loop.js';
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
export type { ModelKind } from '../train/training.js';
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
