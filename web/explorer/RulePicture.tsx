// The application of a rule, drawn as in the paper: premises above the line, the conclusion below, the new arc on top.
import type { ExploredItem } from '../../src/explore/exploredChart.js';
import { textWidth } from '../../src/render/textWidth.js';
import { ItemShape } from './ItemShape.js';
import { symbolOf } from './notation.js';

export interface RulePictureProps {
  readonly rule: string;
  readonly premises: readonly Drawn[];
  readonly conclusion: Drawn;
  /** Head and modifier. */
  readonly arc?: readonly [number, number];
  /** ROOT, the words, and the end. */
  readonly words: readonly string[];
}

/** An item, or one with only its end known. */
export type Drawn = Pick<ExploredItem, 'i' | 'j' | 'h' | 'b' | 'split'> & { readonly anyBeginning?: boolean };

const shapeHeight = 34;
const wordSize = 12;
const gap = 18;
/** The width of the rule's name. */
const side = 44;

/** A positioned item, with the texts at its corners. */
interface Placed {
  readonly item: Drawn;
  readonly x: number;
  readonly width: number;
  readonly corners: readonly Corner[];
}

interface Corner {
  readonly word: string;
  readonly index: string;
  readonly position: number;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Whether the text is below the corner. */
  readonly below: boolean;
}

export function RulePicture({ rule, premises, conclusion, arc, words }: RulePictureProps) {
  let x = side;
  const above = premises.map((item) => {
    const placed = place(item, x, words);
    x += placed.width + gap;
    return placed;
  });
  // An item that a shift starts is to the right of the item that it follows.
  const begins = premises.length === 1;
  const left = begins ? x : side;
  const room = premises.length === 2 ? x - gap - side : 0;
  const below = place(conclusion, left, words, room);
  const right = Math.max(x - gap, below.x + below.width);
  const arcHeight = arc ? 26 : 0;
  const top = arcHeight + 30;
  const line = top + shapeHeight + (conclusion.h === undefined ? 12 : 24);
  const bottom = premises.length > 0 ? line + 42 : 30;
  const height = bottom + shapeHeight + (conclusion.h === undefined ? 6 : 18);
  const [head, modifier] = (arc ?? []).map((position) => cornerOf(above, position));
  return (
    <svg
      class="rule-picture"
      role="img"
      aria-label={`The picture of the rule: ${rule}`}
      viewBox={`0 0 ${right + 14} ${height}`}
      width={right + 14}
      height={height}
    >
      {above.map((placed, at) => (
        <PlacedItem key={at} placed={placed} y={top} />
      ))}
      {premises.length > 0 && <path class="bar" d={`M${side - 6} ${line}H${right + 6}`} />}
      {premises.length > 0 && (
        <text class="name" x={0} y={line + 4}>
          {symbolOf(rule)}
        </text>
      )}
      <PlacedItem placed={below} y={bottom} />
      {head && modifier && <ArcOver head={head} modifier={modifier} y={arcHeight} />}
    </svg>
  );
}

function PlacedItem({ placed: { item, x, width, corners }, y }: { placed: Placed; y: number }) {
  return (
    <g>
      <ItemShape item={item} x={x} y={y} width={width} height={shapeHeight} />
      {corners.map(({ word, index, x, anchor, below }, at) => (
        <text
          key={at}
          class={below ? 'end' : undefined}
          x={x}
          y={below ? y + shapeHeight + 12 : y - 6}
          text-anchor={anchor}
        >
          {word}
          <tspan class="index" dx="2">
            {index}
          </tspan>
        </text>
      ))}
    </g>
  );
}

function ArcOver({ head, modifier, y }: { head: Corner; modifier: Corner; y: number }) {
  const [from, to] = [centreOf(head), centreOf(modifier)];
  const bend = Math.min(30, 12 + Math.abs(to - from) / 8);
  return (
    <g class="arc-over">
      <path d={`M${from} ${y + 6}C${from} ${y - bend} ${to} ${y - bend} ${to} ${y + 3}`} />
      <path class="arrow" d={`M${to} ${y + 9}l-4 -8h8z`} />
    </g>
  );
}

/** Positions an item so that its words fit: half-trees have their words on top, a tree has its head there. */
function place(item: Drawn, x: number, words: readonly string[], room = 0): Placed {
  const { i, j, h, b } = item;
  const nameOf = (position: number) =>
    item.anyBeginning && position === i ? '…' : shortened(words[position]);
  const indexOf = (position: number) => {
    if (item.anyBeginning && position === i) return '';
    return `${position}${position === i && b !== undefined ? '⁰¹'[b] : ''}`;
  };
  const needed = [i, j].reduce((sum, position) => sum + textWidth(nameOf(position), wordSize) + 24, 0);
  const width = Math.max(room, needed, 60);
  const corner = (position: number, at: number, anchor: Corner['anchor'], below = false): Corner => ({
    word: nameOf(position),
    index: indexOf(position),
    position,
    x: x + width * at,
    anchor,
    below,
  });
  const ends = h !== undefined;
  const corners = [corner(i, 0, 'start', ends), corner(j, 1, 'end', ends)];
  if (h !== undefined) corners.push(corner(h, (h - i) / (j - i), h === i ? 'start' : 'middle'));
  return { item, x, width, corners };
}

/** The corner of the word at an end of an arc. */
function cornerOf(placed: readonly Placed[], position: number): Corner | undefined {
  return placed
    .flatMap(({ corners }) => corners)
    .find((corner) => corner.position === position && !corner.below);
}

/** The middle of the text at a corner. */
function centreOf({ x, word, index, anchor }: Corner): number {
  const width = textWidth(word, wordSize) + textWidth(index, 9) + 2;
  return anchor === 'middle' ? x : anchor === 'start' ? x + width / 2 : x - width / 2;
}

function shortened(word: string): string {
  return word.length > 12 ? `${word.slice(0, 11)}…` : word;
}
