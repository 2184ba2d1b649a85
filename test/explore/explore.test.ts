// The explorer on parsers of random weights: its best sequence builds the parser's own tree.
import { describe, expect, it } from 'vitest';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { explorables, explore, longestExplored } from '../../src/explore/explore.js';
import { Ensemble } from '../../src/parser/ensemble.js';
import type { Parser } from '../../src/parser/parser.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { isTree } from '../../src/tree/tree.js';
import { randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';
import { rootCount } from '../support/trees.js';

const sentences = toyTreebank(8, 9, 5);
const names = explorables.map(({ structure }) => structure.system);

/** The parsed sentences, their heads and labels as the explorer has them. */
function parsed(parsers: readonly Parser[]) {
  return new Pipeline({ parsers }).parse(sentences).map(({ trees: [{ sentence }] }) => ({
    sentence,
    heads: [-1, ...sentence.words.map(({ head }) => head)],
    labels: ['', ...sentence.words.map(({ deprel }) => deprel)],
  }));
}

describe.each(names.flatMap((system) => [false, true].map((singleRoot) => ({ system, singleRoot }))))(
  'a model of $system, one root $singleRoot',
  ({ system, singleRoot }) => {
    const parser = randomParser({ system, training: 'crf', singleRoot }, sentences);

    it('has the tree of the parser in its own system, with the labels', () => {
      const ensemble = new Ensemble([parser]);
      for (const { sentence, heads, labels } of parsed([parser])) {
        const { exact, own, system: name } = explore(ensemble, sentence);
        expect({ own, name }).toEqual({ own: true, name: system });
        expect(exact.heads).toEqual(heads);
        expect(exact.labels).toEqual(labels);
      }
    });

    it('has trees in the other systems too', () => {
      const ensemble = new Ensemble([parser]);
      for (const name of names.filter((other) => other !== system)) {
        for (const sentence of sentences) {
          const { exact, greedy, own } = explore(ensemble, sentence, name);
          expect(own).toBe(false);
          for (const heads of [exact.heads, greedy.heads].map((list) => Int32Array.from(list))) {
            expect(isTree(heads)).toBe(true);
            if (singleRoot) expect(rootCount(heads)).toBe(1);
          }
        }
      }
    });
  },
);

it('has the tree of several parsers that average their scores', () => {
  const [one] = [1, 2].map((seed) => randomParser({ training: 'crf' }, sentences, { seed }));
  const other = randomParser({ training: 'crf' }, sentences, { seed: 2, engine: one.parameters.engine });
  const ensemble = new Ensemble([one, other]);
  for (const { sentence, heads } of parsed([one, other])) {
    expect(explore(ensemble, sentence)).toMatchObject({ own: true, exact: { heads } });
  }
});

it('borrows the probabilities of a model that takes no transitions', () => {
  const parser = randomParser({ system: 'edge-factored', labels: false }, sentences);
  const { own, system, exact } = explore(new Ensemble([parser]), sentences[0]);
  expect({ own, system }).toEqual({ own: false, system: 'arc-eager' });
  expect(exact).not.toHaveProperty('labels');
});

it('can be sent to a page', () => {
  const exploration = explore(new Ensemble([randomParser({ training: 'crf' }, sentences)]), sentences[0]);
  expect(structuredClone(exploration)).toEqual(exploration);
});

it('refuses with one sentence what it cannot show', () => {
  const ensemble = new Ensemble([randomParser({ training: 'crf' }, sentences)]);
  const words = Array.from({ length: longestExplored + 1 }, (_, at) => newWord(at + 1, 'ha'));
  expect(() => explore(ensemble, newSentence([]))).toThrow('There are no words to explore.');
  expect(() => explore(ensemble, newSentence(words))).toThrow(
    `The sentence has ${words.length} words, but only sentences of up to ${longestExplored} words can be explored.`,
  );
  const greedy = new Ensemble([randomParser({ training: 'local' }, sentences)]);
  expect(() => explore(greedy, sentences[0])).toThrow('The model is greedy: it has no chart to explore.');
});
