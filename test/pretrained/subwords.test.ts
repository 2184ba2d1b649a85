// Subword pieces against their definitions, over nasty words and, where treebanks are there, all of their words.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { Subwords } from '../../src/pretrained/subwords.js';
import { nastyTexts } from '../support/nastyTexts.js';
import { unigramPieces, wordPieces } from '../support/reference/subwordPieces.js';
import { treebankBytes, treebanks } from '../support/treebanks.js';

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const letters = Array.from('abcdefghijklmnopqrstuvwxyzαβγдеж漢字ßæ0123456789.,:;!?$%()"\'-_/@#&*+=');
const endings = [
  'the',
  'in',
  'ing',
  'ed',
  'er',
  'es',
  'ion',
  'un',
  'believ',
  'able',
  'walk',
  'ght',
  '...',
  'ness',
];
const vocabulary = [
  ...special,
  ...letters,
  ...endings,
  ...[...letters, ...endings].map((piece) => `##${piece}`),
];

const wordPiece = Subwords.of({
  added_tokens: special.map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
  },
});

const scored: [string, number][] = [
  ['<s>', 0],
  ['<pad>', 0],
  ['</s>', 0],
  ['<unk>', 0],
  ...['▁', ...letters, ...endings, ...endings.map((ending) => `▁${ending}`)].map(
    (piece, at): [string, number] => [piece, -2 - Math.sqrt(at + 1) - 1 / piece.length],
  ),
];

const unigram = Subwords.of({
  added_tokens: ['<s>', '<pad>', '</s>', '<unk>'].map((content, id) => ({ id, content, special: true })),
  normalizer: null,
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  model: { type: 'Unigram', unk_id: 3, vocab: scored },
});

const numbers = new Map(vocabulary.map((piece, number) => [piece, number]));

/** The pieces that the definition has; a word without any is one unknown piece. */
const expected = (word: string) => {
  const pieces = wordPieces(word, numbers);
  return pieces.length > 0 ? pieces : [wordPiece.unknown];
};

/** Unassigned and control characters are left out: the library keeps some that BERT removes. */
const isPlain = (word: string) => word !== '' && !/\s|\p{C}|\[/u.test(word) && Array.from(word).length <= 90;

describe('WordPiece', () => {
  test('special pieces', () => {
    expect([wordPiece.first, wordPiece.last, wordPiece.unknown, wordPiece.mask]).toEqual([2, 3, 1, 4]);
  });

  test.each(['unbelievable', 'walking', 'Über', 'naïveté', 'x', '漢字', '$5.50', "don't", '...', '€', '😀'])(
    '%s',
    (word) => {
      expect([...wordPiece.piecesOf(word)]).toEqual(expected(word));
    },
  );

  test('every word has a piece, also one of blanks or of nothing', () => {
    for (const word of ['', ' ', '\u200b', '\u0301']) expect([...wordPiece.piecesOf(word)]).toEqual([1]);
  });

  test('a word of any length has few pieces', () => {
    expect(wordPiece.piecesOf('x'.repeat(100_000)).length).toBeLessThanOrEqual(200);
  });

  test('nasty words', () => {
    fc.assert(
      fc.property(nastyTexts, (text) => {
        for (const word of text.split(/\s+/).filter(isPlain)) {
          expect([...wordPiece.piecesOf(word)], JSON.stringify(word)).toEqual(expected(word));
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test.each(treebanks.filter((name) => name.startsWith('ewt/')))('all words of %s', (name) => {
    const forms = new Set(
      [...readSentences(treebankBytes(name))].flatMap(({ words }) => words.map(({ form }) => form)),
    );
    for (const form of forms)
      if (isPlain(form)) expect([...wordPiece.piecesOf(form)], form).toEqual(expected(form));
  });
});

describe('Unigram', () => {
  test('random words', () => {
    const word = fc
      .array(fc.constantFrom(...letters, ...endings), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, (form) => {
        expect([...unigram.piecesOf(form)]).toEqual(unigramPieces(form, scored, 3));
      }),
      { seed: 1 },
    );
  });

  test('unknown characters', () => {
    expect([...unigram.piecesOf('a😀😀b')]).toEqual(unigramPieces('a😀😀b', scored, 3));
  });
});

test('byte-level pieces know the blank before a word', () => {
  const vocab = Object.fromEntries(['<s>', '</s>', '<unk>', 'Ġ', 'a', 'Ġa'].map((piece, id) => [piece, id]));
  const bytes = Subwords.of({
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    model: { type: 'BPE', unk_token: '<unk>', vocab, merges: ['Ġ a'] },
  });
  expect([...bytes.piecesOf('a')]).toEqual([5]);
});

test('what does not fit is refused with one sentence', () => {
  expect(() => Subwords.of(null)).toThrow('tokenizer.json does not describe a tokenizer.');
  expect(() =>
    Subwords.of({ pre_tokenizer: { type: 'Sorcery' }, model: { type: 'WordPiece', vocab: {} } }),
  ).toThrow(/^The tokenizer cannot be used: /);
  expect(() => Subwords.of({ model: { type: 'WordPiece', vocab: { a: 0 }, unk_token: 'a' } })).toThrow(
    'The tokenizer has none of the special pieces [CLS], <s>.',
  );
  expect(() => wordPiece.checkPieces(20)).toThrow(
    `The tokenizer has ${vocabulary.length} pieces, but the weights have rows for 20.`,
  );
  expect(() => wordPiece.checkPieces(vocabulary.length)).not.toThrow();
});
