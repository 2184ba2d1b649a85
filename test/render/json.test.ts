import { describe, expect, it } from 'vitest';
import { sentenceJson } from '../../src/render/json.js';
import { sentenceIn, sentenceOf } from '../support/drawings.js';
import { tabbed } from '../support/sentences.js';

describe('the JSON form of a sentence', () => {
  it('has what its columns tell, and where its tokens stand', () => {
    const sentence = sentenceIn(
      tabbed(
        [
          '# sent_id = s1\n# text = She  didn’t 🐈.\n'.replaceAll(' ', '\u00A0'),
          '1 She she PRON PRP Case=Nom|Number=Sing 4 nsubj _ _\n',
          '2-3 didn’t _ _ _ _ _ _ _ _\n',
          '2 did do AUX VBD _ 4 aux _ _\n',
          '3 n’t not PART RB _ 4 advmod _ _\n',
          '4 🐈 _ VERB _ _ 0 root _ SpaceAfter=No\n',
          '5 . . PUNCT . _ 4 punct _ _\n\n',
        ].join(''),
      ).replaceAll('\u00A0', ' '),
    );
    expect(sentenceJson(sentence)).toEqual({
      id: 's1',
      text: 'She  didn’t 🐈.',
      words: [
        {
          ...{ id: 1, form: 'She', lemma: 'she', upos: 'PRON', xpos: 'PRP', feats: 'Case=Nom|Number=Sing' },
          ...{ head: 4, deprel: 'nsubj', start: 0, end: 3 },
        },
        {
          id: 2,
          form: 'did',
          lemma: 'do',
          upos: 'AUX',
          xpos: 'VBD',
          head: 4,
          deprel: 'aux',
          start: 5,
          end: 8,
        },
        {
          id: 3,
          form: 'n’t',
          lemma: 'not',
          upos: 'PART',
          xpos: 'RB',
          head: 4,
          deprel: 'advmod',
          start: 8,
          end: 11,
        },
        { id: 4, form: '🐈', upos: 'VERB', head: 0, deprel: 'root', start: 12, end: 14 },
        {
          id: 5,
          form: '.',
          lemma: '.',
          upos: 'PUNCT',
          xpos: '.',
          head: 4,
          deprel: 'punct',
          start: 14,
          end: 15,
        },
      ],
      tokens: [{ first: 2, last: 3, form: 'didn’t', start: 5, end: 11 }],
    });
  });

  it('has the place of the whole token at words that do not make it up', () => {
    const sentence = sentenceIn(
      tabbed(
        '1-2 du _ _ _ _ _ _ _ _\n1 de _ ADP _ _ 3 case _ _\n2 le _ DET _ _ 3 det _ _\n3 pain _ NOUN _ _ 0 root _ _\n\n',
      ),
    );
    const { words } = sentenceJson(sentence);
    expect(words.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [0, 2],
      [3, 7],
    ]);
  });

  it('has the places in the text that was given, if they are known', () => {
    const { words } = sentenceJson(sentenceOf('a/X/0/root b/X/1/dep'), {
      places: { starts: [7, 9], ends: [8, 10] },
    });
    expect(words.map(({ start, end }) => [start, end])).toEqual([
      [7, 8],
      [9, 10],
    ]);
  });

  it('leaves out what is not known', () => {
    const sentence = sentenceOf('ab/_/-1/_ _/_/0/root', ['# text = a b _']);
    sentence.words[1].lemma = '_';
    expect(sentenceJson(sentence)).toEqual({
      text: 'a b _',
      words: [
        { id: 1, form: 'ab' },
        { id: 2, form: '_', lemma: '_', head: 0, deprel: 'root' },
      ],
    });
  });

  it('makes a text of the tokens where there is none', () => {
    const json = sentenceJson(sentenceOf('a/X/0/root b/X/1/dep'));
    expect(json.text).toBe('a b');
    expect(json.words.map(({ start, end }) => json.text.slice(start, end))).toEqual(['a', 'b']);
  });

  it('has probabilities if they are given', () => {
    const { words } = sentenceJson(sentenceOf('a/X/0/root b/X/1/dep'), { probabilities: [1, 0.75, 0.5] });
    expect(words.map(({ probability }) => probability)).toEqual([0.75, 0.5]);
  });
});
