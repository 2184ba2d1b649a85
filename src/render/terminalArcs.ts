// The arcs of a tree in box-drawing characters, one line per word: the left part of a terminal tree.
//
// Each word with dependents has one vertical line, its bracket, from the first dependent to the last. A bracket is to
// the left of the brackets of the descendants that it passes, so that no lines cross in a projective tree.
import { levelsOf, type WordRange } from './levels.js';

const [up, down, left, right] = [1, 2, 4, 8];
const boxes = ' ╵╷│╴╯╮┤╶╰╭├─┴┬┼'; // indexed by the sum of the directions of a cell's lines
const arrow = -1;
const mirrorImages: Record<string, string> = {
  '╯': '╰',
  '╮': '╭',
  '┤': '├',
  '╰': '╯',
  '╭': '╮',
  '├': '┤',
  '►': '◄',
};

/** The distance between the columns of two brackets, in cells. */
const step = 3;

/** The arcs as lines of equal width, by position − 1. */
export function terminalArcs(heads: Int32Array): string[] {
  const brackets = bracketsOf(heads);
  const levels = levelsOf(brackets);
  const width = levels.reduce((a, b) => Math.max(a, b), 0) * step;
  const columns = new Map(brackets.map(({ head }, index) => [head, width - levels[index] * step]));
  const grid = Array.from(heads, () => new Int8Array(width)); // [n+1, width]
  for (const { head, first, last } of brackets) {
    const column = columns.get(head)!;
    for (let word = first; word <= last; word++) {
      grid[word][column] |= (word > first ? up : 0) | (word < last ? down : 0);
    }
  }
  const run = (word: number, from: number, to: number) => {
    grid[word][from] |= right;
    for (let cell = from + 1; cell < to; cell++) grid[word][cell] |= left | right;
  };
  for (let word = 1; word < heads.length; word++) {
    const from = columns.get(heads[word]);
    const own = columns.get(word);
    if (own !== undefined) run(word, own, width);
    if (from === undefined) continue;
    run(word, from, (own ?? width) - 1);
    grid[word][(own ?? width) - 1] = arrow;
  }
  return grid
    .slice(1)
    .map((row) => Array.from(row, (sides) => (sides === arrow ? '►' : boxes[sides])).join(''));
}

/** The same arcs, mirrored for the right of the words. */
export function mirrored(line: string): string {
  return Array.from(line, (character) => mirrorImages[character] ?? character)
    .reverse()
    .join('');
}

/** The brackets of the words that have dependents, deepest words first. */
function bracketsOf(heads: Int32Array): (WordRange & { head: number })[] {
  const brackets = new Map<number, WordRange & { head: number }>();
  for (let word = 1; word < heads.length; word++) {
    const head = heads[word];
    if (head <= 0) continue;
    const { first, last } = brackets.get(head) ?? { first: head, last: head };
    brackets.set(head, { head, first: Math.min(first, word), last: Math.max(last, word) });
  }
  const depths = depthsOf(heads);
  return [...brackets.values()].sort((a, b) => depths[b.head] - depths[a.head]);
}

/** The number of arcs between each word and ROOT. */
function depthsOf(heads: Int32Array): Int32Array {
  const depths = new Int32Array(heads.length); // [n+1]
  const path: number[] = [];
  for (let start = 1; start < heads.length; start++) {
    let word = start;
    for (; word > 0 && depths[word] === 0; word = heads[word]) path.push(word);
    for (let depth = depths[word] + 1; path.length > 0; depth++) depths[path.pop()!] = depth;
  }
  return depths;
}
