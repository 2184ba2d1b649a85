import { describe, expect, it } from 'vitest';
import { ConlluError } from '../../src/conllu/error.js';
import { readSentences } from '../../src/conllu/reader.js';
import { commentValue, lineOfWord, noHead, type Sentence } from '../../src/conllu/sentence.js';
import type { ReadOptions } from '../../src/conllu/sentenceParser.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { tabbed } from '../support/sentences.js';

const fine = '1 a _ _ _ _ 0 root _ _\n\n';

function read(text: string | Uint8Array, options: ReadOptions = {}): Sentence[] {
  const input = typeof text === 'string' ? tabbed(text) : text;
  return [...readSentences(input, { file: 'dev.conllu', ...options })];
}

function errorOf(text: string | Uint8Array, options: ReadOptions = {}): ConlluError {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof ConlluError) return error;
    throw error;
  }
  throw new Error('No error was thrown.');
}

describe('a sentence', () => {
  const text = [
    '#_sent_id_=_tale-1', // the spaces of a comment would become tabs
    '#text=Don’t_go',
    '0.1 _ _ _ _ _ _ _ 2:dep _',
    '1-2 Don’t _ _ _ _ _ _ _ _',
    '1 Do do AUX VB Mood=Imp 3 aux 3:aux _',
    '1.1 x y _ _ _ _ _ _ _',
    '2 n’t not PART RB _ 3 advmod 3:advmod _',
    '3 go go VERB VB _ 0 root 0:root SpaceAfter=No',
    '3.1 _ _ _ _ _ _ _ _ _',
    '3.2 _ _ _ _ _ _ _ _ _',
    '\n',
  ].join('\n');

  it('has its words, ranges, empty nodes and comments, every column as the file has it', () => {
    const [sentence] = read(`${fine}${text}`);
    expect(sentence).toMatchObject({ comments: [], words: [{ form: 'a' }], line: 1 });
    const [, second] = read(`${fine}${text}`);
    expect(second).toEqual({
      comments: ['#_sent_id_=_tale-1', '#text=Don’t_go'],
      words: [
        { ...columns('Do do AUX VB Mood=Imp aux 3:aux _'), id: 1, head: 3 },
        { ...columns('n’t not PART RB _ advmod 3:advmod _'), id: 2, head: 3 },
        { ...columns('go go VERB VB _ root 0:root SpaceAfter=No'), id: 3, head: 0 },
      ],
      ranges: [{ ...columns('Don’t _ _ _ _ _ _ _'), first: 1, last: 2, head: '_' }],
      emptyNodes: [
        { ...columns('_ _ _ _ _ _ 2:dep _'), after: 0, index: 1, head: '_' },
        { ...columns('x y _ _ _ _ _ _'), after: 1, index: 1, head: '_' },
        { ...columns('_ _ _ _ _ _ _ _'), after: 3, index: 1, head: '_' },
        { ...columns('_ _ _ _ _ _ _ _'), after: 3, index: 2, head: '_' },
      ],
      line: 3,
      before: '',
      lineEnd: '\n',
      after: '',
    });
  });

  it('knows the line of each word', () => {
    const [, sentence] = read(`${fine}${text}`);
    const lines = `${fine}${text}`.split('\n');
    for (const { id, form } of sentence.words) {
      expect(lines[lineOfWord(sentence, id) - 1]).toMatch(new RegExp(`^${id} ${form} `));
    }
  });

  it('gives the value of a comment', () => {
    const comments = '# sent_id = tale-1\n# text = 1 + 1 = 2\n#newdoc\n# text = no\n';
    const [sentence] = readSentences(comments + tabbed(fine));
    expect(commentValue(sentence, 'sent_id')).toBe('tale-1');
    expect(commentValue(sentence, 'text')).toBe('1 + 1 = 2');
    expect(commentValue(sentence, 'newdoc')).toBeUndefined();
  });

  it('has no head where the file has none and that is allowed', () => {
    const heads = (text: string) => read(text, { heads: 'optional' })[0].words.map((word) => word.head);
    expect(heads('1 a _ _ _ _ _ _ _ _\n2 b _ _ _ _ 1 _ _ _\n\n')).toEqual([noHead, 1]);
  });

  it('keeps a byte-order mark, blank lines and CRLF', () => {
    const [first, second] = read(`\uFEFF\n${fine}\r\n\n${fine.replaceAll('\n', '\r\n')}`);
    expect(first).toMatchObject({ before: '\uFEFF\n', lineEnd: '\n', after: '\r\n\n', line: 2 });
    expect(second).toMatchObject({ before: '', lineEnd: '\r\n', after: '', line: 6 });
    expect(second.words[0].misc).toBe('_');
  });

  it('comes from an empty file nowhere', () => {
    expect(read('')).toEqual([]);
  });
});

