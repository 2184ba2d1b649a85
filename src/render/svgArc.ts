// One arc of an SVG drawing: a bracket with round corners, an arrow at the dependent, and its label in a gap at the top.
import type { Arc, ArcPart } from './svgLayout.js';
import { decimal, escapeXml } from './xml.js';

/** An arc as it is drawn. */
export interface DrawnArc extends Arc {
  label: string;
  probability: number | undefined;
  /** What a reader sees when pointing at it. */
  title: string;
  /** Set for an arc that another tree lacks, or has with another label. */
  difference?: 'head' | 'label';
}

export const labelSize = 11.5;
/** How far the lowest arc stands from the words, and each further level from the one before. */
const firstLevel = 24;
const levelHeight = 21;
const radius = 7;
const arrow = { length: 7, width: 7 };
/** What is left open in the arc on both sides of its label. */
const clearance = 3;
/** Below this probability an arc has a colour of its own. */
const doubtful = 0.5;

/** How far the arcs of a tree reach from the words, with room for half a label. */
export function heightOf(parts: readonly ArcPart<DrawnArc>[]): number {
  return parts.reduce((highest, part) => Math.max(highest, rise(part)), 0) + labelSize / 2;
}

/**
 * The element of a part of an arc that stands above the words (or below them), where `x` turns distances from the
 * beginning of the line into coordinates and `y` is where the arrows end.
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
  const [left, right] = [x(part.left), x(part.right)];
  const middle = (left + right) / 2;
  const isRoot = arc.head === 0;
  const tipsLeft = arc.dependent < arc.head || isRoot;
  const whole = !part.cutLeft || !part.cutRight; // a part that only passes through needs no label
  const line = isRoot
    ? `M${decimal(left)} ${decimal(top - up * (labelSize / 2 + 1))}V${decimal(y + up * arrow.length)}`
    : bracket(part, left, right, top, whole ? arc.width / 2 + clearance : 0, (hasTip) =>
        hasTip === tipsLeft ? y + up * arrow.length : y,
      );
  const tip = (tipsLeft ? part.cutLeft : part.cutRight)
    ? ''
    : `<path class="tip" fill="currentColor" d="${tipPath(tipsLeft ? left : right, y, up)}"/>`;
  const label = whole
    ? `<text class="label" x="${decimal(middle)}" y="${decimal(top + 0.35 * labelSize)}" font-size="${labelSize}"${
        arc.difference === 'label' ? ' text-decoration="underline"' : ''
      }>${escapeXml(arc.label)}</text>`
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

/** The path from the left end over the top, around a gap of half-width `half`, to the right end; a cut end has no leg. */
function bracket(
  { cutLeft, cutRight }: ArcPart<DrawnArc>,
  left: number,
  right: number,
  top: number,
  half: number,
  foot: (isLeft: boolean) => number,
): string {
  const onward = Math.sign(right - left); // −1 in a drawing from right to left
  const leg = (x: number, isLeft: boolean, inward: number) => {
    const y = foot(isLeft);
    const corner = top + Math.sign(y - top) * radius;
    return { y, corner, turn: x + inward * radius };
  };
  const start = leg(left, true, onward);
  const end = leg(right, false, -onward);
  const d = decimal;
  return [
    cutLeft
      ? `M${d(left)} ${d(top)}`
      : `M${d(left)} ${d(start.y)}V${d(start.corner)}Q${d(left)} ${d(top)} ${d(start.turn)} ${d(top)}`,
    half === 0
      ? ''
      : `H${d((left + right) / 2 - onward * half)}M${d((left + right) / 2 + onward * half)} ${d(top)}`,
    cutRight
      ? `H${d(right)}`
      : `H${d(end.turn)}Q${d(right)} ${d(top)} ${d(right)} ${d(end.corner)}V${d(end.y)}`,
  ].join('');
}

function tipPath(x: number, y: number, up: number): string {
  return `M${decimal(x)} ${decimal(y)}l${-arrow.width / 2} ${up * arrow.length}h${arrow.width}z`;
}
