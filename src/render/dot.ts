// A dependency tree in the DOT language of Graphviz, which draws it from the root down.
import type { Sentence } from '../conllu/sentence.js';
import { drawnHeads, textOf } from './drawing.js';
import { decimal, withoutForbidden } from './xml.js';

export interface DotOptions {
  /** The probability of each word's arc, by position; more probable arcs are drawn heavier. */
  probabilities?: ArrayLike<number>; // [n+1]
}

/** The tree as a graph: the words are the nodes 1…n, in order below each head, and 0 is ROOT. */
export function dotTree(sentence: Sentence, { probabilities }: DotOptions = {}): string {
  const heads = drawnHeads(sentence);
  const lines = [
    `label=${quoted(textOf(sentence))}`,
    'ordering=out',
    'node [shape=plaintext]',
    '0 [shape=point]',
    ...sentence.words.map(({ id, form, upos }) => `${id} [label=${quoted(form, upos)}]`),
    ...sentence.words.map(({ id, deprel }) => {
      const weight = probabilities ? `, penwidth=${decimal(0.5 + 2 * probabilities[id])}` : '';
      return `${heads[id]} -> ${id} [label=${quoted(deprel)}${weight}]`;
    }),
  ];
  return `digraph {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;
}

/** Lines of text as a DOT string, in which backslashes and HTML entities are special. */
function quoted(...lines: string[]): string {
  const escaped = lines.map((line) =>
    withoutForbidden(line)
      .replace(/[\\"]/g, '\\$&')
      .replace(/&/g, '&amp;')
      .replace(/[\t\n\r]/g, ' '),
  );
  return `"${escaped.join('\\n')}"`;
}
