// A checkpoint: the state of a training after an epoch, in the form of a model file.
import { type ModelTensor, readModel, writeModel } from '../model/modelFile.js';
import { ModelFileError } from '../model/safetensors.js';
import type { TrainingSettings } from '../model/trainingSettings.js';
import type { TrainingState } from './loop.js';

type Values = Map<string, Float32Array>;

/** `settings` are those of the training, so that it is not gone on with under others. */
export function writeCheckpoint(state: TrainingState, settings: TrainingSettings): Uint8Array {
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
    metadata: { kind: 'checkpoint', settings, records, random, best: best.epoch },
    tensors,
  });
}

export function readCheckpoint(bytes: Uint8Array, settings: TrainingSettings): TrainingState {
  const { metadata, tensors } = readModel(bytes);
  if (metadata.kind !== 'checkpoint')
    throw new ModelFileError('The file is a model, not a checkpoint of a training.');
  const given = metadata.settings as Record<string, unknown>;
  for (const [name, value] of Object.entries(settings)) {
    // More epochs may be wanted of a training than at first.
    if (name === 'epochs' || JSON.stringify(given[name]) === JSON.stringify(value)) continue;
    throw new Error(
      `The checkpoint was made with "${name}" ${JSON.stringify(given[name])}, not ${JSON.stringify(value)}.`,
    );
  }
  const part = (of: string): Values => {
    const values: Values = new Map();
    for (const [name, { data }] of tensors)
      if (name.startsWith(`${of}/`)) values.set(name.slice(of.length + 1), data);
    return values;
  };
  return {
    records: metadata.records as TrainingState['records'],
    random: metadata.random as TrainingState['random'],
    values: part('values'),
    optimizer: part('optimizer'),
    best: { epoch: metadata.best as number, values: part('best') },
  };
}
