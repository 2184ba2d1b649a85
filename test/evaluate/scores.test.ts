import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { scores } from '../../src/evaluate/scores.js';
import { anyPair, anyRivals, treebank } from '../support/evaluation.js';
import { gold, system } from '../support/tapes.js';

describe('scores by hand', () => {
  it('count the gold words, with punctuation and without', () => {
    // Right are the heads of She, cry and the full stop; the second sentence has other words.
    expect(scores(align(gold, system), 'with')).toEqual({
      punctuation: 'with',
      sentences: 2,
      words: 8,
      uas: 37.5,
      las: 37.5,
      uem: 0,
      lem: 0,
      upos: 50,
      xpos: 50,
    });
    expect(scores(align(gold, system), 'without')).toMatchObject({
      punctuation: 'without',
      sentences: 2,
      words: 7,
      uas: 100 * (2 / 7),
      las: 100 * (2 / 7),
      upos: 100 * (3 / 7),
      xpos: 100 * (3 / 7),
    });
  });

  it('take labels with their subtypes, and punctuation by its gold tag', () => {
    const rows = (label: string, stop: string, head: number) =>
      treebank(
        'file',
        `1 Tapes tape NOUN NNS _ 2 ${label}
         2 burn burn VERB VBP _ 0 root
         3 . . ${stop} . _ ${head} punct`,
        '1 ! ! PUNCT . _ 0 root',
      );
    const gold = rows('nsubj', 'PUNCT', 2);
    const wrongLabel = align(gold, rows('nsubj:pass', 'PUNCT', 2));
    expect(scores(wrongLabel, 'with')).toMatchObject({ words: 4, uas: 100, las: 75, uem: 100, lem: 50 });
    expect(scores(wrongLabel, 'without')).toMatchObject({
      words: 2,
      las: 50,
      uem: 100,
      lem: 0,
      sentences: 1,
    });
    const wrongStop = align(gold, rows('nsubj', 'SYM', 1));
    expect(scores(wrongStop, 'with')).toMatchObject({ words: 4, uas: 75, uem: 50, upos: 75, xpos: 100 });
    expect(scores(wrongStop, 'without')).toMatchObject({ words: 2, uas: 100, uem: 100, upos: 100 });
  });

  it('have no exact match where the sentence ends elsewhere or has further words', () => {
    const go = '1 Go go VERB VB _ 0 root';
    const stay = '1 stay stay VERB VB _ 0 root';
    const both = '1 Go go VERB VB _ 0 root\n2 stay stay VERB VB _ 1 conj';
    const joined = align(treebank('gold', go, stay), treebank('system', both));
    expect(scores(joined, 'with')).toMatchObject({ uas: 50, uem: 0 });
    const further = '1-2 Go\n1 Go go VERB VB _ 0 root\n2 on on ADV RB _ 1 advmod';
    expect(scores(align(treebank('gold', go), treebank('system', further)), 'with')).toMatchObject({
      uas: 100,
      uem: 0,
    });
  });
});

describe('scores', () => {
  it('are all 100 for the gold treebank itself', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold]) => {
        for (const punctuation of ['with', 'without'] as const) {
          const { words, sentences, punctuation: _, ...rates } = scores(align(gold, gold), punctuation);
          expect(new Set(Object.values(rates))).toEqual(new Set([words > 0 ? 100 : 0]));
          expect(sentences > 0).toBe(words > 0);
        }
      }),
    );
  });

  it('are shares of equal heads, labels and tags where the words are the same', () => {
    fc.assert(
      fc.property(anyRivals, fc.constantFrom('with', 'without'), ([gold, system], punctuation) => {
        const pairs = gold.sentences.map((sentence, i) =>
          sentence.words
            .map((word, j) => ({ word, given: system.sentences[i].words[j] }))
            .filter(({ word }) => punctuation === 'with' || word.upos !== 'PUNCT'),
        );
        type Pair = (typeof pairs)[number][number];
        const sentences = pairs.filter((words) => words.length > 0);
        const share = <Item>(items: Item[], test: (item: Item) => boolean) =>
          items.length === 0 ? 0 : (100 * items.filter(test).length) / items.length;
        const head = ({ word, given }: Pair) => word.head === given.head;
        const arc = ({ word, given }: Pair) => word.head === given.head && word.deprel === given.deprel;
        const found = scores(align(gold, system), punctuation);
        expect(found).toMatchObject({ sentences: sentences.length, words: sentences.flat().length });
        expect(found.uas).toBeCloseTo(share(sentences.flat(), head), 10);
        expect(found.las).toBeCloseTo(share(sentences.flat(), arc), 10);
        expect(found.uem).toBeCloseTo(
          share(sentences, (words) => words.every(head)),
          10,
        );
        expect(found.lem).toBeCloseTo(
          share(sentences, (words) => words.every(arc)),
          10,
        );
        expect(found.upos).toBeCloseTo(
          share(sentences.flat(), ({ word, given }) => word.upos === given.upos),
          10,
        );
        expect(found.xpos).toBeCloseTo(
          share(sentences.flat(), ({ word, given }) => word.xpos === given.xpos),
          10,
        );
      }),
    );
  });
});
