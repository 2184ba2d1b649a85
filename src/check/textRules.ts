// Level 2, the text of a sentence: its tokens, with a blank between them unless MISC says SpaceAfter=No.
import { quoted } from '../conllu/quotation.js';
import type { Block } from './block.js';
import type { Row } from './row.js';
import { type Place, type Rule, rule } from './rule.js';

const noSpace = 'SpaceAfter=No';

export const textRules: readonly Rule[] = [
  rule('text-trailing-whitespace', 'The comment text does not end with a blank.', function* (block) {
    for (const { line, value } of block.metadata('text').slice(0, 1)) {
      if (value !== undefined && /\s$/u.test(value)) yield { line, text: 'the text ends with a blank' };
    }
  }),
  rule('text-form-mismatch', 'The text consists of the forms of the tokens.', (block) =>
    mismatchOf(block, 'text-form-mismatch'),
  ),
  rule('missing-spaceafter', 'A token without a blank after it in the text says SpaceAfter=No.', (block) =>
    mismatchOf(block, 'missing-spaceafter'),
  ),
  rule('text-extra-chars', 'The text ends with the last token.', (block) =>
    mismatchOf(block, 'text-extra-chars'),
  ),
  rule('nospaceafter-yes', 'MISC says SpaceAfter=No and not NoSpaceAfter=Yes.', function* ({ rows }) {
    for (const { line, misc } of rows) {
      if (misc.includes('NoSpaceAfter=Yes'))
        yield { line, text: `MISC has NoSpaceAfter=Yes; write ${noSpace}` };
    }
  }),
  rule('spaceafter-value', 'SpaceAfter has the value No, or is absent.', function* ({ rows }) {
    for (const { line, misc } of rows) {
      const wrong = misc.find((item) => item.startsWith('SpaceAfter=') && item !== noSpace);
      if (wrong !== undefined)
        yield { line, text: `MISC has ${quoted(wrong)}; SpaceAfter has no value but No` };
    }
  }),
  rule('spaceafter-empty-node', 'An empty node has no SpaceAfter=No.', function* ({ emptyNodes }) {
    for (const { line, id, misc } of emptyNodes) {
      if (misc.includes(noSpace))
        yield { line, text: `the empty node ${id}, which is not in the text, has ${noSpace}` };
    }
  }),
  rule(
    'spaceafter-mwt-node',
    'SpaceAfter=No stands at a multiword token and not at its words.',
    function* (block) {
      for (const { line, id, first, misc } of block.words) {
        const range = block.ranges.find((one) => one.first <= first && first <= one.last);
        if (range && misc.includes(noSpace)) {
          yield { line, text: `word ${id} has ${noSpace}, which belongs to its multiword token ${range.id}` };
        }
      }
    },
  ),
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
            text: `the token has ${noSpace}, though a new document or paragraph follows`,
          };
        }
        const last = tokensOf(block).at(-1);
        before = last?.misc.includes(noSpace) ? { file: block.file, line: last.line } : undefined;
      };
    },
  },
];

/** What stands in the text: multiword tokens, and the words outside of them. */
function tokensOf({ rows, ranges }: Block): Row[] {
  return rows.filter(({ kind, first }) => {
    if (kind === 'range') return true;
    return kind === 'word' && !ranges.some((range) => range.first <= first && first <= range.last);
  });
}

type Mismatch = 'text-form-mismatch' | 'missing-spaceafter' | 'text-extra-chars';

/** Where text and tokens part, for the one rule that says so; missing blanks do not keep the rest from being compared. */
function* mismatchOf(block: Block, name: Mismatch): Generator<Place> {
  const [text] = block.metadata('text');
  if (text?.value === undefined || block.words.length === 0) return;
  let rest = text.value.trimEnd();
  for (const { line, id, form, misc } of tokensOf(block)) {
    if (!rest.startsWith(form)) {
      if (name !== 'text-form-mismatch') return;
      const hint = /^\s/u.test(rest) ? `, perhaps because ${noSpace} is too much before it` : '';
      yield {
        line,
        text: `the text goes on with ${quoted(rest)} instead of the form ${quoted(form)} of ${id}${hint}`,
      };
      return;
    }
    rest = rest.slice(form.length);
    if (misc.includes(noSpace)) continue;
    if (name === 'missing-spaceafter' && rest !== '' && !/^\s/u.test(rest)) {
      yield { line, text: `the text has no blank after ${quoted(form)}, but MISC of ${id} lacks ${noSpace}` };
    }
    rest = rest.trimStart();
  }
  if (name === 'text-extra-chars' && rest !== '') {
    yield { line: text.line, text: `the text has ${quoted(rest)} after its last token` };
  }
}
