import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mirrored, terminalArcs } from '../../src/render/terminalArcs.js';
import { isProjective } from '../../src/tree/projectivity.js';
import { allTrees, anyProjectiveTree, anyTree } from '../support/trees.js';

const goesUp = '│├┤╰╯┴┼';
const goesDown = '│├┤╭╮┬┼';

/** Follows the lines of a drawing back from each arrow to the word it comes from, as an eye does. */
function readHeads(lines: readonly string[]): Int32Array {
  const rows = lines.map((line) => [...line]);
  const heads = rows.map((row) => {
    let cell = row.indexOf('►');
    if (cell < 0) return 0;
    // To the left, straight through crossings, up to the bracket of the head.
    do cell--;
    while (row[cell] === '─' || row[cell] === '┼');
    return bracketOwner(rows, row, cell);
  });
  return Int32Array.of(-1, ...heads);
}

/** The word whose own line starts at the bracket that passes a cell. */
function bracketOwner(rows: string[][], start: string[], cell: number): number {
  let top = rows.indexOf(start);
  while (top > 0 && goesUp.includes(rows[top][cell])) top--;
  for (let row = top; row === top || goesUp.includes(rows[row][cell]); row++) {
    // Its own line goes to the right as far as the words; those of the dependents end in an arrow.
    const line = rows[row].slice(cell).join('');
    if (/^[├╰╭][─┼]*$/.test(line)) return row + 1;
    if (!goesDown.includes(rows[row][cell])) break;
  }
  throw new Error(
    `The bracket in column ${cell} has no owner:\n${rows.map((row) => row.join('')).join('\n')}`,
  );
}

describe('the arcs of a terminal tree', () => {
  it('show every tree so that it can be read back', () => {
    for (let n = 1; n <= 5; n++) {
      for (const heads of allTrees(n)) expect(readHeads(terminalArcs(heads))).toEqual(heads);
    }
    fc.assert(
      fc.property(anyTree(40), (heads) => {
        expect(readHeads(terminalArcs(heads))).toEqual(heads);
      }),
    );
  });

  it('do not cross in a projective tree', () => {
    fc.assert(
      fc.property(anyProjectiveTree(60), (heads) => {
        expect(terminalArcs(heads).join('\n')).not.toContain('┼');
      }),
    );
  });

  it('cross in a tree whose arcs between words cross', () => {
    const heads = Int32Array.of(-1, 3, 4, 0, 3);
    expect(isProjective(heads)).toBe(false);
    expect(terminalArcs(heads)).toEqual(['╭────►', '│  ╭─►', '├──┼──', '╰─►╰──']);
  });

  it('are lines of one width', () => {
    fc.assert(
      fc.property(anyTree(30), (heads) => {
        const lines = terminalArcs(heads);
        expect(lines).toHaveLength(heads.length - 1);
        expect(new Set(lines.map((line) => line.length)).size).toBe(1);
      }),
    );
  });

  it('are empty for words that all hang on ROOT', () => {
    expect(terminalArcs(Int32Array.of(-1, 0, 0))).toEqual(['', '']);
  });

  it('are mirrored for the other side of the words', () => {
    expect(['╭─►', '├──', '╰─►╰──', '┼ │'].map(mirrored)).toEqual(['◄─╮', '──┤', '──╯◄─╯', '│ ┼']);
  });
});
