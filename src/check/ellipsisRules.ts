// Level 3, ellipsis in the enhanced graph: a treebank that has empty nodes needs no orphan in DEPS.
import type { CheckedBlock } from './block.js';
import type { CheckRule } from './checkRule.js';
import { type Row, universalPart } from './row.js';

export const ellipsisRules: readonly CheckRule[] = [
  {
    name: 'empty-node-after-eorphan',
    about: 'A treebank with empty nodes has no orphan in DEPS before the first empty node.',
    start() {
      let [orphan, hasNode]: [string | undefined, boolean] = [undefined, false];
      return function* (block) {
        for (const row of graphOf(block)) {
          if (row.kind === 'emptyNode' && !hasNode) {
            hasNode = true;
            if (orphan)
              yield {
                line: row.line,
                text: `the sentence has an empty node, but ${orphan} has orphan in DEPS`,
              };
          }
          if (isOrphan(row)) orphan ??= `${block.file}:${row.line}`;
        }
      };
    },
  },
  {
    name: 'eorphan-after-empty-node',
    about: 'A treebank with empty nodes has no orphan in DEPS after the first empty node.',
    start() {
      let node: string | undefined;
      return function* (block) {
        for (const row of graphOf(block)) {
          if (row.kind === 'emptyNode') node ??= `${block.file}:${row.line}`;
          if (isOrphan(row) && node)
            yield { line: row.line, text: `DEPS has orphan, but ${node} has an empty node` };
        }
      };
    },
  },
];

/** The rows that have arcs in DEPS. */
function graphOf({ rows }: CheckedBlock): Row[] {
  return rows.filter(({ deps }) => deps !== '_');
}

function isOrphan({ arcs }: Row): boolean {
  return arcs.some(({ relation }) => relation !== undefined && universalPart(relation) === 'orphan');
}
