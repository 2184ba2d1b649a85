import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import {
  type ModelContents,
  type ModelTensor,
  readModel,
  writeModel,
} from '../../src/modelfile/modelFile.js';
import { ModelFileError } from '../../src/modelfile/safetensors.js';
import { loadModels, saveBundle } from '../../src/models/bundle.js';
import { saveModel } from '../../src/models/saved.js';
import { tinyTokenizer } from '../support/pretrainedFiles.js';
import {
  smallestModels,
  smallestParser,
  smallestSplitter,
  smallestTagger,
} from '../support/smallestModels.js';
import { tinyJoint } from '../support/tinyJoint.js';

/** What a stranger writes may be anything. */
type Json = Record<string, unknown>;

const files = {
  parser: saveModel(smallestParser(), {}),
  tagger: saveModel(smallestTagger(), {}),
  splitter: saveModel(smallestSplitter(), {}),
  joint: saveModel(tinyJoint(), {}),
  bundle: saveBundle(smallestModels(), {}),
};

/** A sound file with other metadata, and the sentence with which it is refused. */
async function refusal(
  kind: keyof typeof files,
  change: (metadata: Json) => Json,
  tensors?: ModelContents['tensors'],
) {
  const contents = readModel(files[kind]);
  const file = writeModel({ metadata: change(contents.metadata), tensors: tensors ?? contents.tensors });
  const engine = createEngine();
  const before = engine.arena.bytes;
  try {
    await loadModels(engine, file);
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    // Of a bundle some models may have been sound.
    if (kind !== 'bundle') expect(engine.arena.bytes).toBe(before);
    return error.message;
  }
}

const withSettings = (settings: Json) => (metadata: Json) => ({
  ...metadata,
  settings: { ...(metadata.settings as Json), ...settings },
});
const withVocabulary = (vocabulary: Json) => (metadata: Json) => ({
  ...metadata,
  vocabulary: { ...(metadata.vocabulary as Json), ...vocabulary },
});
const withOutputs = (outputs: Json) => (metadata: Json) => {
  const { outputs: own } = metadata.vocabulary as { outputs: Json };
  return withVocabulary({ outputs: { ...own, ...outputs } })(metadata);
};
/** More pieces in the tokenizer. */
const withPieces = (pieces: Json, added_tokens: unknown[] = tinyTokenizer.added_tokens) => {
  const { normalizer, pre_tokenizer, model } = tinyTokenizer;
  const vocab = { ...model.vocab, ...pieces };
  for (const name of added_tokens.length === 0 ? ['[CLS]', '[SEP]'] : []) Reflect.deleteProperty(vocab, name);
  return withVocabulary({
    subwords: { added_tokens, normalizer, pre_tokenizer, model: { ...model, vocab } },
  });
};
const withMore = (more: Json) => (metadata: Json) => ({ ...metadata, ...more });

