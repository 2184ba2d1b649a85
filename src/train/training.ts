// Training as a function: sentences in, a model out, with progress, checkpoints and cancellation.
import type { Sentence } from '../conllu/sentence.js';
import type { Pretrained } from '../encoder/encoder.js';
import { loadEncoderKind } from '../encoder/encoders.js';
import type { Engine } from '../engine/engine.js';
import { Joint } from '../joint/joint.js';
import type { Learner } from '../learner/learner.js';
import { flattened } from '../learner/settings.js';
import type { Model } from '../models/kinds.js';
import { Parser } from '../parser/parser.js';
import type { Instance } from '../structure/instance.js';
import { readCheckpoint, writeCheckpoint } from './checkpoint.js';
import { hashesOf } from './dataHashes.js';
import { type EpochRecord, type TrainingProgress, train } from './loop.js';
import type { Preparation } from './preparation.js';
import { readStart, startedModel } from './start.js';
import type { Corpus, Team } from './team.js';
import { fitTemperature } from './temperature.js';
import { trainables } from './trainables.js';

/** The kinds of models that can be trained. */
export type ModelKind = keyof typeof trainables;

/** What to train, and on which data. */
export interface TrainingRequest extends Pretrained {
  /** A parser by default. */
  readonly kind?: ModelKind;
  /** Settings that differ from their defaults, or from those of the model to start from. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * The file of a model to start from, or of several with one of this kind. Its vocabulary stays, so it learns neither new
   * labels nor new tags; words and lemmas of the treebank are added to its table of lemmas.
   */
  readonly start?: Uint8Array;
  readonly train: readonly Sentence[];
  /** Selects the best epoch; without it, the last one is used. */
  readonly dev?: readonly Sentence[];
}

/** Callbacks, cancellation and resumption of a training run. */
export interface TrainingHooks {
  /** A checkpoint of the same training run to continue from. */
  readonly resume?: Uint8Array;
  /** Stops the training; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called several times per second. */
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Called after each epoch and awaited. The checkpoint is built on demand because it is large. */
  readonly onEpoch?: (
    record: EpochRecord,
    checkpoint: () => Uint8Array,
    records: readonly EpochRecord[],
  ) => void | Promise<void>;
}

/** The resources that training runs on. */
export interface TrainingMeans {
  readonly engine: Engine;
  /** Starts the threads that train the model. */
  startTeam<Item extends { readonly n: number }, Output>(
    model: Model & Learner<Item, Output>,
    corpus: Corpus<Item>,
  ): Team<Output> | Promise<Team<Output>>;
}

/** Hooks of the steps between reading and saving. */
export interface TrainingSteps extends TrainingHooks {
  /** Called when the data are ready, before the first epoch, with the records of a resumed checkpoint. */
  readonly onPrepared?: (preparation: Preparation, records: readonly EpochRecord[]) => void | Promise<void>;
  /** Called with the model of the best epoch, before its probabilities are calibrated on the dev set. */
  readonly onTrained?: (trained: Trained) => void | Promise<void>;
}

/** A model with the values of its best epoch. */
export interface Trained {
  readonly model: Model;
  readonly records: readonly EpochRecord[];
  readonly best: EpochRecord;
}

/** Trains a model. */
export async function trainModel(
  {
    kind = 'parser',
    settings: given = {},
    train: sentences,
    dev = [],
    vectors,
    transformer,
    start,
  }: TrainingRequest,
  { engine, startTeam }: TrainingMeans,
  { resume, signal, onProgress, onEpoch, onPrepared, onTrained }: TrainingSteps = {},
): Promise<Trained> {
  const { schema, readSettings, prepare } = trainables[kind];
  const from = start && readStart(start, kind, schema);
  const settings = readSettings({ ...from?.settings, ...flattened(schema, given) });
  if (settings.encoder) await loadEncoderKind(settings.encoder);
  const started = from && (await startedModel(engine, from, settings));
  const preparation = prepare(engine, settings, { train: sentences, dev, vectors, transformer, started });
  const { model, corpus } = preparation;
  const data = hashesOf({ train: sentences, dev, vectors, start });
  const state = resume && readCheckpoint(resume, settings, schema, data);
  const done = [...(state?.records ?? [])];
  await onPrepared?.(preparation, done);
  const team = await startTeam(model, corpus);
  try {
    const { records, best } = await train(model, corpus, team, {
      resume: state,
      signal,
      onProgress,
      onEpoch: (record, stateNow) => {
        done.push(record);
        return onEpoch?.(record, () => writeCheckpoint(stateNow(), settings, data), done);
      },
    });
    const trained: Trained = { model, records, best };
    await onTrained?.(trained);
    if (model instanceof Parser || model instanceof Joint) {
      model.settings.temperature = fitTemperature(model, corpus.dev as readonly Instance[]);
    }
    return trained;
  } finally {
    await team.close();
  }
}
