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
  /** The probability of each word's arc, by position; by default from MISC. */
  probabilities?: ArrayLike<number>; // [n+1]
  /** The offsets of the words in the input text, for JSON. */
  places?: Places;
  /** Whether a tree for the terminal has colours. */
  colour?: boolean;
  /** The width and colours of an SVG, and the positions of words that it highlights. */
  width?: number;
  theme?: Theme;
  marked?: ReadonlySet<number>;
}

/**
 * A sentence in a format in which outputs can be concatenated: CoNLL-U and trees end in a blank line, JSON is one line,
 * several SVG drawings form an HTML page, and several DOT graphs a file for Graphviz.
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
