// The readers of model files and checkpoints. What they take must also work: it splits, tags and parses a text.
import { rootsOf } from '../../src/conllu/heads.js';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { ScoresError } from '../../src/decode/decoding.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { readValues } from '../../src/learner/settings.js';
import { type TrainingSettings, trainingSettings } from '../../src/learner/trainingSettings.js';
import { type ModelTensor, readModel, writeModel } from '../../src/modelfile/modelFile.js';
import { ModelFileError, widths } from '../../src/modelfile/safetensors.js';
import { loadModels, saveBundle } from '../../src/models/bundle.js';
import type { Model } from '../../src/models/kinds.js';
import { partsOf } from '../../src/models/parts.js';
import { saveModel } from '../../src/models/saved.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { readCheckpoint, writeCheckpoint } from '../../src/train/checkpoint.js';
import { hashesOf } from '../../src/train/dataHashes.js';
import { assembled, headerOf, sealed } from '../../test/support/modelFiles.js';
import {
  smallestModels,
  smallestParser,
  smallestSplitter,
  smallestTagger,
} from '../../test/support/smallestModels.js';
import { tinyJoint } from '../../test/support/tinyJoint.js';
import { expectThat, type Reader, utf8 } from '../reader.js';

const models = [
  smallestSplitter(),
  smallestTagger(),
  smallestParser({ tags: 'upos', tagSize: 1 }),
  smallestParser({ training: 'local', system: 'arc-hybrid' }),
  smallestParser({ system: 'edge-factored', training: 'crf', tree: 'spanning-tree' }),
  smallestParser({ system: 'arc-standard', nonprojective: 'lift' }),
  tinyJoint(),
];
const bundle = smallestModels();
const files = [
  ...models.map((model) => saveModel(model, { licence: 'free' })),
  saveBundle(bundle, {}),
  saveModel(models[2], {}, 'F16'),
  saveModel(models[1], {}, 'I8'),
];

/** The file with weights so large that what is computed from them is no number any more. */
function overflowing(file: Uint8Array): Uint8Array {
  const { metadata, tensors } = readModel(file);
  const large = [...tensors].map(([name, { shape, data }]): [string, ModelTensor] => [
    name,
    { shape, type: 'F32', data: data.map((_, at) => (at % 3 === 0 ? -3e38 : 3e38)) },
  ]);
  return writeModel({ metadata, tensors: new Map(large) });
}

/** An engine keeps the memory of the models that it holds, so it is changed for another now and then. */
const mostModels = 500;
let engine: Engine = createEngine();
let loads = 0;

async function worksOn(bytes: Uint8Array): Promise<void> {
  if (++loads % mostModels === 0) engine = createEngine();
  const { models } = await loadModels(engine, bytes, `file ${loads}`);
  await expectWork(models);
}

const sentence = newSentence(['ba', 'on', 'x', '.'].map((form, at) => newWord(at + 1, form)));

async function expectWork(loaded: readonly Model[]): Promise<void> {
  const parts = partsOf(loaded);
  const pipeline = new Pipeline(parts);
  if (parts.splitter) {
    let words = 0;
    for await (const placed of pipeline.split(["ba n't. on"])) words += placed.sentence.words.length;
    expectThat(words > 0, 'a text has words');
  }
  if (parts.tagger) {
    for await (const tagged of pipeline.tag(given())) writeSentence(tagged);
  }
  if (parts.parsers.length === 0) return;
  for (const { trees } of pipeline.parse([sentence])) {
    const { words } = trees[0].sentence;
    const heads = Int32Array.of(-1, ...words.map(({ head }) => head));
    const { singleRoot } = parts.parsers[0].settings;
    expectThat(isTree(heads), 'heads are a tree');
    expectThat(!singleRoot || rootsOf(heads).length === 1, 'a tree has one root');
    writeSentence(trees[0].sentence);
  }
}

async function* given() {
  yield sentence;
}

function isTree(heads: Int32Array): boolean {
  return heads.every((_, word) => {
    let at = word;
    for (let steps = 0; at > 0 && steps < heads.length; steps++) at = heads[at];
    return word === 0 || at === 0;
  });
}

/** Scores may overflow, where weights are absurd. */
const working = [ModelFileError, ScoresError];

