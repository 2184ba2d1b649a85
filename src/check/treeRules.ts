// Level 2, the tree: existing heads, one root, no cycles.
import { cyclesOf, rootsOf } from '../conllu/heads.js';
import { listed, quoted } from '../conllu/quotation.js';
import type { CheckedBlock } from './block.js';
import { type CheckRule, rule } from './checkRule.js';

export const treeRules: readonly CheckRule[] = [
  rule('invalid-head', 'HEAD is a number.', function* ({ words }) {
    for (const { line, head, name } of words) {
      if (head === '_') yield { line, text: `${name} has no HEAD` };
      else if (!isNumber(head)) yield { line, text: `the HEAD ${quoted(head)} of ${name} is not a number` };
    }
  }),
  rule('unknown-head', 'HEAD is 0 or the id of a word.', function* ({ words }) {
    const ids = new Set(['0', ...words.map(({ id }) => id)]);
    for (const { line, head, name } of words) {
      if (isNumber(head) && !ids.has(head))
        yield { line, text: `the HEAD of ${name} is ${listed([head])}, which does not exist` };
    }
  }),
  rule('head-self-loop', 'No word is its own head.', function* ({ words }) {
    for (const { line, id, head, name } of words) {
      if (id === head) yield { line, text: `${name} is its own head` };
    }
  }),
  rule('multiple-roots', 'Exactly one word has the head 0.', function* (block) {
    const heads = headsOf(block);
    const roots = heads ? rootsOf(heads) : [];
    if (roots.length > 1) {
      yield { line: block.words[roots[1] - 1].line, text: `several words have the head 0: ${listed(roots)}` };
    }
  }),
  rule('non-tree', 'The heads of each word lead to 0.', function* (block) {
    for (const cycle of cyclesOf(headsOf(block) ?? new Int32Array(1))) {
      // head-self-loop reports cycles of one word.
      if (cycle.length > 1) {
        yield {
          line: block.words[cycle[0] - 1].line,
          text: `the heads of the words ${listed(cycle)} form a cycle`,
        };
      }
    }
  }),
  rule('0-is-not-root', 'A word with the head 0 has the relation root.', function* ({ words }) {
    for (const { line, head, deprel, name } of words) {
      if (head === '0' && deprel !== '_' && deprel.split(':', 1)[0] !== 'root') {
        yield { line, text: `${name} has the head 0, but the DEPREL ${quoted(deprel)} instead of root` };
      }
    }
  }),
  rule('root-is-not-0', 'A word with the relation root has the head 0.', function* ({ words }) {
    for (const { line, head, deprel, name } of words) {
      if (head !== '0' && head !== '_' && deprel.split(':', 1)[0] === 'root') {
        yield { line, text: `${name} has the DEPREL root, but the head ${listed([head])} instead of 0` };
      }
    }
  }),
];

function isNumber(head: string): boolean {
  return /^(0|[1-9]\d*)$/.test(head);
}

/** The heads by position, [n+1]; undefined unless ids and heads are valid. */
function headsOf({ words }: CheckedBlock): Int32Array | undefined {
  const n = words.length;
  const isSound = words.every(
    ({ first, head }, at) => first === at + 1 && isNumber(head) && Number(head) <= n,
  );
  return isSound ? Int32Array.from([-1, ...words.map(({ head }) => Number(head))]) : undefined;
}
