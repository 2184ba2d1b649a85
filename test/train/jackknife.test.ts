import { describe, expect, it } from 'vitest';
import { foldsOf } from '../../src/train/jackknife.js';
import { toyTreebank } from '../support/toyTreebank.js';

describe('folds', () => {
  it('are dealt out by documents, each sentence into one', () => {
    const treebank = toyTreebank(12, 4, 1).map((sentence, at) =>
      at % 2 === 0 ? { ...sentence, comments: [`# newdoc id = ${at}`] } : sentence,
    );
    const folds = foldsOf(treebank, 3);
    expect(folds.map(({ places }) => places)).toEqual([
      [0, 1, 6, 7],
      [2, 3, 8, 9],
      [4, 5, 10, 11],
    ]);
    for (const { places, sentences, others } of folds) {
      expect(sentences).toEqual(places.map((at) => treebank[at]));
      expect(others).toEqual(treebank.filter((_, at) => !places.includes(at)));
    }
  });

  it('are contiguous where a treebank knows of no documents', () => {
    expect(foldsOf(toyTreebank(7, 4, 1), 3).map(({ places }) => places)).toEqual([
      [0, 1, 2],
      [3, 4],
      [5, 6],
    ]);
  });
});