const plain: Reader = {
  name: 'model file',
  share: 4,
  seeds: files,
  refusals: [ModelFileError],
  read: (input) => void readModel(input),
};

/** Whoever makes a file by intent can also make its checksum right. */
const sealedFiles: Reader = {
  name: 'model file, right checksum',
  share: 2,
  seeds: [...files, ...files.map(overflowing)],
  refusals: working,
  read: (input) => worksOn(sealed(input.slice())),
};

interface Description {
  readonly metadata: unknown;
  /** Type and shape. */
  readonly tensors: Record<string, [type: keyof typeof widths, ...shape: number[]]>;
}

/** What a file says, as JSON, so that most changes of it make another file that is read to its end. */
function descriptionIn(file: Uint8Array): Description {
  const { metadata, tensors } = readModel(file);
  const named = [...tensors].map(([name, { shape }]) => [name, ['F32', ...shape]]);
  return { metadata, tensors: Object.fromEntries(named) };
}

const mostData = 1 << 14;

function fileOf(input: Uint8Array): Uint8Array {
  let description: Partial<Description> | null;
  try {
    description = JSON.parse(new TextDecoder().decode(input));
  } catch {
    throw new ModelFileError('The description is not JSON.');
  }
  let place = 0;
  const entries = Object.entries(description?.tensors ?? {}).map(([name, entry]) => {
    const [type, ...shape] = Array.isArray(entry) ? entry : [entry];
    const size = shape.reduce(
      (product, length) => product * (typeof length === 'number' ? length : 1),
      typeof type === 'string' && Object.hasOwn(widths, type) ? widths[type] : 4,
    );
    place += size;
    return [name, { dtype: type, shape, data_offsets: [place - size, place] }];
  });
  const data = new Uint8Array(place >= 0 && place < mostData ? place : mostData);
  for (let at = 0; at < data.length; at++) data[at] = (at * 7) & 63;
  const metadata = JSON.stringify(description?.metadata ?? {});
  return assembled(headerOf(Object.fromEntries(entries), metadata), data);
}

const descriptions: Reader = {
  name: 'model description',
  share: 3,
  seeds: files.slice(0, models.length + 1).map((file) => utf8(JSON.stringify(descriptionIn(file)))),
  refusals: working,
  read: (input) => worksOn(fileOf(input)),
};

const settings: TrainingSettings = readValues(trainingSettings, {});
const values = new Map([['a', Float32Array.of(1, 2)]]);
const record = { epoch: 1, loss: 0.5, uas: 90, seconds: 1, wordsPerSecond: 10, devWordsPerSecond: 20 };
const data = hashesOf({ train: [], dev: [] });
const checkpoint = writeCheckpoint(
  {
    records: [record, { ...record, epoch: 2 }],
    random: [1, -2, 3, 4],
    values,
    optimizer: new Map([['a.m', Float32Array.of(0, 0)]]),
    best: { epoch: 2, values },
  },
  settings,
  data,
);

const checkpoints: Reader = {
  name: 'checkpoint',
  share: 4,
  seeds: [checkpoint],
  refusals: [ModelFileError],
  read(input) {
    const { records, best, random } = readCheckpoint(sealed(input.slice()), settings, trainingSettings, data);
    expectThat(best.epoch >= 1 && best.epoch <= records.length, 'the best epoch is one of them');
    expectThat(random.length === 4, 'the state of the generator is whole');
  },
};

export const modelReaders: readonly Reader[] = [plain, sealedFiles, descriptions, checkpoints];

/** Small files of every kind, to be damaged in every place, and what reads them. */
export const smallFiles: readonly {
  readonly name: string;
  readonly file: Uint8Array;
  readonly reader: Reader;
}[] = [
  { name: 'a parser', file: saveModel(smallestParser(), {}), reader: plain },
  { name: 'a tagger in 8 bits', file: saveModel(smallestTagger(), {}, 'I8'), reader: plain },
  { name: 'a splitter in 16 bits', file: saveModel(smallestSplitter(), {}, 'F16'), reader: plain },
  { name: 'a bundle', file: saveBundle([smallestSplitter(), smallestParser()], {}), reader: plain },
  { name: 'a checkpoint', file: checkpoint, reader: plain },
];
