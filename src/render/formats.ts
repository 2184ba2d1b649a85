// A sentence in any format that arcwise writes.
import type { Sentence } from '../conllu/sentence.js';
import { writeSentence } from '../conllu/writer.js';
import type { Places } from '../splitter/sentences.js';
import { dotTree } from './dot.js';
import { sentenceJson } from './json.js';
import { probabilitiesOf } from './probabilities.js';
import { svgTree } from './svg.js';
import { terminalTree } from './terminalTree.js';
import type { Theme } from './theme.js';

/** The formats that draw a tree, and JSON. */
export const drawings = ['tree', 'svg', 'dot', 'json'] as const;
export const formats = ['conllu', 'conllx', ...drawings] as const;
export type OutputFormat = (typeof formats)[number];

export interface FormatOptions {
  /** The probability of each word's arc, by position; by default what MISC tells. */
  probabilities?: ArrayLike<number>; // [n+1]
  /** Where the words stand in the text that was given, for JSON. */
  places?: Places;
  /** Whether a tree for the terminal has colours. */
  colour?: boolean;
  /** The width and colours of an SVG. */
  width?: number;
  theme?: Theme;
}

/**
 * The text of a sentence, which may directly follow that of another: CoNLL-U and trees end in a blank line, JSON is one
 * line, and a file of several SVG drawings is a page of HTML, of several DOT graphs a file for Graphviz.
 */
export function formatSentence(
  sentence: Sentence,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  if (format === 'conllu' || format === 'conllx') return writeSentence(sentence, format);
  const given = { ...options, probabilities: options.probabilities ?? probabilitiesOf(sentence) };
  if (format === 'json') return `${JSON.stringify(sentenceJson(sentence, given))}\n`;
  if (format === 'dot') return dotTree(sentence, given);
  if (format === 'svg') return svgTree(sentence, given);
  return `${terminalTree(sentence, given)}\n`;
}