describe('a model file from a stranger', () => {
  it('is read when nothing is wrong with it', async () => {
    for (const kind of Object.keys(files) as (keyof typeof files)[]) {
      expect(await refusal(kind, (metadata) => metadata)).toBeUndefined();
    }
  });

  it.each<[string, Json, string]>([
    ['no kind', { kind: undefined }, 'nothing'],
    ['a kind that is no text', { kind: { toString: 1 } }, '{"toString":1}'],
    ['a kind that all objects have', { kind: 'constructor' }, '"constructor"'],
  ])('is refused with %s', async (_, more, said) => {
    expect(await refusal('parser', withMore(more))).toBe(
      `The file holds a model of an unknown kind: ${said}.`,
    );
  });

  it('is refused with a card that is none', async () => {
    for (const card of [5, null, 'free', []]) {
      expect(await refusal('tagger', withMore({ card }))).toBe(
        'The card of the model file is not a JSON object.',
      );
      expect(await refusal('bundle', withMore({ card }))).toBe(
        'The card of the model file is not a JSON object.',
      );
    }
  });

  it('is refused with unsound settings', async () => {
    expect(await refusal('parser', withMore({ settings: null }))).toBe(
      'The model file has invalid settings: Settings are a JSON object of names and values.',
    );
    expect(await refusal('parser', withSettings({ toString: 1 }))).toBe(
      'The model file has invalid settings: There is no setting "toString".',
    );
    expect(await refusal('splitter', withSettings({ units: 1e9 }))).toBe(
      'The model file has invalid settings: The setting "units" is a whole number from 1 to 4096, not 1000000000.',
    );
  });

  it('takes no memory for sizes that its tensors do not have', async () => {
    const huge = (metadata: Json) => {
      const { encoder } = metadata.settings as { encoder: Json };
      return withSettings({ encoder: { ...encoder, layers: 16, units: 4096 }, hidden: 4096 })(metadata);
    };
    for (const kind of ['parser', 'tagger'] as const) {
      expect(await refusal(kind, huge)).toMatch(/^The model file lacks the tensor|where \[.*\] is needed\.$/);
    }
  });

  it('is refused with vectors of a part that is not there', async () => {
    for (const vectorsOf of ['toString', 'tagger', 5, { toString: 1 }, null]) {
      const change = (metadata: Json) => {
        const parts = metadata.parts as Record<string, Json>;
        return { ...metadata, parts: { ...parts, parser: { ...parts.parser, vectorsOf } } };
      };
      expect(await refusal('bundle', change)).toBe('The model file lacks the vectors of the parser.');
    }
  });

  it.each<[string, 'parser' | 'tagger' | 'joint', (metadata: Json) => Json]>([
    ['no words', 'parser', withVocabulary({ words: [], counts: [] })],
    ['words that are none', 'parser', withVocabulary({ words: [1, 2], counts: [0, 0] })],
    ['no unknown character', 'tagger', withVocabulary({ characters: [] })],
    ['no outputs', 'parser', withVocabulary({ outputs: undefined })],
    ['nothing to say', 'tagger', withOutputs({ upos: [] })],
    ['edits that are none', 'tagger', withOutputs({ lemma: ['lower'] })],
    ['edits of huge counts', 'tagger', withOutputs({ lemma: [`keep ${'9'.repeat(400)} `] })],
    ['labels that break lines', 'parser', withOutputs({ deprel: ['root', 'a\tb'] })],
    ['heads of other labels', 'parser', withVocabulary({ labelHeads: ['root'] })],
    ['heads of labels that are none', 'parser', withVocabulary({ labelHeads: ['root', 'head'] })],
    ['outputs in another list', 'tagger', withOutputs({ upos: { length: 3 } })],
    ['no pieces', 'joint', withVocabulary({ subwords: undefined })],
    ['pieces without rows', 'joint', withPieces({ '##q': 20 })],
    ['pieces by half', 'joint', withPieces({ '##q': 1.5 })],
    ['no special pieces', 'joint', withPieces({}, [])],
    ['another size', 'joint', withVocabulary({ shape: { layers: 2 } })],
  ])('is refused with %s', async (_, kind, change) => {
    expect(await refusal(kind, change)).toBe('The model file has no valid vocabulary.');
  });

  it.each<[string, Json]>([
    ['no characters', { characters: [] }],
    ['rules without words', { multiword: [['x']] }],
    ['words that break lines', { multiword: [['x', 'a\n', 'b']] }],
    ['patterns without names', { patterns: [1] }],
    ['blanks by number', { blanks: 1 }],
  ])('is refused with an alphabet of %s', async (_, vocabulary) => {
    expect(await refusal('splitter', withVocabulary(vocabulary))).toBe(
      'The model file has no valid alphabet.',
    );
  });

  it('is refused with weights that are no numbers', async () => {
    const { tensors } = readModel(files.parser);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const broken = new Map<string, ModelTensor>(
        [...tensors].map(([name, tensor]) => [name, { ...tensor, data: tensor.data.map(() => value) }]),
      );
      expect(await refusal('parser', (metadata) => metadata, broken)).toMatch(
        /^The tensor "[\w.]+" of the model file has a value that is not a finite number\.$/,
      );
    }
  });

  it('may have any words, labels and tags', async () => {
    const names = ['__proto__', 'constructor', 'toString', '../../etc/passwd'];
    const words = ['(unknown)', '(root)', ...names].slice(0, 4);
    expect(await refusal('parser', withVocabulary({ words, counts: [0, 0, 1, 1] }))).toBeUndefined();
    expect(await refusal('parser', withOutputs({ deprel: names.slice(0, 2) }))).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
