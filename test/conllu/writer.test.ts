import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConlluError } from '../../src/conllu/error.js';
import { readSentences } from '../../src/conllu/reader.js';
import { type Format, newSentence, newWord } from '../../src/conllu/sentence.js';
import type { ReadOptions } from '../../src/conllu/sentenceParser.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { anyFile, anyFileOfX, tabbed } from '../support/sentences.js';

const several: ReadOptions = { onSeveralRoots: () => {} };

function rewritten(input: string | Uint8Array, options: ReadOptions, format?: Format): string {
  return Array.from(readSentences(input, options), (sentence) => writeSentence(sentence, format)).join('');
}

/** A file's bytes after a few insertions, deletions and replacements of the bytes that matter to its structure. */
const damagedFile = fc
  .tuple(
    anyFile.map((text) => new TextEncoder().encode(text)),
    fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat(2),
        insert: fc.array(
          fc.constantFrom(...[...'\0\t\n\r #-._012'].map((c) => c.charCodeAt(0)), 0xc3, 0xff),
          {
            maxLength: 2,
          },
        ),
      }),
      { maxLength: 3 },
    ),
    // Bytes that are missing at the end, often none.
    fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
  )
  .map(([bytes, damages, missing]) => {
    const damaged = [...bytes];
    for (const { at, remove, insert } of damages) damaged.splice(at % damaged.length, remove, ...insert);
    return Uint8Array.from(damaged.slice(0, damaged.length - missing));
  });

/** Of bytes as a string of one character each. */
const withoutMark = (file: string) => file.replace(/^ï»¿/, '');

/** Where the blank line after the last sentence is missing, the writer adds it. */
function closed(file: string): string {
  const last = withoutMark(file)
    .split(/(?<=^|\n)\r?\n/)
    .at(-1);
  if (!last) return file;
  const lineEnd = last.includes('\r\n') ? '\r\n' : '\n';
  return file + lineEnd.repeat(last.endsWith('\n') ? 1 : 2);
}

/** Bytes as a string of one character each, for comparing parts of files that may not be UTF-8. */
const raw = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

describe('writing what was read', () => {
  it('gives a CoNLL-U file back, from text and from bytes', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        expect(rewritten(text, several)).toBe(text);
        expect(rewritten(new TextEncoder().encode(text), several)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a CoNLL-X file back, directly and by way of CoNLL-U', () => {
    fc.assert(
      fc.property(anyFileOfX, (text) => {
        const format = 'conllx';
        expect(rewritten(text, { ...several, format }, format)).toBe(text);
        const converted = rewritten(text, { ...several, format }, 'conllu');
        expect(rewritten(converted, several, format)).toBe(text);
      }),
    );
  });

  it('gives the bytes of any file back that is accepted', () => {
    let accepted = 0;
    fc.assert(
      fc.property(damagedFile, (bytes) => {
        try {
          expect(raw(new TextEncoder().encode(rewritten(bytes, several)))).toBe(closed(raw(bytes)));
          accepted++;
        } catch (error) {
          if (!(error instanceof ConlluError)) throw error;
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('gives each sentence back as it stands in the file where others are skipped, and loses count of none', () => {
    fc.assert(
      fc.property(damagedFile, (bytes) => {
        const errors: ConlluError[] = [];
        const options = { ...several, onSkip: (error: ConlluError) => errors.push(error) };
        const sentences = [...readSentences(bytes, options)];
        const lines = raw(bytes).split(/(?<=\n)/);
        for (const sentence of sentences) {
          const text = raw(new TextEncoder().encode(writeSentence({ ...sentence, before: '' })));
          const rest = closed(lines.slice(sentence.line - 1).join(''));
          const mark = sentence.line === 1 && rest.startsWith('ï»¿') ? 3 : 0;
          expect(rest.slice(mark, mark + text.length)).toBe(text);
        }
        const blocks = withoutMark(raw(bytes))
          .split(/(?<=^|\n)\r?\n/)
          .filter((block) => block !== '');
        expect(sentences.length + errors.length).toBe(Math.max(blocks.length, bytes.length > 0 ? 1 : 0));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('CoNLL-X and CoNLL-U', () => {
  const x = tabbed('1 She she PR PRP f=1|g 2 SBJ 3 S\n2 goes go V VBZ _ 0 ROOT _ _\n\n');
  const u = tabbed('1 She she PR PRP f=1|g 2 SBJ _ PHead=3|PDeprel=S\n2 goes go V VBZ _ 0 ROOT _ _\n\n');

  it('keep the projective arc in MISC', () => {
    expect(rewritten(x, { format: 'conllx' }, 'conllu')).toBe(u);
    expect(rewritten(u, {}, 'conllx')).toBe(x);
  });

  it('lose in CoNLL-X what it has no room for', () => {
    const rich =
      '# c\n1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root 0:root A=1\n1.1 _ _ _ _ _ _ _ _ _\n2 b _ _ _ _ 1 dep _ _\n\n';
    const poor = '1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n';
    expect(rewritten(tabbed(rich), {}, 'conllx')).toBe(tabbed(poor));
  });
});

describe('writing', () => {
  it('writes a new sentence, with _ for what is not known yet', () => {
    const sentence = newSentence([newWord(1, 'Go'), newWord(2, '!')], ['# text = Go!']);
    const row = '_ _ _ _ _ _ _ _';
    expect(writeSentence(sentence)).toBe(`# text = Go!\n${tabbed(`1 Go ${row}\n2 ! ${row}\n\n`)}`);
  });

  it.each(['\t', '\n', '\r', '\0'])('refuses a column with %j', (character) => {
    const sentence = newSentence([newWord(1, `a${character}b`)]);
    for (const format of ['conllu', 'conllx'] as const) {
      expect(() => writeSentence(sentence, format)).toThrow('A column of 1 contains a tab');
    }
  });

  it.each(['text = a', '#a\nb', '#a\r', '#\0', ''])('refuses the comment %j', (comment) => {
    expect(() => writeSentence(newSentence([newWord(1, 'a')], [comment]))).toThrow(
      'A comment must be one line',
    );
  });

  it('refuses words, ranges and empty nodes out of order', () => {
    const words = [newWord(1, 'a'), newWord(2, 'b')];
    const { id: _, ...columns } = { ...newWord(0, '_'), head: '_' };
    const write = (change: object) => () => writeSentence({ ...newSentence(words), ...change });
    expect(write({ words: words.toReversed() })).toThrow('The word 1 has the id 2.');
    const ranges = [2, 1].map((first) => ({ ...columns, first, last: first }));
    expect(write({ ranges })).toThrow('The range of word 1 is out of order.');
    const emptyNodes = [1, 0].map((after) => ({ ...columns, after, index: 1 }));
    expect(write({ emptyNodes })).toThrow('The empty node after 0 is out of order.');
  });
});
