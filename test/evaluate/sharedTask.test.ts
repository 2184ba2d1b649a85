import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { metricNames, sharedTask } from '../../src/evaluate/sharedTask.js';
import type { Treebank } from '../../src/evaluate/treebank.js';
import { anyPair, treebank } from '../support/evaluation.js';
import { gold, system } from '../support/tapes.js';

/** The counts of each metric: gold, system, correct and, where it has them, aligned words. */
function counts(gold: Treebank, system: Treebank): Record<string, (number | undefined)[]> {
  const metrics = Object.entries(sharedTask(align(gold, system)));
  return Object.fromEntries(
    metrics.map(([name, { gold, system, correct, aligned }]) => [name, [gold, system, correct, aligned]]),
  );
}

describe('the table by hand', () => {
  // Aligned are She, cry, the full stop, Tapes and were. So and ld take the place of sold, didn’t that of did and n’t.
  it('has other tokens, tags, subtypes and punctuation', () => {
    expect(counts(gold, system)).toEqual({
      Tokens: [7, 8, 6, undefined],
      Sentences: [2, 2, 2, undefined],
      Words: [8, 8, 5, undefined],
      UPOS: [8, 8, 4, 5], // not were
      XPOS: [8, 8, 4, 5], // not cry
      UFeats: [8, 8, 5, 5], // in another order and with others that are not universal
      AllTags: [8, 8, 3, 5], // not were and cry
      Lemmas: [8, 8, 5, 5],
      UAS: [8, 8, 3, 5], // not Tapes and were, whose head is not aligned
      LAS: [8, 8, 3, 5],
      CLAS: [5, 5, 2, 3], // of She, n’t, cry, Tapes, sold and She, cry, Tapes, so, ld
      MLAS: [5, 5, 1, 3], // not cry, whose auxiliary is not aligned
      BLEX: [5, 5, 2, 3],
    });
  });

  it('has rates', () => {
    const { Tokens, CLAS } = sharedTask(align(gold, system));
    expect(Tokens).toEqual({ gold: 7, system: 8, correct: 6, precision: 75, recall: 100 * (6 / 7), f1: 80 });
    expect(CLAS).toMatchObject({
      precision: 40,
      recall: 40,
      f1: 40,
      aligned: 3,
      alignedAccuracy: 100 * (2 / 3),
    });
  });

  it('has sentences that are split in other places', () => {
    const joined = treebank(
      'joined',
      `1 Go go VERB VB _ 0 root
       2 . . PUNCT . _ 1 punct
       3 Stay stay VERB VB _ 1 parataxis
       4 there there ADV RB _ 3 advmod
       5 ! ! PUNCT . _ 3 punct`,
    );
    const split = treebank(
      'split',
      `1 Go go VERB VB _ 0 root
       2 . . PUNCT . _ 1 punct`,
      `1 Stay stay VERB VB _ 0 root
       2 there there ADV RB _ 1 advmod
       3 ! ! PUNCT . _ 1 punct`,
    );
    const expected = {
      Sentences: [2, 1, 0, undefined],
      UAS: [5, 5, 4, 5],
      LAS: [5, 5, 4, 5],
      CLAS: [3, 3, 2, 3],
    };
    expect(counts(split, joined)).toMatchObject(expected);
    expect(counts(joined, split)).toMatchObject({ ...expected, Sentences: [1, 2, 0, undefined] });
  });

  it('has functional dependents, subtypes and lemmas that gold lacks', () => {
    const rows = (det: string, mark: string, lemma: string, label: string) =>
      treebank(
        'file',
        `1 The the ${det} DT _ 2 det
         2 dog ${lemma} NOUN NN Number=Sing 4 ${label}
         3 to to PART TO ${mark} 4 mark
         4 bark bark VERB VB VerbForm=Inf 0 root`,
      );
    const gold = rows('DET', '_', 'dog', 'nsubj:outer');
    expect(counts(gold, rows('PRON', '_', 'dog', 'nsubj'))).toMatchObject({
      LAS: [4, 4, 4, 4],
      MLAS: [2, 2, 1, 2],
      BLEX: [2, 2, 2, 2],
    });
    expect(counts(gold, rows('DET', 'PartType=Inf', 'dog', 'nsubj:pass'))).toMatchObject({
      MLAS: [2, 2, 2, 2],
    });
    expect(counts(gold, rows('DET', 'Mood=Inf', 'dogs', 'nsubj'))).toMatchObject({
      MLAS: [2, 2, 1, 2],
      BLEX: [2, 2, 1, 2],
    });
    expect(counts(gold, rows('DET', '_', '_', 'obj'))).toMatchObject({
      Lemmas: [4, 4, 3, 4],
      UAS: [4, 4, 4, 4],
      CLAS: [2, 2, 1, 2],
    });
    const unlemmatized = rows('DET', '_', '_', 'nsubj');
    expect(counts(unlemmatized, gold)).toMatchObject({ Lemmas: [4, 4, 4, 4], BLEX: [2, 2, 2, 2] });
  });
});

describe('the table', () => {
  it('is all 100 for the gold treebank itself', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold]) => {
        const metrics = sharedTask(align(gold, gold));
        for (const name of metricNames) {
          expect(metrics[name]).toMatchObject({ precision: 100, recall: 100, f1: 100 });
          expect(metrics[name].alignedAccuracy ?? 100).toBe(100);
        }
      }),
    );
  });

  it('exchanges precision and recall when gold and system are exchanged', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold, system]) => {
        const there = sharedTask(align(gold, system));
        const back = sharedTask(align(system, gold));
        for (const name of metricNames) {
          const { precision, recall, f1 } = there[name];
          expect(back[name]).toMatchObject({ precision: recall, recall: precision, f1 });
        }
      }),
    );
  });
});