function columns(text: string) {
  const [form, lemma, upos, xpos, feats, deprel, deps, misc] = text.split(' ');
  return { form, lemma, upos, xpos, feats, deprel, deps, misc };
}

// The line at fault is marked with > for the error to be found there.
const errors: [string, string, string, ReadOptions?][] = [
  ['too few columns', '>1 a _ _ _ _ 0 root _\n\n', 'the word has 9 columns instead of 10'],
  ['too many columns', '>1 a _ _ _ _ 0 root _ _ _\n\n', 'the word has 11 columns instead of 10'],
  ['a line of text', '>Hello\n\n', 'the word has 1 column instead of 10'],
  ['a bad id', '>x a _ _ _ _ 0 root _ _\n\n', 'the id "x" is not valid'],
  ['an id with a leading zero', '>01 a _ _ _ _ 0 root _ _\n\n', 'the id "01" is not valid'],
  ['an empty id', '> a _ _ _ _ 0 root _ _\n\n', 'the id "" is not valid'],
  ['the id of ROOT', '>0 a _ _ _ _ 0 root _ _\n\n', 'the id "0" is not valid'],
  ['a bad empty node', '1 a _ _ _ _ 0 root _ _\n>1.0 a _ _ _ _ _ _ _ _\n\n', 'the id "1.0" is not valid'],
  ['a repeated id', '1 a _ _ _ _ 0 root _ _\n>1 b _ _ _ _ 1 dep _ _\n\n', 'the id 1 is repeated'],
  ['a gap', '1 a _ _ _ _ 0 root _ _\n>3 b _ _ _ _ 1 dep _ _\n\n', 'there is a gap in the ids before 3'],
  [
    'a repeated empty node',
    '1 a _ _ _ _ 0 root _ _\n1.1 _ _ _ _ _ _ _ _ _\n>1.1 _ _ _ _ _ _ _ _ _\n\n',
    'the id 1.1 is repeated',
  ],
  ['a gap in empty nodes', '>0.2 _ _ _ _ _ _ _ _ _\n\n', 'there is a gap in the ids before 0.2'],
  [
    'an empty node too late',
    '1 a _ _ _ _ 0 root _ _\n>0.1 _ _ _ _ _ _ _ _ _\n\n',
    'the empty node 0.1 does not directly follow the comments',
  ],
  [
    'an empty node after a range',
    '1 a _ _ _ _ 0 root _ _\n2-3 b _ _ _ _ _ _ _ _\n>1.1 _ _ _ _ _ _ _ _ _\n\n',
    'the empty node 1.1 does not directly follow word 1',
  ],
  [
    'a head out of range',
    '1 a _ _ _ _ 0 root _ _\n>2 b _ _ _ _ 4 dep _ _\n3 c _ _ _ _ 1 dep _ _\n\n',
    'the head 4 of word 2 points past the last word, which is 3',
  ],
  ['a head that is no number', '>1 a _ _ _ _ b root _ _\n\n', 'the head "b" of word 1 is not a number'],
  ['a negative head', '>1 a _ _ _ _ -1 root _ _\n\n', 'the head "-1" of word 1 is not a number'],
  ['a head with a leading zero', '>1 a _ _ _ _ 00 root _ _\n\n', 'the head "00" of word 1 is not a number'],
  ['a missing head', '>1 a _ _ _ _ _ root _ _\n\n', 'word 1 has no head'],
  [
    'a cycle',
    '#c\n1 a _ _ _ _ 0 root _ _\n2-3 x _ _ _ _ _ _ _ _\n>2 b _ _ _ _ 4 dep _ _\n3 c _ _ _ _ 2 dep _ _\n4 d _ _ _ _ 3 dep _ _\n\n',
    'the heads of the words 2, 4, 3 form a cycle',
  ],
  ['a cycle of one', '1 a _ _ _ _ 0 root _ _\n>2 b _ _ _ _ 2 dep _ _\n\n', 'word 2 is its own head'],
  [
    'a cycle beside a missing head',
    '1 a _ _ _ _ _ _ _ _\n>2 b _ _ _ _ 2 dep _ _\n\n',
    'word 2 is its own head',
    { heads: 'optional' },
  ],
  [
    'no root',
    '>#c\n1 a _ _ _ _ 2 dep _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    'the sentence has no root: no word has the head 0',
  ],
  [
    'several roots',
    '1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n>3 c _ _ _ _ 0 root _ _\n\n',
    'the sentence has several roots, the words 1, 3',
  ],
  [
    'very many roots',
    `1 a _ _ _ _ 0 root _ _\n>2 a _ _ _ _ 0 root _ _\n${Array.from({ length: 98 }, (_, at) => `${at + 3} a _ _ _ _ 0 root _ _\n`).join('')}\n`,
    'the sentence has several roots, the words 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 90 more',
  ],
  [
    'a very long id',
    `>${'x'.repeat(999)} a _ _ _ _ 0 root _ _\n\n`,
    `the id "${'x'.repeat(60)}…" is not valid`,
  ],
  [
    'overlapping ranges',
    '1-2 a _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n>2-3 b _ _ _ _ _ _ _ _\n\n',
    'the range 2-3 overlaps the range 1-2',
  ],
  ['a range that is turned round', '>2-1 a _ _ _ _ _ _ _ _\n\n', 'the range 2-1 ends before it starts'],
  [
    'a range after its word',
    '1 a _ _ _ _ 0 root _ _\n>1-2 b _ _ _ _ _ _ _ _\n\n',
    'the range 1-2 does not directly precede word 1',
  ],
  [
    'a range that points nowhere',
    '1 a _ _ _ _ 0 root _ _\n>2-3 b _ _ _ _ _ _ _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    'the range 2-3 points past the last word, which is 2',
  ],
  [
    'a comment among the words',
    '1 a _ _ _ _ 0 root _ _\n>#c\n\n',
    'the comment is among the words of its sentence instead of before them',
  ],
  ['comments alone', '>#c\n#d\n\n', 'the sentence has no words'],
  ['a NUL', '>1 \0 _ _ _ _ 0 root _ _\n\n', 'the line contains a NUL byte'],
  [
    'a carriage return in a line',
    '>1 a\rb _ _ _ _ 0 root _ _\n\n',
    'the line contains a carriage return that is not at its end',
  ],
  [
    'mixed line ends',
    '#c\r\n>1 a _ _ _ _ 0 root _ _\n\n',
    'the line ends differently from the lines before it: CRLF and LF are mixed',
  ],
  [
    'a mixed last line end',
    '1 a _ _ _ _ 0 root _ _\n>\r\n',
    'the line ends differently from the lines before it: CRLF and LF are mixed',
  ],
  ['a range in CoNLL-X', '>1-2 a _ _ _ _ _ _ _ _\n\n', 'the id "1-2" is not valid', { format: 'conllx' }],
  ['a comment in CoNLL-X', '>#c\n\n', 'the word has 1 column instead of 10', { format: 'conllx' }],
  [
    'a bad projective head in CoNLL-X',
    '>1 a _ _ _ _ 0 root x|y _\n\n',
    'the projective head "x|y" of word 1 is not a number',
    { format: 'conllx' },
  ],
];

