import { describe, expect, it } from 'vitest';
import { readValues } from '../../src/learner/settings.js';
import { trainingSettings } from '../../src/learner/trainingSettings.js';
import { type ModelContents, readModel, writeModel } from '../../src/modelfile/modelFile.js';
import { ModelFileError } from '../../src/modelfile/safetensors.js';
import { parserSettings, readParserSettings } from '../../src/parser/parserSettings.js';
import { readCheckpoint, writeCheckpoint } from '../../src/train/checkpoint.js';
import { type HashedData, hashesOf } from '../../src/train/dataHashes.js';
import type { TrainingState } from '../../src/train/loop.js';
import { toyTreebank } from '../support/toyTreebank.js';

const settings = readValues(trainingSettings, {});
const record = { epoch: 1, uas: 90, seconds: 1, wordsPerSecond: 10, devWordsPerSecond: 20 };
const values = new Map([['a', Float32Array.of(1, 2)]]);
const state: TrainingState = {
  records: [record, { ...record, epoch: 2, uas: 80 }],
  random: [1, -2, 3, 4],
  values,
  optimizer: new Map([['a.first', Float32Array.of(0, 0.5)]]),
  best: { epoch: 1, values: new Map([['a', Float32Array.of(3, 4)]]) },
};
const sentences = toyTreebank(3, 4, 1);
const data = hashesOf({ train: sentences, dev: [] });
const file = writeCheckpoint(state, settings, data);

/** The file with other metadata. */
const other = (metadata: object): Uint8Array => {
  const contents = readModel(file);
  return writeModel({ ...contents, metadata: { ...contents.metadata, ...metadata } } as ModelContents);
};

describe('a checkpoint', () => {
  it('holds the state of a training', () => {
    expect(readCheckpoint(file, settings, trainingSettings, data)).toEqual(state);
    expect(readCheckpoint(file, { ...settings, epochs: 99 }, trainingSettings, data)).toEqual(state);
  });

  it('is of one training', () => {
    expect(() => readCheckpoint(file, { ...settings, clip: 3 }, trainingSettings, data)).toThrow(
      new ModelFileError('The checkpoint was made with "clip" 5, not 3.'),
    );
  });

  it.each<[string, Partial<HashedData>]>([
    ['training sentences', { train: sentences.slice(1) }],
    ['training sentences', { train: sentences.toReversed() }],
    ['training sentences', { train: toyTreebank(3, 4, 2) }],
    ['dev sentences', { dev: sentences }],
    ['word vectors', { vectors: { size: 1, words: new Map([['a', 0]]), matrix: Float32Array.of(1) } }],
    ['first weights', { start: Uint8Array.of(1, 2, 3) }],
  ])('is not resumed on other %s', (name, others) => {
    const given = hashesOf({ train: sentences, dev: [], ...others });
    expect(() => readCheckpoint(file, settings, trainingSettings, given)).toThrow(
      new ModelFileError(
        `The checkpoint was made with other ${name}: give the same, or train without --resume.`,
      ),
    );
  });

  it('knows its data by their content, as far as it knows them', () => {
    const same = hashesOf({ train: structuredClone(sentences), dev: [] });
    expect(readCheckpoint(file, settings, trainingSettings, same)).toEqual(state);
    const older = other({ data: undefined });
    expect(readCheckpoint(older, settings, trainingSettings, hashesOf({ train: [], dev: [] }))).toEqual(
      state,
    );
    expect(() => readCheckpoint(other({ data: 5 }), settings, trainingSettings, data)).toThrow(
      ModelFileError,
    );
  });

  it('tells other word vectors from its own', () => {
    const vectors = { size: 1, words: new Map([['a', 0]]), matrix: Float32Array.of(1) };
    const hashes = [
      vectors,
      { ...vectors, matrix: Float32Array.of(2) },
      { ...vectors, words: new Map([['b', 0]]) },
    ].map((one) => hashesOf({ train: [], dev: [], vectors: one })['word vectors']);
    expect(new Set([0, ...hashes]).size).toBe(4);
  });

  it('has the default of a setting that came later', () => {
    const older = other({ settings: {} });
    expect(readCheckpoint(older, settings, trainingSettings, data)).toEqual(state);
    expect(() => readCheckpoint(older, { ...settings, patience: 3 }, trainingSettings, data)).toThrow(
      new ModelFileError('The checkpoint was made with "patience" 0, not 3.'),
    );
  });

  it('tells settings apart that are nested, also from one that has them flat', () => {
    const nested = readParserSettings({ units: 7 });
    for (const given of [nested, { units: 7 }]) {
      const made = other({ settings: given });
      expect(readCheckpoint(made, nested, parserSettings, data)).toEqual(state);
      expect(() => readCheckpoint(made, readParserSettings({ units: 8 }), parserSettings, data)).toThrow(
        new ModelFileError('The checkpoint was made with "units" 7, not 8.'),
      );
    }
  });

  it('is refused with unsound settings', () => {
    expect(() =>
      readCheckpoint(other({ settings: { epochs: 0 } }), settings, trainingSettings, data),
    ).toThrow(
      new ModelFileError(
        'The checkpoint has invalid settings: The setting "epochs" is a whole number from 1 to 100000, not 0.',
      ),
    );
  });

  it.each<[string, object]>([
    ['no settings', { settings: null }],
    ['settings that are none', { settings: [1] }],
    ['no epochs', { records: [] }],
    ['epochs that are none', { records: [null] }],
    ['epochs in another order', { records: [{ ...record, epoch: 2 }] }],
    ['scores that are no numbers', { records: [{ ...record, uas: '90' }] }],
    ['a score too few', { records: [record, { epoch: 2 }] }],
    ['no state of the generator', { random: undefined }],
    ['too short a state of the generator', { random: [1, 2, 3] }],
    ['a state that is no numbers', { random: [1, 2, 3, 'x'] }],
    ['no best epoch', { best: null }],
    ['a best epoch that is to come', { best: 3 }],
    ['a best epoch that never was', { best: 0 }],
  ])('is refused with %s', (_, metadata) => {
    expect(() => readCheckpoint(other(metadata), settings, trainingSettings, data)).toThrow(
      new ModelFileError('The checkpoint does not record the progress of its training.'),
    );
  });

  it('is not a model', () => {
    expect(() => readCheckpoint(other({ kind: 'parser' }), settings, trainingSettings, data)).toThrow(
      new ModelFileError('The file is a model, not a checkpoint of a training.'),
    );
  });
});
