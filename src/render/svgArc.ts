// One arc of an SVG drawing: a bracket with round corners, an arrow at the dependent, and its label in a gap at the top.
import type { ArcPart, LayoutArc } from './svgLayout.js';
import { decimal, escapeXml } from './xml.js';

/** An arc to draw. */
export interface DrawnArc extends LayoutArc {
  label: string;
  probability: number | undefined;
  /** Its tooltip. */
  title: string;
  /** Set for an arc that another tree lacks, or has with another label. */
  difference?: 'head' | 'label';
}

export const labelSize = 11.5;
/** The distance of the lowest arc from the words, and of each further level from the one before. */
const firstLevel = 24;
const levelHeight = 21;
const radius = 7;
const arrow = { length: 7, width: 7 };
/** The gap in the arc on both sides of its label. */
const clearance = 3;
/** Arcs below this probability have a different colour. */
const doubtful = 0.5;

/** The height of the arcs of a tree, with room for half a label. */
export function heightOf(parts: readonly ArcPart<DrawnArc>[]): number {
  return parts.reduce((highest, part) => Math.max(highest, rise(part)), 0) + labelSize / 2;
}

/**
 * The element of a part of an arc above the words (or below them). `x` converts distances from the start of the line to
 * coordinates; `y` is the tip of the arrows.
 */
export function arcElement(
  part: ArcPart<DrawnArc>,
  x: (distance: number) => number,
  y: number,
  place: 'above' | 'below',
): string {
  const { arc } = part;
  const up = place === 'above' ? -1 : 1;
  const top = y + up * rise(part);
  const left: Foot = { x: x(part.left), y, cut: part.cutLeft };
  const right: Foot = { x: x(part.right), y, cut: part.cutRight };
  const dependent = arc.head < arc.dependent ? right : left;
  dependent.y += up * arrow.length; // the arrow covers the rest
  const labeled = !left.cut || !right.cut; // a part without ends needs no label
  const line =
    arc.head === 0
      ? `M${decimal(left.x)} ${decimal(top - up * (labelSize / 2 + 1))}V${decimal(right.y)}`
      : bracket(left, right, top, labeled ? arc.width + 2 * clearance : 0);
  const tip = dependent.cut
    ? ''
    : `<path class="tip" fill="currentColor" d="${tipPath(dependent.x, y, up)}"/>`;
  const underline = arc.difference === 'label' ? ' text-decoration="underline"' : '';
  const [labelX, labelY] = [(left.x + right.x) / 2, top + 0.35 * labelSize];
  const label = labeled
    ? `<text class="label" x="${decimal(labelX)}" y="${decimal(labelY)}" font-size="${labelSize}"${underline}>${escapeXml(arc.label)}</text>`
    : '';
  const weight = arc.probability === undefined ? 1.25 : 0.75 + 1.5 * arc.probability;
  const dashes = arc.difference === 'head' ? ' stroke-dasharray="4 3"' : '';
  return [
    `<g class="${classes(arc, place)}" data-head="${arc.head}" data-dependent="${arc.dependent}">`,
    `<title>${escapeXml(arc.title)}</title>`,
    `<path class="line" fill="none" stroke="currentColor" stroke-width="${decimal(weight)}"${dashes} d="${line}"/>`,
    `${tip}${label}</g>\n`,
  ].join('');
}

function rise({ level }: ArcPart<DrawnArc>): number {
  return firstLevel + (level - 1) * levelHeight;
}

function classes({ probability = 1, difference }: DrawnArc, place: 'above' | 'below'): string {
  const names = ['arc'];
  if (probability < doubtful) names.push('unsure');
  if (difference === 'head') names.push(place === 'above' ? 'missed' : 'wrong');
  if (difference === 'label') names.push(place === 'above' ? 'missed-label' : 'wrong-label');
  return names.join(' ');
}

/** An end of an arc, unless the line is cut there. */
interface Foot {
  x: number;
  y: number;
  cut: boolean;
}

/** The path from foot to foot, with a gap in the middle of its top. */
function bracket(left: Foot, right: Foot, top: number, gap: number): string {
  const d = decimal;
  const onward = Math.sign(right.x - left.x); // −1 in a right-to-left drawing
  const corner = top + Math.sign(left.y - top) * radius;
  const rising = `M${d(left.x)} ${d(left.y)}V${d(corner)}Q${d(left.x)} ${d(top)} ${d(left.x + onward * radius)} ${d(top)}`;
  const falling = `H${d(right.x - onward * radius)}Q${d(right.x)} ${d(top)} ${d(right.x)} ${d(corner)}V${d(right.y)}`;
  const gapStart = (left.x + right.x - onward * gap) / 2;
  return [
    left.cut ? `M${d(left.x)} ${d(top)}` : rising,
    gap === 0 ? '' : `H${d(gapStart)}M${d(gapStart + onward * gap)} ${d(top)}`,
    right.cut ? `H${d(right.x)}` : falling,
  ].join('');
}

function tipPath(x: number, y: number, up: number): string {
  return `M${decimal(x)} ${decimal(y)}l${-arrow.width / 2} ${up * arrow.length}h${arrow.width}z`;
}
