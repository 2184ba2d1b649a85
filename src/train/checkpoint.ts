// A checkpoint: the state of a training run after an epoch, stored as a model file.
import { quoted } from '../conllu/quotation.js';
import { fits, type ValueOf } from '../learner/jsonSchema.js';
import { flatValues, type Schema, SettingsError } from '../learner/settings.js';
import type { TrainingSettings } from '../learner/trainingSettings.js';
import { type ModelTensor, readModel, writeModel } from '../modelfile/modelFile.js';
import { ModelFileError } from '../modelfile/safetensors.js';
import type { DataHashes } from './dataHashes.js';
import type { TrainingState } from './loop.js';

type Values = Map<string, Float32Array>;

const figure = { type: 'number' } as const;

/** The progress of a training run. */
const progressSchema = {
  type: 'object',
  properties: {
    settings: { type: 'object' },
    data: { type: 'object' },
    records: {
      type: 'array',
      items: {
        type: 'object',
        properties: { epoch: figure, seconds: figure, wordsPerSecond: figure, devWordsPerSecond: figure },
        required: ['epoch', 'seconds', 'wordsPerSecond', 'devWordsPerSecond'],
        additionalProperties: figure,
      },
      minItems: 1,
    },
    random: { type: 'array', items: { type: 'integer' }, minItems: 4, maxItems: 4 },
    best: { type: 'integer', minimum: 1 },
  },
  required: ['settings', 'records', 'random', 'best'],
} as const;

/** Includes the settings and data hashes, so that the run is not resumed with others. */
export function writeCheckpoint(
  state: TrainingState,
  settings: TrainingSettings,
  data: DataHashes,
): Uint8Array {
  const { records, random, best } = state;
  const tensors = new Map<string, ModelTensor>();
  const add = (part: string, values: Values) => {
    for (const [name, data] of values)
      tensors.set(`${part}/${name}`, { shape: [data.length], data, type: 'F32' });
  };
  add('values', state.values);
  add('optimizer', state.optimizer);
  add('best', best.values);
  return writeModel({
    metadata: { kind: 'checkpoint', settings, data, records, random, best: best.epoch },
    tensors,
  });
}

/**
 * The state of a training run with these settings and data; throws a ModelFileError if the file is not a checkpoint, or
 * belongs to another run.
 */
export function readCheckpoint(
  bytes: Uint8Array,
  settings: TrainingSettings,
  schema: Schema,
  data: DataHashes,
): TrainingState {
  const { metadata, tensors } = readModel(bytes);
  if (metadata.kind !== 'checkpoint')
    throw new ModelFileError('The file is a model, not a checkpoint of a training.');
  if (
    !fits(progressSchema, metadata) ||
    !isSequence(metadata.records) ||
    metadata.best > metadata.records.length
  ) {
    throw new ModelFileError('The checkpoint does not record the progress of its training.');
  }
  const { settings: given, records, random, best } = metadata;
  const [a, b, c, d] = random;
  const made = validValues(schema, given);
  for (const [name, value] of Object.entries(flatValues(schema, settings))) {
    const other = Object.hasOwn(made, name) ? made[name] : null;
    // A resumed run may have more epochs.
    if (name === 'epochs' || JSON.stringify(other) === JSON.stringify(value)) continue;
    throw new ModelFileError(
      `The checkpoint was made with "${name}" ${quoted(other)}, not ${quoted(value)}.`,
    );
  }
  // Checkpoints of older versions have no data hashes, or fewer.
  const learned: Readonly<Record<string, unknown>> = metadata.data ?? { ...data };
  const differing = Object.entries(data).find(([name, hash]) => (learned[name] ?? 0) !== hash);
  if (differing) {
    const [name] = differing;
    throw new ModelFileError(
      `The checkpoint was made with other ${name}: give the same, or train without --resume.`,
    );
  }
  const part = (of: string): Values => {
    const values: Values = new Map();
    for (const [name, { data }] of tensors)
      if (name.startsWith(`${of}/`)) values.set(name.slice(of.length + 1), data);
    return values;
  };
  return {
    records: [...records],
    random: [a, b, c, d],
    values: part('values'),
    optimizer: part('optimizer'),
    best: { epoch: best, values: part('best') },
  };
}

/** Settings missing from a checkpoint were added later, so they take their defaults. */
function validValues(schema: Schema, given: unknown): Record<string, unknown> {
  try {
    return flatValues(schema, given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ModelFileError(`The checkpoint has invalid settings: ${error.message}`);
  }
}

/** Whether there is a record for each epoch, with the same figures as the first. */
function isSequence(records: ValueOf<typeof progressSchema>['records']): boolean {
  const names = Object.keys(records[0]);
  return records.every(
    (record, at) => record.epoch === at + 1 && names.every((name) => Object.hasOwn(record, name)),
  );
}
