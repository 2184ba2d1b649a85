// A dependency tree as an SVG drawing: arcs above the words, or two trees, one above and one below.
import { counted } from '../conllu/quotation.js';
import type { Sentence } from '../conllu/sentence.js';
import { assertSameWords, drawnHeads, rightToLeft, textOf } from './drawing.js';
import { arcElement, type DrawnArc, heightOf, labelSize } from './svgArc.js';
import { layout } from './svgLayout.js';
import { textWidth } from './textWidth.js';
import { fontFamily, styleElement, type Theme } from './theme.js';
import { decimal, escapeXml } from './xml.js';

/** Options of an SVG drawing. */
export interface SvgOptions {
  /** The probability of each word's arc, by position; more probable arcs are drawn heavier. */
  probabilities?: ArrayLike<number>; // [n+1]
  /** The width in pixels at which lines wrap; by default there is one line. */
  width?: number;
  /** `auto` by default. */
  theme?: Theme;
  /** The positions of words to highlight. */
  marked?: ReadonlySet<number>;
  /** By default the direction of most words. */
  direction?: 'ltr' | 'rtl';
}

const wordSize = 16;
const tagSize = 10.5;
const margin = 12;
/** Distances below the tips of the arcs: the baselines of words and tags, and the tips of the arcs below. */
const wordLine = 17;
const tagLine = 33;
const tipLine = 41;
const lineGap = 20;

/** The drawing of a sentence's tree. */
export function svgTree(sentence: Sentence, options: SvgOptions = {}): string {
  const arcs = arcsOf(sentence, options.probabilities);
  return drawing(sentence, [arcs], [], describe(arcs), options);
}

/**
 * Two trees over the same words: the gold tree above, the system's below, with the arcs marked in which they differ.
 * The probabilities are those of the system's arcs.
 */
export function svgComparison(gold: Sentence, system: Sentence, options: SvgOptions = {}): string {
  assertSameWords(gold, system);
  const [above, below] = [arcsOf(gold), arcsOf(system, options.probabilities)];
  const same = { head: 0, label: 0 };
  for (const [index, arc] of above.entries()) {
    const other = below[index];
    if (arc.head !== other.head) arc.difference = 'head';
    else if (arc.label !== other.label) arc.difference = 'label';
    other.difference = arc.difference;
    if (arc.difference !== 'head') same.head++;
    if (arc.difference === undefined) same.label++;
  }
  const description = [
    `Of ${counted(above.length, 'word')}, ${counted(same.head, 'has', 'have')} the same head in both trees and ${same.label} also the same label.`,
    `Gold: ${describe(above)}`,
    `System: ${describe(below)}`,
  ].join(' ');
  return drawing(gold, [above, below], ['gold', 'system'], description, options);
}

function arcsOf(sentence: Sentence, probabilities?: ArrayLike<number>): DrawnArc[] {
  const heads = drawnHeads(sentence);
  return sentence.words.map((word) => {
    const head = heads[word.id];
    const probability = probabilities?.[word.id];
    const relation = head === 0 ? word.deprel : `${word.deprel} of ${sentence.words[head - 1].form}`;
    const chance = probability === undefined ? '' : ` (${decimal(100 * probability)}%)`;
    return {
      head,
      dependent: word.id,
      label: word.deprel,
      width: textWidth(word.deprel, labelSize),
      probability,
      title: `${word.form}: ${relation}${chance}`,
    };
  });
}

function describe(arcs: readonly DrawnArc[]): string {
  return `${arcs.map((arc) => arc.title).join('; ')}.`;
}

function drawing(
  sentence: Sentence,
  trees: readonly DrawnArc[][],
  names: readonly string[],
  description: string,
  options: SvgOptions,
): string {
  const { words } = sentence;
  const { theme = 'auto', direction = directionOf(sentence) } = options;
  const nameWidth = Math.max(0, ...names.map((name) => textWidth(name, tagSize) + margin));
  const start = margin + nameWidth;
  const widths = words.map(({ form, upos }) => Math.max(textWidth(form, wordSize), textWidth(upos, tagSize)));
  const lines = layout([0, ...widths], trees, (options.width ?? Infinity) - start - margin);
  const width = lines.reduce((widest, line) => Math.max(widest, line.width), 0) + start + margin;
  // Everything is laid out from left to right; a text from right to left is its mirror image.
  const x = (distance: number) => (direction === 'rtl' ? width - start - distance : start + distance);

  const arcs: string[] = [];
  const texts: string[] = [];
  let y = margin;
  for (const line of lines) {
    const [above, below] = line.trees;
    const tips = y + heightOf(above);
    for (const part of above.toReversed()) arcs.push(arcElement(part, x, tips, 'above'));
    y = tips + tagLine;
    if (below) {
      for (const part of below.toReversed()) arcs.push(arcElement(part, x, tips + tipLine, 'below'));
      y = tips + tipLine + heightOf(below);
    }
    const heights = [tips - 4, tips + tipLine + 11];
    for (const [index, name] of names.entries()) {
      texts.push(text('muted', x(-(nameWidth + margin) / 2), heights[index], tagSize, name));
    }
    // The words of a line are adjacent elements, so that they can be selected and copied together.
    const placed = line.centres.map((centre, index) => ({ centre, word: words[line.first + index - 1] }));
    for (const { centre, word } of placed) {
      const kind = options.marked?.has(word.id) ? 'word found' : 'word';
      texts.push(text(kind, x(centre), tips + wordLine, wordSize, word.form));
    }
    for (const { centre, word } of placed)
      texts.push(text('muted', x(centre), tips + tagLine, tagSize, word.upos));
    y += lineGap;
  }
  const height = y - lineGap + margin;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" class="arcwise" role="img"',
    ` viewBox="0 0 ${decimal(width)} ${decimal(height)}" width="${decimal(width)}" height="${decimal(height)}"`,
    ` direction="${direction}" font-family="${fontFamily}" text-anchor="middle">\n`,
    `<title>${escapeXml(textOf(sentence))}</title>\n<desc>${escapeXml(description)}</desc>\n`,
    styleElement('tree', theme),
    '<rect class="paper" width="100%" height="100%" fill="none"/>\n',
    ...arcs,
    ...texts,
    '</svg>\n',
  ].join('');
}

function text(kind: string, x: number, y: number, size: number, content: string): string {
  return `<text class="${kind}" fill="currentColor" x="${decimal(x)}" y="${decimal(y)}" font-size="${size}">${escapeXml(content)}</text>\n`;
}

function directionOf({ words }: Sentence): 'ltr' | 'rtl' {
  const turned = words.filter((word) => rightToLeft.test(word.form)).length;
  const lettered = words.filter((word) => /\p{L}/u.test(word.form)).length;
  return turned > lettered / 2 ? 'rtl' : 'ltr';
}
