// The layout of the words and arcs of an SVG drawing: geometry in pixels, without any SVG.
//
// Arcs are brackets over the words, nested by level: an arc is one level above the highest arc over any of the gaps
// between words that it spans. The ends of the arcs of one word are side by side, the longest in the middle. So no two
// arcs touch in a projective tree. Words move apart until each label fits between the ends of its arc.
import { levelsOf } from './levels.js';

/** An arc to be placed. */
export interface LayoutArc {
  head: number;
  dependent: number;
  /** The width of its label. */
  width: number;
}

/** The part of an arc on one line of words: the whole arc, or its remainder at a line break. */
export interface ArcPart<A extends LayoutArc> {
  arc: A;
  level: number;
  /** Its ends; equal for an arc from ROOT. */
  left: number;
  right: number;
  /** Whether it continues beyond the start or end of the line. */
  cutLeft: boolean;
  cutRight: boolean;
}

export interface LayoutLine<A extends LayoutArc> {
  first: number;
  last: number;
  width: number;
  /** The middle of each word, from `first` on. */
  centres: number[];
  /** For each of the trees, the parts of its arcs. */
  trees: ArcPart<A>[][];
}

/** The distance between the ends of two arcs at one word. */
const endDistance = 8;
/** The least distance between two words, and between a label and the ends of its arc. */
const wordGap = 14;
const labelGap = 11;

/**
 * The lines of a drawing of one or several trees over words with these widths [n+1], at most `width` wide unless a
 * single word is wider.
 */
export function layout<A extends LayoutArc>(
  widths: readonly number[],
  trees: readonly (readonly A[])[],
  width: number,
): LayoutLine<A>[] {
  const sorted = trees.map((arcs) => arcs.toSorted((a, b) => lengthOf(a) - lengthOf(b)));
  const lines: LayoutLine<A>[] = [];
  for (let first = 1; first < widths.length; first = lines.at(-1)!.last + 1) {
    let line = lineOf(widths, sorted, first, width === Infinity ? widths.length - 1 : first);
    while (line.last < widths.length - 1) {
      const longer = lineOf(widths, sorted, first, line.last + 1);
      if (longer.width > width) break;
      line = longer;
    }
    lines.push(line);
  }
  return lines;
}

/** The number of words that an arc spans; an arc from ROOT comes from above, over all others. */
function lengthOf({ head, dependent }: LayoutArc): number {
  return head === 0 ? Infinity : Math.abs(head - dependent);
}

function lineOf<A extends LayoutArc>(
  widths: readonly number[],
  trees: readonly (readonly A[])[],
  first: number,
  last: number,
): LayoutLine<A> {
  const parts = trees.map((arcs) => partsOf(arcs, first, last));
  const ends = parts.map((tree) => endsOf(tree));
  const centres: number[] = [];
  let edge = 0; // the end of the last word
  for (let word = first; word <= last; word++) {
    const here = ends.flatMap((tree) => tree.get(word) ?? []);
    const half = here.reduce((reach, end) => Math.max(reach, reachOf(end)), widths[word] / 2);
    let centre = edge + half + (word > first ? wordGap : 0);
    for (const { part, side, offset } of here) {
      if (side === 'right') centre = Math.max(centre, part.left + part.arc.width + 2 * labelGap - offset);
    }
    for (const { part, side, offset } of here) {
      if (side !== 'right') part.left = centre + offset;
      if (side !== 'left') part.right = centre + offset;
    }
    centres.push(centre);
    edge = centre + half;
  }
  let width = edge;
  for (const { arc, left, cutLeft, cutRight } of parts.flat()) {
    if (cutRight && !cutLeft) width = Math.max(width, left + arc.width + 2 * labelGap);
  }
  for (const part of parts.flat()) if (part.cutRight) part.right = width;
  return { first, last, width, centres, trees: parts };
}

/** The parts of the arcs on a line, with their levels; the arcs are sorted by length, so that inner ones are lower. */
function partsOf<A extends LayoutArc>(arcs: readonly A[], first: number, last: number): ArcPart<A>[] {
  const parts: ArcPart<A>[] = [];
  for (const arc of arcs) {
    const [left, right] = wordsOf(arc);
    if (right < first || left > last) continue;
    parts.push({ arc, level: 0, left: 0, right: 0, cutLeft: left < first, cutRight: right > last });
  }
  // An arc spans the gaps after the words from its left end on; the gap before the line has the number of the word before.
  const between = parts.filter(({ arc }) => arc.head !== 0);
  const levels = levelsOf(
    between.map(({ arc }) => {
      const [left, right] = wordsOf(arc);
      return { first: Math.max(left, first - 1), last: Math.min(right - 1, last) };
    }),
  );
  between.forEach((part, index) => {
    part.level = levels[index];
  });
  const top = 1 + levels.reduce((a, b) => Math.max(a, b), 0);
  for (const part of parts) if (part.arc.head === 0) part.level = top;
  return parts;
}

interface End<A extends LayoutArc> {
  part: ArcPart<A>;
  /** Which end of its arc. */
  side: 'left' | 'right' | 'root';
  /** The distance from the middle of the word. */
  offset: number;
}

/** How far an end extends from the middle of its word: an arc from ROOT has its label above it. */
function reachOf<A extends LayoutArc>({ part, side, offset }: End<A>): number {
  return Math.abs(offset) + (side === 'root' ? Math.max(part.arc.width, endDistance) : endDistance) / 2;
}

/** The ends of arcs at each word, from left to right. */
function endsOf<A extends LayoutArc>(parts: readonly ArcPart<A>[]): Map<number, End<A>[]> {
  const ends = new Map<number, End<A>[]>();
  const add = (word: number, part: ArcPart<A>, side: End<A>['side']) => {
    if (!ends.has(word)) ends.set(word, []);
    ends.get(word)!.push({ part, side, offset: 0 });
  };
  for (const part of parts) {
    const [left, right] = wordsOf(part.arc);
    if (part.arc.head === 0) add(left, part, 'root');
    else {
      if (!part.cutLeft) add(left, part, 'left');
      if (!part.cutRight) add(right, part, 'right');
    }
  }
  // Arcs to the left, shortest first, then arcs to the right, longest first.
  const place = ({ part, side }: End<A>) => (side === 'right' ? -1 : 1) / lengthOf(part.arc);
  for (const here of ends.values()) {
    here.sort((a, b) => place(a) - place(b));
    here.forEach((end, index) => {
      end.offset = (index - (here.length - 1) / 2) * endDistance;
    });
  }
  return ends;
}

/** The words at which an arc ends, the left one first; an arc from ROOT ends at one. */
function wordsOf({ head, dependent }: LayoutArc): [number, number] {
  if (head === 0) return [dependent, dependent];
  return [Math.min(head, dependent), Math.max(head, dependent)];
}
