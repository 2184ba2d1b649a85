import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_ENTRY } from '../../src/vectors/byteWindow.js';
import { readVectors } from '../../src/vectors/vectors.js';
import { VectorsError, type WordVectors } from '../../src/vectors/vectorTable.js';
import { cutBytes } from '../support/streams.js';
import { binary, formats, type Vectors } from '../support/vectorFiles.js';

const size = 8;
// What other programs take for ends of words and lines is part of the word here.
const oddWord = fc.constantFrom(
  'constructor',
  '__proto__',
  '10',
  '"',
  '\\',
  '\\"',
  ']',
  '{',
  'a\u00a0b',
  '\u0085',
  '犬',
  '😀',
);
const word = fc.oneof(fc.stringMatching(/^[a-zA-Z]{1,3}$/), oddWord);
// Adding 0 makes −0, which text would not keep, 0.
const number = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const vector = fc.array(number, { minLength: size, maxLength: size });
const anyVectors = fc.array(fc.tuple(word, vector), { minLength: 1, maxLength: 12 });
const anyCuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 10 });

/** More than fits into the window in any format. */
const many = Array.from({ length: 12_000 }, (_, i): Vectors[number] => {
  return [`word${i}`, Array.from({ length: 50 }, (_, k) => ((50 * i + k) % 509) / 64 - 4)];
});

/** The words that are kept, in order, and their numbers. */
function contents({ words, matrix, size }: WordVectors): Vectors {
  return [...words].map(([word, row]) => [word, [...matrix.subarray(row * size, (row + 1) * size)]]);
}

function firstOfEach(vectors: Vectors): Vectors {
  return vectors.filter(([word], i) => vectors.findIndex(([other]) => other === word) === i);
}

describe.each(Object.entries(formats))('%s', (_, { write, knowsItsEnd }) => {
  it('gives the first vector of each word, wherever its chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(anyVectors, anyCuts, async (vectors, cuts) => {
        const bytes = write(vectors);
        const whole = await readVectors(bytes);
        expect(whole.size).toBe(size);
        expect(contents(whole)).toEqual(firstOfEach(vectors));
        expect(await readVectors(cutBytes(bytes, cuts))).toEqual(whole);
        expect(await readVectors([bytes])).toEqual(whole);
      }),
    );
  });

  it('gives only what is wanted, as written or in lower case', async () => {
    await fc.assert(
      fc.asyncProperty(anyVectors, fc.array(word), async (vectors, wanted) => {
        const read = await readVectors(write(vectors), wanted);
        const forms = [...wanted, ...wanted.map((form) => form.toLowerCase())];
        expect(contents(read)).toEqual(firstOfEach(vectors).filter(([form]) => forms.includes(form)));
        expect(read.size).toBe(size);
      }),
    );
  });

  it('is read from a window smaller than the file', async () => {
    const bytes = write(many);
    const { words, matrix } = await readVectors(cutBytes(bytes, [65_536, 10_007]));
    expect(words.size).toBe(many.length);
    const wrong = many.filter(([word, numbers]) => {
      return numbers.some((number, k) => matrix[50 * words.get(word)! + k] !== number);
    });
    expect(wrong).toEqual([]);
    const some = await readVectors(cutBytes(bytes, [3_000_000]), ['word7', 'Word11999', 'Word12000']);
    expect(contents(some)).toEqual([many[7], many[11_999]]);
  });

  it('gives words and numbers or a sentence wherever it is cut or changed', async () => {
    const vectors: Vectors = ['of', 'the', 'a'].map((form, i) => [form, new Array(size).fill(i + 1.5)]);
    const bytes = write(vectors);
    const whole = await readVectors(bytes);
    for (let i = 0; i < bytes.length; i++) {
      const cut = await outcome(bytes.slice(0, i));
      if (cut && knowsItsEnd) expect(cut).toEqual(whole);
      for (const change of [0x01, 0x10, 0x80]) {
        await outcome(bytes.map((byte, k) => (k === i ? byte ^ change : byte)));
      }
    }
  });
});

