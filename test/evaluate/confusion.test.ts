import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { confusions, labelPair } from '../../src/evaluate/confusion.js';
import { anyPair, treebank } from '../support/evaluation.js';
import { gold, system } from '../support/tapes.js';

describe('confusions', () => {
  it('are told with the word, its sentence and both heads', () => {
    expect(confusions(align(gold, system), 'with')).toEqual([
      {
        gold: 'nsubj:pass',
        system: 'nsubj',
        count: 1,
        errors: [
          {
            sentence: undefined,
            words: ['Tapes', 'were', 'sold'],
            line: 8,
            word: { id: 1, form: 'Tapes' },
            goldHead: { id: 3, form: 'sold' },
            systemHead: { id: 3, form: 'so' },
          },
        ],
      },
    ]);
  });

  it('come most frequent first, from punctuation only where it counts', () => {
    const rows = (labels: string[]) =>
      treebank(
        'file',
        `1 a a X _ _ 0 ${labels[0]}
         2 b b X _ _ 1 ${labels[1]}
         3 c c X _ _ 1 ${labels[2]}
         4 . . PUNCT _ _ 1 ${labels[3]}`,
      );
    const alignment = align(rows(['root', 'obj', 'obj', 'punct']), rows(['list', 'iobj', 'iobj', 'dep']));
    const found = (punctuation: 'with' | 'without') =>
      confusions(alignment, punctuation).map(({ gold, system, count }) => [gold, system, count]);
    const words = [
      ['obj', 'iobj', 2],
      ['root', 'list', 1],
    ];
    expect(found('with')).toEqual([...words, ['punct', 'dep', 1]]);
    expect(found('without')).toEqual(words);
    expect(confusions(alignment, 'with')[1].errors[0]).toMatchObject({
      goldHead: { id: 0, form: 'ROOT' },
      systemHead: { id: 0, form: 'ROOT' },
    });
  });

  it('are none in the gold treebank itself', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold]) => confusions(align(gold, gold), 'with').length === 0),
    );
  });
});

describe('a pair of labels', () => {
  it.each([
    ['nsubj:aux', ['nsubj', 'aux']],
    ['nsubj:pass:nsubj', ['nsubj:pass', 'nsubj']],
    ['nsubj:nsubj:pass', ['nsubj', 'nsubj:pass']],
    ['nsubj:pass:aux:pass', ['nsubj:pass', 'aux:pass']],
    ['advmod:goeswith', ['advmod', 'goeswith']],
    ['nsubj', undefined],
    ['nsubj:nonsense', undefined],
    ['nsubj:', undefined],
  ])('%s is cut where both are known', (pair, expected) => {
    expect(labelPair(pair, gold, system)).toEqual(expected);
  });
});