describe('an error', () => {
  it.each(errors)('is %s', (_name, marked, problem, options) => {
    const line = fine.split('\n').length + marked.split('>')[0].split('\n').length - 1;
    const text = marked.replace('>', '');
    const error = errorOf(fine + text, options);
    expect(error.message).toBe(`dev.conllu:${line}: ${problem}`);
    expect(error).toMatchObject({ name: 'ConlluError', file: 'dev.conllu', line });
  });

  it.each(errors)(
    'is told and its sentence skipped, in lenient mode: %s',
    (_name, marked, problem, options) => {
      const text = marked.replace('>', '');
      const skipped: string[] = [];
      const onSkip = (error: ConlluError) => skipped.push(error.message);
      const sentences = read(`${fine}${text}${fine}${fine}`, { ...options, onSkip });
      expect(sentences.map((sentence) => sentence.words.length)).toEqual([1, 1, 1]);
      expect(skipped).toEqual([expect.stringContaining(problem)]);
    },
  );

  it('costs the whole sentence in lenient mode, up to the next blank line', () => {
    const lines: number[] = [];
    const text = `x a _ _ _ _ 0 root _ _\n# a comment\n1 b _ _ _ _ 0 root _ _\n\n\n${fine}`;
    const sentences = read(text, { onSkip: (error) => lines.push(error.line) });
    expect(lines).toEqual([1]);
    expect(sentences.map(({ line, words }) => [line, words[0].form])).toEqual([[6, 'a']]);
  });

  it('is invalid UTF-8, wherever the line stands', () => {
    const bytes = new TextEncoder().encode(tabbed(`${fine}1 x _ _ _ _ 0 root _ _\n\n${fine}`));
    const bad = bytes.slice();
    bad[bytes.indexOf(0x78)] = 0xc3; // the beginning of a longer sequence
    expect(errorOf(bad).message).toBe('dev.conllu:3: the line is not valid UTF-8');
    const skipped: ConlluError[] = [];
    expect(read(bad, { onSkip: (error) => skipped.push(error) }).map(({ line }) => line)).toEqual([1, 5]);
    expect(skipped.map(({ line }) => line)).toEqual([3]);
  });

  it('is a file of nothing but blank lines', () => {
    expect(errorOf('\n\r\n').message).toBe('dev.conllu:2: the file has no sentence');
    expect(errorOf('\uFEFF').message).toBe('dev.conllu:1: the file has no sentence');
  });

  it('comes after the sentences before it', () => {
    const sentences = readSentences(tabbed(`${fine}1 a\n\n`));
    expect(sentences.next().value).toMatchObject({ line: 1 });
    expect(() => sentences.next()).toThrow('line 3: the word has 2 columns instead of 10');
  });
});