/** What is read, or nothing if it is refused with a sentence; any other error passes. */
async function outcome(bytes: Uint8Array): Promise<WordVectors | undefined> {
  try {
    const read = await readVectors(bytes);
    expect(read.matrix.length).toBe(read.words.size * read.size);
    return read;
  } catch (error) {
    if (!(error instanceof VectorsError)) throw error;
    expect(error.message).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    return undefined;
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const winkFile = (entry: string) => utf8(`{"dimensions":2,"vectors":{"of":[1,2,3,4],${entry}`);

const refused: Record<string, Uint8Array[]> = {
  'The file of word vectors is empty.': [utf8(''), gzipSync('')],
  'The word vectors are in a zip archive: unpack it first.': [utf8('PK\x03\x04…')],
  'The gzip file of word vectors is truncated or damaged.': [
    gzipSync('of 1 2\n').subarray(0, -1),
    new Uint8Array(gzipSync('of 1 2\n')).fill(0, -8),
    Uint8Array.of(0x1f, 0x8b),
  ],
  'The file is not in a supported format of word vectors: GloVe, word2vec or the JSON of wink-embeddings.': [
    utf8('The cat sat on the mat.\n'),
    utf8('of\nthe\n'),
    utf8('\n'),
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  ],
  'Line 3 of the word vectors has 1 numbers where 2 are needed.': [
    utf8('of 1 2\nthe 1 2\na 1\n'),
    utf8('of 1 2\n\na 1'),
    utf8('2 2\nof 1 2\na 1\n'),
  ],
  'Line 2 of the word vectors has 3 numbers where 2 are needed.': [
    utf8('of 1 2\na 1 2 3\n'),
    utf8('of 1 2\na nan 2 3\n'),
    utf8('1 2\na 1 2 3\n'),
  ],
  'Line 2 of the word vectors has a value that is not a finite number.': [
    utf8('of 1 2\na nan 2\n'),
    utf8('of 1 2\na 1 -inf\n'),
    utf8('of 1 2\na 1 1e39\n'),
    utf8('of 1 2\na 1 x\n'),
    utf8('of 1 2\na  2\n'),
    utf8('1 2\na NaN 2\n'),
  ],
  'Line 1 of the word vectors has a value that is not a finite number.': [
    utf8('of 1 nan\n'),
    utf8('of -Infinity\n'),
  ],
  'Line 2 of the word vectors has no word.': [utf8('of 1 2\n 1 2\n')],
  'Line 2 of the word vectors is not valid UTF-8.': [
    Uint8Array.of(...utf8('of 1 2\na'), 0xff, ...utf8(' 1 2\n')),
    Uint8Array.of(...utf8('1 2\na'), 0xc3, ...utf8(' 1 2\n')),
  ],
  [`Line 2 of the word vectors is longer than ${LONGEST_ENTRY} bytes.`]: [
    utf8(`of 1 2\n${'a'.repeat(3 << 20)}`),
  ],
  'The header of the word vectors announces 0 numbers per word, which is impossible.': [utf8('5 0\n')],
  'The header of the word vectors announces 1000000000000 numbers per word, which is impossible.': [
    utf8('5 1000000000000\n'),
  ],
  'The header of the word vectors announces more words (2) than there are (1).': [
    utf8('2 2\nof 1 2\n'),
    binary([['of', [1, 2]]], '').map((byte, i) => (i === 0 ? byte + 1 : byte)),
  ],
  'The header of the word vectors announces fewer words (1) than there are.': [
    utf8('1 2\nof 1 2\nthe 1 2\n'),
    Buffer.concat([binary([['of', [1, 2]]], '\n'), utf8('the')]),
  ],
  'The word vectors are truncated: entry 1 is incomplete.': [
    binary([['of', [1, 2]]], '').subarray(0, -1),
    utf8('{"dimensions":2,"vectors":{"of":[1'),
    utf8('{"dimensions":2,"vectors":{"of'),
  ],
  'Entry 2 of the word vectors has a value that is not a finite number.': [
    binary(
      [
        ['of', [1, 2]],
        ['a', [1, NaN]],
      ],
      '\n',
    ),
    binary(
      [
        ['of', [1, 2]],
        ['a', [Infinity, 1]],
      ],
      '',
    ),
    winkFile('"a":[1,1e39,3,4]}}'),
  ],
  'Entry 1 of the word vectors is not valid UTF-8.': [
    binary([['@', [1, 2]]], '').map((byte) => (byte === 0x40 ? 0xff : byte)),
    utf8('{"dimensions":2,"vectors":{"@":[1,2,3,4]}}').map((byte) => (byte === 0x40 ? 0xff : byte)),
  ],
  [`Entry 1 of the word vectors is longer than ${LONGEST_ENTRY} bytes.`]: [
    Buffer.concat([utf8('1 2\n'), Buffer.alloc(3 << 20, 'a')]),
    utf8(`{"dimensions":2,"vectors":{"${'a'.repeat(3 << 20)}`),
    utf8(`{"dimensions":2,"vectors":{"a":[${'1,'.repeat(3 << 19)}`),
  ],
  'Entry 2 of the word vectors has 3 numbers where 4 are needed.': [winkFile('"a":[1,2,3]}}')],
  'Entry 2 of the word vectors is not a word and its numbers in JSON.': [
    winkFile('"a":[1,2,x,4]}}'),
    winkFile('"a":[1,null,3,4]}}'),
    winkFile('"a":[1,[2],3,4]}}'),
    winkFile('"a":{"b":1}}}'),
    winkFile('"a\\x":[1,2,3,4]}}'),
  ],
  'The JSON of the word vectors does not have "dimensions" before "vectors".': [
    utf8('{"vectors":{"of":[1,2,3,4]},"dimensions":2}'),
    utf8('{"dimensions":"2","vectors":{"of":[1,2,3,4]}}'),
    utf8('{"dimensions":-2,"vectors":{"of":[1,2,3,4]}}'),
  ],
  'The JSON of the word vectors has "dimensions" after "vectors".': [
    utf8('{"dimensions":2,"vectors":{"of":[1,2,3,4]},"dimensions":1}'),
    utf8('{"dimensions":2,"vectors":{"of":[1,2,3,4]},"dimensions":null}'),
  ],
  'The JSON of the word vectors has no "vectors".': [utf8('{"dimensions":2,"words":["of"]}')],
};

describe('broken word vectors', () => {
  it.each(Object.entries(refused))('%s', async (sentence, files) => {
    for (const file of files) await expect(readVectors(file)).rejects.toThrow(new VectorsError(sentence));
  });
});

describe('word vectors', () => {
  it('may have spaces in their words, as some of GloVe do', async () => {
    const bytes = utf8('the 1 2\n. . . 3 4\n. 5 6\nat a@b.c 7 8\n');
    expect([...(await readVectors(bytes)).words.keys()]).toEqual(['the', '. . .', '.', 'at a@b.c']);
    expect(contents(await readVectors(bytes, ['.']))).toEqual([['.', [5, 6]]]);
  });

  it('may have any space between their parts', async () => {
    // Wherever the window on the file happens to end.
    for (const space of [2 * LONGEST_ENTRY - 20, 2 * LONGEST_ENTRY - 14, 2 * LONGEST_ENTRY]) {
      const file = utf8(`{"a":1,${' '.repeat(space)}"dimensions":1,"vectors":{"of":[7,8,9]}}`);
      const { words, matrix } = await readVectors(cutBytes(file, [65_536]));
      expect([[...words.keys()], [...matrix]]).toEqual([['of'], [7]]);
    }
  });

  it('are those of the wanted words and of the first of the others', async () => {
    const file = utf8('the 1\nof 2\nThe 3\nand 4\nto 5\n');
    const words = async (wanted: string[] | undefined, more?: number) => [
      ...(await readVectors(file, wanted, more)).words.keys(),
    ];
    expect(await words(['The'])).toEqual(['the', 'The']);
    expect(await words(['to'], 2)).toEqual(['the', 'of', 'to']);
    expect(await words([], 3)).toEqual(['the', 'of', 'The']);
    expect(await words(undefined)).toHaveLength(5);
  });

  it('pass on what goes wrong with their stream', async () => {
    // Before and after it is known to be gzip.
    const packed = gzipSync('of 1 2\n'.repeat(1_000_000), { level: 0 });
    for (const length of [5, 4 * LONGEST_ENTRY]) {
      const problem = new Error('The disk is gone.');
      const failing = async function* () {
        yield packed.subarray(0, length);
        throw problem;
      };
      await expect(readVectors(failing())).rejects.toBe(problem);
    }
  });

  it('are read no further than they have to be, and their stream is let go of', async () => {
    const broken = utf8(`of 1 2\n${'x x x\n'.repeat(2_000_000)}`);
    for (const bytes of [broken, gzipSync(broken, { level: 0 })]) {
      let read = 0;
      let closed = false;
      const stream = async function* () {
        try {
          for await (const chunk of cutBytes(bytes, [65_536])) {
            read += chunk.length;
            yield chunk;
          }
        } finally {
          closed = true;
        }
      };
      await expect(readVectors(stream())).rejects.toThrow(/^Line 2 /);
      expect(read).toBeLessThan(4 * LONGEST_ENTRY);
      expect(closed).toBe(true);
    }
  });
});
