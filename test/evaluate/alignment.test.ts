import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { align } from '../../src/evaluate/alignment.js';
import { layTreebank, none } from '../../src/evaluate/treebank.js';
import { aligned, anyPair, treebank } from '../support/evaluation.js';

describe('words are aligned', () => {
  const cases: [string, string, string, string][] = [
    ['the same tokens', 'a b c', 'a b c', 'a-a b-b c-c'],
    ['tokens on the same characters', 'ab c d', 'a b c d', 'c-c d-d'],
    ['none across a token boundary', 'ab cd', 'a bc d', ''],
    ['a multiword token with the words it stands for', 'x dont=do+not y', 'x do nt y', 'x-x do-do y-y'],
    ['multiword tokens that agree', 'dont=do+not', 'dont=do+not', 'do-do not-not'],
    ['forms in any case', 'Dont=Do+NOT', 'Dont=do+not', 'Do-do NOT-not'],
    ['multiword tokens that overlap', 'abc=a+b+c de=d+e', 'a bcd=b+c+d e', 'a-a b-b c-c d-d e-e'],
    ['the longest common subsequence', 'abc=x+a+y+b', 'abc=a+b+x', 'a-a b-b'],
    ['the first of equal words', 'abc=a+b', 'abc=a+a+b', 'a-a b-b'],
    ['nothing where no form agrees', 'du=de+le x', 'du=d+u x', 'x-x'],
    ['no word that starts before the multiword token', 'xd o=x+o', 'x do=d+o', 'o-o'],
    [
      'as the official walk does, which is behind by one here',
      'doDO dont=do+nt',
      'do DO dont=do+nt',
      'do-DO nt-nt',
    ],
    ['what comes after one that one side lacks', 'a bc=b+c d', 'a bc d', 'a-a d-d'],
  ];
  it.each(cases)('%s', (_name, gold, system, pairs) => {
    const expected = pairs === '' ? [] : pairs.split(' ').map((pair) => pair.split('-'));
    expect(aligned(gold, system)).toEqual(expected);
  });

  it('by characters alone where no token has several words', () => {
    fc.assert(
      fc.property(anyPair('plain'), ([gold, system]) => {
        const { systemOf } = align(gold, system);
        const expected = gold.words.map(({ span: { start, end } }) =>
          system.words.findIndex(({ span }) => span.start === start && span.end === end),
        );
        expect([...systemOf].map((s) => (s === none ? -1 : s))).toEqual(expected);
      }),
    );
  });

  it('in order, one with one, and by form', () => {
    fc.assert(
      fc.property(anyPair('multiword'), ([gold, system]) => {
        const { systemOf, goldOf } = align(gold, system);
        const partners = systemOf.filter((s) => s !== none);
        expect([...partners]).toEqual([...new Set(partners)].sort((a, b) => a - b));
        systemOf.forEach((s, g) => {
          if (s === none) return;
          expect(goldOf[s]).toBe(g);
          expect(system.words[s].word.form).toBe(gold.words[g].word.form);
        });
        expect(goldOf.filter((g) => g !== none)).toHaveLength(partners.length);
      }),
    );
  });
});

describe('the raw text', () => {
  const one = (form: string) => layTreebank([newSentence([{ ...newWord(1, form), head: 0 }])], 'one');

  it('is without spaces of any kind', () => {
    expect(one('1\u00a0000 \u3000000').text).toBe('1000000');
  });

  it('must be the same: the error says where it is not', () => {
    const gold = treebank(
      'gold',
      '1 He he PRON _ _ 0 root',
      '1-2 don’t\n1 do do AUX _ _ 0 root\n2 n’t not PART _ _ 1 dep',
    );
    const system = treebank('system', '1 He he PRON _ _ 0 root\n2 dont do AUX _ _ 1 dep');
    expect(() => align(gold, system)).toThrow(
      'The texts of gold and system differ: gold continues with "’t" at line 3, but system continues with "t" at line 2.',
    );
    expect(() => align(system, treebank('short', '1 Hed he PRON _ _ 0 root'))).toThrow(
      'The texts of system and short differ: system continues with "ont" at line 2, but short ends there.',
    );
  });

  it('is refused where a form is empty', () => {
    const file = '1 a a X _ _ 0 root\n2-3 \u00a0\n2 b b X _ _ 1 dep\n3 c c X _ _ 1 dep';
    expect(() => treebank('gold', file)).toThrow('gold:2: the form is empty');
  });
});
