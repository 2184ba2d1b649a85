import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotTree } from '../../src/render/dot.js';
import { nastyText, sentenceOf, sentenceWith, simple } from '../support/drawings.js';
import { anyTree } from '../support/trees.js';

/** What Graphviz shows for a quoted string: lines, with its escapes and entities undone. */
function linesOf(quoted: string): string[] {
  return quoted
    .slice(1, -1)
    .split('\\n')
    .map((line) => line.replace(/\\(.)/g, '$1').replace(/&amp;/g, '&'));
}

describe('a DOT tree', () => {
  it('has the words as nodes and the arcs as edges', () => {
    expect(dotTree(simple)).toBe(`digraph {
  label="The cat sat on the mat.";
  ordering=out;
  node [shape=plaintext];
  0 [shape=point];
  1 [label="The\\nDET"];
  2 [label="cat\\nNOUN"];
  3 [label="sat\\nVERB"];
  4 [label="on\\nADP"];
  5 [label="the\\nDET"];
  6 [label="mat\\nNOUN"];
  7 [label=".\\nPUNCT"];
  2 -> 1 [label="det"];
  3 -> 2 [label="nsubj"];
  0 -> 3 [label="root"];
  6 -> 4 [label="case"];
  6 -> 5 [label="det"];
  3 -> 6 [label="obl"];
  3 -> 7 [label="punct"];
}
`);
  });

  it('draws surer arcs heavier', () => {
    const sentence = sentenceOf('It/PRON/2/nsubj works/VERB/0/root');
    expect(dotTree(sentence, { probabilities: [1, 0.25, 1] })).toContain(
      '2 -> 1 [label="nsubj", penwidth=1];',
    );
  });

  it('quotes any text', () => {
    fc.assert(
      fc.property(anyTree(3), fc.array(nastyText, { minLength: 3, maxLength: 3 }), (heads, forms) => {
        const sentence = sentenceWith(heads, forms);
        const lines = dotTree(sentence)
          .split('\n')
          .slice(5, 4 + heads.length);
        for (const [index, line] of lines.entries()) {
          const label = /^ {2}\d+ \[label=("(?:[^"\\]|\\.)*")\];$/.exec(line)?.[1] ?? '';
          const form = (forms[index] ?? '')
            .replace(/[\t\n\r]/g, ' ')
            .replace(/[^ -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
          expect(linesOf(label)).toEqual([form, 'X']);
        }
      }),
    );
  });
});