describe('several roots', () => {
  it('are a warning where the caller allows them', () => {
    const warnings: string[] = [];
    const text = '1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 0 root _ _\n\n';
    const sentences = read(text, { onSeveralRoots: (warning) => warnings.push(warning.message) });
    expect(sentences.map(({ words }) => words.length)).toEqual([2]);
    expect(warnings).toEqual(['dev.conllu:2: the sentence has several roots, the words 1, 2']);
  });
});

describe('a file without a blank line at its end', () => {
  it.each([
    ['\n', 3],
    ['', 3],
    ['\r\n', 3],
  ])('is read, and reported where that is asked for: %j', (end, line) => {
    const reports: string[] = [];
    const onMissingBlankLine = (warning: ConlluError) => reports.push(warning.message);
    const text = `${fine}1 a _ _ _ _ 0 root _ _${end}`;
    expect(read(text, { onMissingBlankLine }).map(({ line }) => line)).toEqual([1, 3]);
    expect(reports).toEqual([
      `dev.conllu:${line}: the file ends without a blank line after its last sentence`,
    ]);
    expect(read(text)).toHaveLength(2);
    expect(read(fine, { onMissingBlankLine })).toHaveLength(1);
    expect(reports).toHaveLength(1);
  });

  it('is written with one', () => {
    const [sentence] = read(fine.trimEnd());
    expect(writeSentence(sentence)).toBe(tabbed(fine));
  });

  it('still has all its errors', () => {
    expect(errorOf('1 a _ _ _ _ 2 root _ _').message).toContain('points past the last word');
    expect(errorOf('#c').message).toBe('dev.conllu:1: the sentence has no words');
  });
});

describe('heads that are ignored', () => {
  it.each([
    ['a missing head', '1 a _ _ _ _ _ _ _ _\n\n', [noHead]],
    ['a cycle', '1 a _ _ _ _ 2 dep _ _\n2 b _ _ _ _ 1 dep _ _\n\n', [2, 1]],
    ['several roots', '1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 0 root _ _\n\n', [0, 0]],
    ['a head that is not there', '1 a _ _ _ _ 7 dep _ _\n\n', [7]],
  ])('need not form a tree: %s', (_name, text, heads) => {
    expect(read(text, { heads: 'ignored' })[0].words.map(({ head }) => head)).toEqual(heads);
    expect(() => read(text)).toThrow(ConlluError);
  });

  it('are numbers nevertheless', () => {
    expect(errorOf('1 a _ _ _ _ x dep _ _\n\n', { heads: 'ignored' }).message).toContain('is not a number');
  });
});
