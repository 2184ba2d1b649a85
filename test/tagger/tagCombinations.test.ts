import { describe, expect, it } from 'vitest';
import type { Lexicon } from '../../src/encoder/encoder.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { LemmaTable } from '../../src/tagger/lemmaTable.js';
import { TagCombinations } from '../../src/tagger/tagCombinations.js';
import { lemmatizable, type TagColumn, TaggerVocabulary } from '../../src/tagger/taggerVocabulary.js';

const outputs = {
  upos: ['NOUN', 'PROPN', 'VERB'],
  xpos: ['NN', 'NNP', 'VB', 'VBD'],
  feats: ['Number=Sing', '_'],
  lemma: ['rule'],
};
const columns: readonly TagColumn[] = ['upos', 'xpos', 'feats', 'lemma'];
const known = [
  ['NOUN', 'NN', 'Number=Sing'],
  ['PROPN', 'NNP', 'Number=Sing'],
  ['VERB', 'VB', '_'],
  ['VERB', 'VBD', '_'],
];

function combinationsOf(chosen: readonly TagColumn[], triples: readonly string[][]): TagCombinations {
  const words = triples.map(([upos, xpos, feats]) => ({
    ...lemmatizable('word', { upos, xpos, feats }, columns),
    lemma: 'word',
  }));
  const knowledge = triples.length > 0 ? { lemmas: LemmaTable.of(words) } : {};
  return new TagCombinations(new TaggerVocabulary({} as Lexicon, outputs, knowledge), chosen);
}

/** The tags of each row after the combinations have seen them. */
function reconciled(
  combinations: TagCombinations,
  chosen: readonly TagColumn[],
  scores: readonly number[][][],
): string[][] {
  const { arena } = createEngine();
  const tensors = chosen.map((_, c) => {
    const tensor = arena.scratch([scores.length, scores[0][c].length]);
    tensor.set(scores.flatMap((row) => row[c]));
    return tensor;
  });
  const best = chosen.map((_, c) => Int32Array.from(scores, (row) => row[c].indexOf(Math.max(...row[c]))));
  combinations.reconcile(best, tensors);
  return scores.map((_, row) => chosen.map((name, c) => outputs[name][best[c][row]]));
}

describe('tags of several columns', () => {
  const all = combinationsOf(columns, known);

  it('become the nearest known combination if they contradict each other', () => {
    expect(
      reconciled(all, columns, [
        // PROPN is a little better than NOUN, and NN much better than NNP.
        [[1, 1.2, 0], [3, 0, 0, 0], [2, 0], [0]],
        [[1, 3, 0], [1.2, 1, 0, 0], [2, 0], [0]],
      ]),
    ).toEqual([
      ['NOUN', 'NN', 'Number=Sing', 'rule'],
      ['PROPN', 'NNP', 'Number=Sing', 'rule'],
    ]);
  });

  it('are kept if they go together, or if all known combinations are much less likely', () => {
    expect(
      reconciled(all, columns, [
        [[0, 0, 9], [0, 0, 0, 1], [0, 1], [0]],
        [[0, 0, 9], [9, 0, 0, 0], [9, 0], [0]],
      ]),
    ).toEqual([
      ['VERB', 'VBD', '_', 'rule'],
      ['VERB', 'NN', 'Number=Sing', 'rule'],
    ]);
  });

  it('are those of an exhaustive search', () => {
    const random = new Random(5);
    const scores = Array.from({ length: 300 }, () =>
      columns.map((name) => outputs[name].map(() => Math.fround(2 * random.uniform()))),
    );
    const expected = scores.map((row) => {
      const score = (tags: readonly string[]) =>
        tags.reduce((sum, tag, c) => sum + row[c][outputs[columns[c]].indexOf(tag)], 0);
      const free = columns.map((name, c) => outputs[name][row[c].indexOf(Math.max(...row[c]))]);
      const best = known.map((tags) => [...tags, 'rule']).reduce((a, b) => (score(b) > score(a) ? b : a));
      return score(free) - score(best) <= 1 ? best : free;
    });
    expect(reconciled(all, columns, scores)).toEqual(expected);
  });

  it('are kept without another column, or if no combinations are known', () => {
    const contradicting = [[[0, 9, 0], [9, 8.5, 0, 0], [9, 0], [0]]];
    const plain = ['PROPN', 'NN', 'Number=Sing', 'rule'];
    expect(reconciled(combinationsOf(columns, []), columns, contradicting)).toEqual([plain]);
    const alone = contradicting.map(([upos]) => [upos]);
    expect(reconciled(combinationsOf(['upos'], known), ['upos'], alone)).toEqual([['PROPN']]);
    const nouns = combinationsOf(['upos'], known.slice(0, 1));
    expect(reconciled(nouns, ['upos'], [[[8.5, 9, 0]]])).toEqual([['PROPN']]);
  });
});
