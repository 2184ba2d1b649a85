// Level 1, the order of ids: words count up from 1, a range precedes its words, an empty node follows its word.
import { listed, quoted } from '../conllu/quotation.js';
import { type CheckRule, rule } from './checkRule.js';

export const idRules: readonly CheckRule[] = [
  rule(
    'invalid-word-id',
    'An id is a number, a range as in 3-4, or an empty node as in 8.1.',
    function* ({ rows }) {
      for (const { line, kind, id } of rows) {
        if (kind === 'unknown' && /^\d/.test(id))
          yield { line, text: `the id ${quoted(id)} is not a number, a range or an empty node` };
      }
    },
  ),
  rule('word-id-sequence', 'The ids of words are 1, 2, 3 and so on.', function* ({ words }) {
    const wrong = words.findIndex(({ first }, at) => first !== at + 1);
    if (wrong < 0) return;
    const found = listed(words.map(({ id }) => id));
    yield {
      line: words[wrong].line,
      text: `the words have the ids ${found}, but ${wrong + 1} was expected`,
    };
  }),
  rule('misplaced-empty-node', 'Empty nodes follow their word, and count up from .1.', function* ({ rows }) {
    let after = 0;
    let index = 0;
    let range: string | undefined;
    for (const { line, kind, id, first, last } of rows) {
      if (kind === 'word') [after, index, range] = [first, 0, undefined];
      else if (kind === 'range') range = id;
      else if (kind === 'emptyNode') {
        index++;
        if (first !== after || last !== index) {
          yield { line, text: `the empty node has the id ${id}, but ${after}.${index} was expected` };
        } else if (range !== undefined) {
          yield { line, text: `the empty node ${id} follows the range ${range} instead of preceding it` };
        }
      }
    }
  }),
  rule('misplaced-word-interval', 'A range directly precedes its first word.', function* ({ rows }) {
    let word = 0;
    for (const { line, kind, id, first, last } of rows) {
      if (kind === 'word') word = first;
      else if (kind === 'range' && first <= last && first !== word + 1) {
        yield { line, text: `the range ${id} does not directly precede word ${first}` };
      }
    }
  }),
  rule('reversed-word-interval', 'A range does not end before it starts.', function* ({ ranges }) {
    for (const { line, id, first, last } of ranges) {
      if (first > last) yield { line, text: `the range ${id} ends before it starts` };
    }
  }),
  rule('word-interval-out', 'A range ends with a word of the sentence.', function* ({ ranges, words }) {
    const n = words.length;
    for (const { line, id, last } of ranges) {
      if (last > n) yield { line, text: `the range ${id} ends after the last word, which is ${n}` };
    }
  }),
  rule('overlapping-word-intervals', 'Ranges share no word.', function* ({ ranges }) {
    let covered: { id: string; last: number } | undefined;
    for (const { line, id, first, last } of ranges) {
      if (covered && first <= covered.last) {
        yield { line, text: `the range ${id} overlaps the range ${covered.id}` };
      }
      if (!covered || last > covered.last) covered = { id, last };
    }
  }),
];
