// Level 1, the format of lines: characters, line ends, blank lines, comments and columns.
import { counted, quoted } from '../conllu/quotation.js';
import type { CheckedBlock } from './block.js';
import { isComment } from './block.js';
import { type CheckRule, type Place, rule } from './checkRule.js';
import { type ColumnName, columnNames, type Row } from './row.js';

export const formatRules: readonly CheckRule[] = [
  rule('invalid-utf-8', 'A file is valid UTF-8.', function* ({ lines }) {
    for (const { number, text } of lines) {
      if (text === undefined) yield { line: number, text: 'the line is not valid UTF-8' };
    }
  }),
  rule(
    'invalid-character',
    'A line has no NUL, and no carriage return except at its end.',
    function* ({ lines }) {
      for (const { number, text } of lines) {
        if (text?.includes('\0')) yield { line: number, text: 'the line contains a NUL byte' };
        if (text?.includes('\r')) {
          yield { line: number, text: 'the line contains a carriage return that is not at its end' };
        }
      }
    },
  ),
  rule('byte-order-mark', 'A file does not start with a byte-order mark.', function* ({ lines, close }) {
    const first = lines[0] ?? close;
    if (first?.hasMark) yield { line: 1, text: 'the file starts with a byte-order mark' };
  }),
  {
    name: 'non-unix-newline',
    about: 'Lines end in LF, not CR LF.',
    start() {
      const reported = new Set<string>();
      return function* ({ file, lines, close }) {
        const found = [...lines, ...(close ? [close] : [])].find(({ end }) => end === '\r\n');
        if (!found || reported.has(file)) return;
        // Most files have it on all lines or on none.
        reported.add(file);
        yield {
          line: found.number,
          text: 'the line ends in CR LF instead of LF; only the first such line is reported',
        };
      };
    },
  },
  rule('unicode-normalization', 'Text is in Unicode normal form NFC.', function* ({ lines }) {
    for (const { number, text } of lines) {
      if (text === undefined || text === text.normalize('NFC')) continue;
      const wrong = text.split('\t').filter((cell) => cell !== cell.normalize('NFC'));
      const places = text.startsWith('#') ? 'the comment' : `${wrong.map(quoted).join(', ')}`;
      yield { line: number, text: `${places} is not in Unicode normal form NFC` };
    }
  }),
  rule('pseudo-empty-line', 'A blank line is empty: it has no white space.', function* ({ close }) {
    if (close && close.text !== '') {
      yield { line: close.number, text: 'the line looks empty, but contains white space' };
    }
  }),
  rule('extra-empty-line', 'Exactly one empty line follows each sentence.', function* ({ lines, close }) {
    if (lines.length === 0 && close) {
      yield { line: close.number, text: 'the empty line follows no sentence' };
    }
  }),
  rule('empty-sentence', 'A sentence has words.', function* ({ lines, comments }) {
    if (comments.length > 0 && comments.length === lines.length) {
      yield { line: lines[0].number, text: 'the comments belong to no sentence' };
    }
  }),
  rule('missing-empty-line', 'An empty line follows the last sentence.', function* ({ lines, close }) {
    const last = lines.at(-1);
    if (!close && last)
      yield { line: last.number, text: 'the file ends without an empty line after its last sentence' };
  }),
  rule('misplaced-comment', 'Comments precede the words of their sentence.', function* ({ lines }) {
    const first = lines.findIndex((line) => !isComment(line));
    for (const line of first < 0 ? [] : lines.slice(first)) {
      if (isComment(line)) yield { line: line.number, text: 'the comment is among the words of a sentence' };
    }
  }),
  rule('invalid-line', 'A non-empty line starts with a digit or #.', function* (block) {
    for (const { number, text } of rowLines(block)) {
      if (!/^\d/.test(text))
        yield { line: number, text: `the line ${quoted(text)} starts with neither a digit nor #` };
    }
  }),
  rule('number-of-columns', 'A word has ten columns, separated by tabs.', function* (block) {
    for (const { number, text } of rowLines(block)) {
      const count = text.split('\t').length;
      if (!/^\d/.test(text) || count === 10) continue;
      yield {
        line: number,
        text: `the line has ${counted(count, 'column')} instead of 10`,
      };
    }
  }),
  rule('empty-column', 'A column without a value contains _.', function* ({ rows }) {
    yield* columnsThat(
      rows,
      columnNames,
      (cell) => cell === '',
      (name) => `the column ${name} is empty; write _`,
    );
  }),
  rule('leading-whitespace', 'FORM and LEMMA do not start with white space.', function* ({ rows }) {
    yield* columnsThat(rows, ['FORM', 'LEMMA'], (cell) => /^\s/u.test(cell), says('starts with white space'));
  }),
  rule('trailing-whitespace', 'FORM and LEMMA do not end with white space.', function* ({ rows }) {
    yield* columnsThat(rows, ['FORM', 'LEMMA'], (cell) => /\s$/u.test(cell), says('ends with white space'));
  }),
  rule('repeated-whitespace', 'FORM and LEMMA have no two spaces in a row.', function* ({ rows }) {
    yield* columnsThat(
      rows,
      ['FORM', 'LEMMA'],
      (cell) => /\s\s/u.test(cell),
      says('has two spaces in a row'),
    );
  }),
  rule('invalid-whitespace', 'Only FORM, LEMMA and MISC may contain white space.', function* ({ rows }) {
    const names = columnNames.filter((name) => !['FORM', 'LEMMA', 'MISC'].includes(name));
    yield* columnsThat(rows, names, (cell) => /\s/u.test(cell), says('contains white space'));
  }),
  rule('invalid-whitespace-mwt', 'A multiword token contains no white space.', function* ({ ranges }) {
    yield* columnsThat(
      ranges,
      ['FORM', 'LEMMA'],
      (cell) => /\s/u.test(cell),
      says('of a multiword token contains white space'),
    );
  }),
  rule(
    'mwt-nonempty-field',
    'A multiword token has only FORM and MISC, and FEATS only for Typo=Yes.',
    function* ({ ranges }) {
      const names = columnNames.filter((name) => !['ID', 'FORM', 'MISC'].includes(name));
      for (const name of names) {
        yield* columnsThat(
          ranges,
          [name],
          (cell) => cell !== '_' && cell !== '' && !(name === 'FEATS' && cell === 'Typo=Yes'),
          says('of a multiword token is not _'),
        );
      }
    },
  ),
];

/** All lines except comments. */
function* rowLines({ lines }: CheckedBlock): Generator<{ number: number; text: string }> {
  for (const line of lines) {
    if (line.text !== undefined && !isComment(line)) yield { number: line.number, text: line.text };
  }
}

function* columnsThat(
  rows: readonly Row[],
  names: readonly ColumnName[],
  isWrong: (cell: string) => boolean,
  text: (name: ColumnName, cell: string) => string,
): Generator<Place> {
  for (const row of rows) {
    for (const name of names) {
      const cell = row.column(name);
      if (isWrong(cell)) yield { line: row.line, text: text(name, cell) };
    }
  }
}

function says(what: string): (name: ColumnName, cell: string) => string {
  return (name, cell) => `the column ${name}, ${quoted(cell)}, ${what}`;
}
