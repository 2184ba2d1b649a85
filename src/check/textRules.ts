// Level 2, the text of a sentence: its tokens, separated by spaces unless MISC has SpaceAfter=No.
import { quoted } from '../conllu/quotation.js';
import type { CheckedBlock } from './block.js';
import { type CheckRule, type Place, rule } from './checkRule.js';
import type { Row } from './row.js';

const noSpace = 'SpaceAfter=No';

export const textRules: readonly CheckRule[] = [
  rule('text-trailing-whitespace', 'The text comment does not end with white space.', function* (block) {
    for (const { line, value } of block.metadata('text').slice(0, 1)) {
      if (value !== undefined && /\s$/u.test(value)) yield { line, text: 'the text ends with white space' };
    }
  }),
  rule('text-form-mismatch', 'The text consists of the forms of the tokens.', (block) =>
    mismatchOf(block, 'text-form-mismatch'),
  ),
  rule('missing-spaceafter', 'A token without a space after it in the text has SpaceAfter=No.', (block) =>
    mismatchOf(block, 'missing-spaceafter'),
  ),
  rule('text-extra-chars', 'The text ends with the last token.', (block) =>
    mismatchOf(block, 'text-extra-chars'),
  ),
  rule('nospaceafter-yes', 'MISC has SpaceAfter=No, not NoSpaceAfter=Yes.', function* ({ rows }) {
    for (const { line, misc } of rows) {
      if (misc.includes('NoSpaceAfter=Yes'))
        yield { line, text: `MISC has NoSpaceAfter=Yes; write ${noSpace}` };
    }
  }),
  rule('spaceafter-value', 'SpaceAfter is No or absent.', function* ({ rows }) {
    for (const { line, misc } of rows) {
      const wrong = misc.find((item) => item.startsWith('SpaceAfter=') && item !== noSpace);
      if (wrong !== undefined)
        yield { line, text: `MISC has ${quoted(wrong)}; the only value of SpaceAfter is No` };
    }
  }),
  rule('spaceafter-empty-node', 'An empty node has no SpaceAfter=No.', function* ({ emptyNodes }) {
    for (const { line, id, misc } of emptyNodes) {
      if (misc.includes(noSpace))
        yield { line, text: `the empty node ${id}, which is not in the text, has ${noSpace}` };
    }
  }),
  rule('spaceafter-mwt-node', 'SpaceAfter=No is on a multiword token, not on its words.', function* (block) {
    for (const { line, id, first, misc } of block.words) {
      const range = block.ranges.find((one) => one.first <= first && first <= one.last);
      if (range && misc.includes(noSpace)) {
        yield { line, text: `word ${id} has ${noSpace}, which belongs to its multiword token ${range.id}` };
      }
    }
  }),
  {
    name: 'spaceafter-newdocpar',
    about: 'The last token before a new document or paragraph has no SpaceAfter=No.',
    start() {
      let before: { file: string; line: number } | undefined;
      return function* (block) {
        const [start] = [...block.metadata('newdoc'), ...block.metadata('newpar')];
        if (start && before?.file === block.file) {
          yield {
            line: before.line,
            text: `the token has ${noSpace}, but a new document or paragraph follows`,
          };
        }
        const last = tokensOf(block).at(-1);
        before = last?.misc.includes(noSpace) ? { file: block.file, line: last.line } : undefined;
      };
    },
  },
];

/** The tokens of the text: multiword tokens, and the words outside them. */
function tokensOf({ rows, ranges }: CheckedBlock): Row[] {
  return rows.filter(({ kind, first }) => {
    if (kind === 'range') return true;
    return kind === 'word' && !ranges.some((range) => range.first <= first && first <= range.last);
  });
}

type Mismatch = 'text-form-mismatch' | 'missing-spaceafter' | 'text-extra-chars';

/** Where text and tokens differ, for one of the rules; after a missing space the comparison continues. */
function* mismatchOf(block: CheckedBlock, name: Mismatch): Generator<Place> {
  const [text] = block.metadata('text');
  if (text?.value === undefined || block.words.length === 0) return;
  let rest = text.value.trimEnd();
  for (const { line, id, form, misc } of tokensOf(block)) {
    if (!rest.startsWith(form)) {
      if (name !== 'text-form-mismatch') return;
      const hint = /^\s/u.test(rest) ? `, perhaps because of a superfluous ${noSpace} before it` : '';
      yield {
        line,
        text: `the text continues with ${quoted(rest)} instead of the form ${quoted(form)} of ${id}${hint}`,
      };
      return;
    }
    rest = rest.slice(form.length);
    if (misc.includes(noSpace)) continue;
    if (name === 'missing-spaceafter' && rest !== '' && !/^\s/u.test(rest)) {
      yield { line, text: `the text has no space after ${quoted(form)}, but MISC of ${id} lacks ${noSpace}` };
    }
    rest = rest.trimStart();
  }
  if (name === 'text-extra-chars' && rest !== '') {
    yield { line: text.line, text: `the text has ${quoted(rest)} after its last token` };
  }
}
