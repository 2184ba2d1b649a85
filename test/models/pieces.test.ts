import { describe, expect, it } from 'vitest';
import type { ModelTensor } from '../../src/modelfile/modelFile.js';
import { withPiecesOf } from '../../src/models/pieces.js';
import { Subwords } from '../../src/pretrained/subwords.js';
import { unpackedSubwords } from '../../src/pretrained/subwordsData.js';
import { tinyTokenizer } from '../support/pretrainedFiles.js';

const pieces = [
  '[PAD]',
  '[unused0]',
  '[UNK]',
  'а',
  'word',
  '##а',
  '金',
  '##s',
  '1',
  '!',
  '[CLS]',
  '[SEP]',
  'é',
];
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const tokenizer = {
  ...tinyTokenizer,
  added_tokens: special.map((content) => ({ id: pieces.indexOf(content), content, special: true })),
  normalizer: { ...tinyTokenizer.normalizer, lowercase: false, strip_accents: false },
  model: { ...tinyTokenizer.model, vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])) },
};

/** Each row holds the number of its piece twice. */
const rows: ModelTensor = {
  type: 'F32',
  shape: [pieces.length, 2],
  data: Float32Array.from(pieces.flatMap((_, id) => [id, id])),
};
const other: ModelTensor = { type: 'F32', shape: [1], data: Float32Array.of(7) };
const description = {
  kind: 'joint',
  settings: {},
  vocabulary: {
    subwords: Subwords.of(tokenizer).data,
    shape: { pieces: pieces.length, size: 2 },
    lemmas: [],
  },
};
const tensors: [string, ModelTensor][] = [
  ['embeddings.word_embeddings.weight', rows],
  ['other', other],
];

describe('a model with the pieces of one script', () => {
  const { description: less, tensors: lessTensors } = withPiecesOf(['Latin'], { description, tensors });
  const vocabulary = less.vocabulary as typeof description.vocabulary;
  const [all, few] = [description.vocabulary, vocabulary].map(
    ({ subwords }) => new Subwords(unpackedSubwords(subwords)),
  );
  const kept = ['[PAD]', '[UNK]', 'word', '##s', '1', '!', '[CLS]', '[SEP]', 'é'];

  it('keeps its letters, digits, signs and special pieces, each with its row', () => {
    const [[, table], [, untouched]] = lessTensors;
    expect(table.shape).toEqual([kept.length, 2]);
    expect([...table.data]).toEqual(kept.flatMap((piece) => [pieces.indexOf(piece), pieces.indexOf(piece)]));
    expect(vocabulary.shape).toEqual({ pieces: kept.length, size: 2 });
    expect(untouched).toBe(other);
    expect([few.first, few.last, few.unknown].map((id) => kept[id])).toEqual(['[CLS]', '[SEP]', '[UNK]']);
  });

  it('cuts words as before, but for those with letters of other scripts, which are unknown', () => {
    const cut = (subwords: Subwords, names: string[], form: string) =>
      [...subwords.piecesOf(form)].map((id) => names[id]);
    for (const form of ['word', 'words', '1', 'é', 'word1!', 'nothing']) {
      expect(cut(few, kept, form)).toEqual(cut(all, pieces, form));
    }
    expect(cut(all, pieces, 'аа')).toEqual(['а', '##а']);
    for (const form of ['аа', '金']) expect(cut(few, kept, form)).toEqual(['[UNK]']);
  });

  it('is the model itself if it has no such pieces', () => {
    const plain = { description: { ...description, vocabulary: { words: [] } }, tensors };
    expect(withPiecesOf(['Latin'], plain)).toBe(plain);
    expect(() => withPiecesOf(['Klingon'], { description, tensors })).toThrow(
      'Unicode has no script Klingon.',
    );
  });
});
