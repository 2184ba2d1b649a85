import { describe, expect, it } from 'vitest';
import { formsOf } from '../../scripts/englishForms.mjs';

const part = (words: string, irregular: Record<string, string> = {}) => ({
  words: new Set(words.split(' ')),
  irregular: new Map(Object.entries(irregular)),
  endings: [['s', '']],
});
const known = {
  NOUN: part('ash ashe axis binoculars box cookie cooky lady dog zombie man good goods', { men: 'man' }),
  VERB: part('cod code plan plane visit travel try go sing singe swim', { swam: 'swim', singing: 'sing' }),
  ADJ: part('hot nice happy astonishing'),
};
const forms = [...formsOf(known)];
const lemmasOf = (form: string, upos: string) => [
  ...new Set(forms.filter(([one, , tag]) => one === form && tag === upos).map(([, lemma]) => lemma)),
];

describe('inflected forms of English words', () => {
  it.each([
    ...[
      ['boxes', 'NOUN', 'box'],
      ['ladies', 'NOUN', 'lady'],
      ['zombies', 'NOUN', 'zombie'],
      ['men', 'NOUN', 'man'],
    ],
    ...[
      ['coding', 'VERB', 'code'],
      ['codding', 'VERB', 'cod'],
      ['planned', 'VERB', 'plan'],
      ['planed', 'VERB', 'plane'],
    ],
    ...[
      ['visiting', 'VERB', 'visit'],
      ['traveled', 'VERB', 'travel'],
      ['travelled', 'VERB', 'travel'],
    ],
    ...[
      ['tries', 'VERB', 'try'],
      ['tried', 'VERB', 'try'],
      ['trying', 'VERB', 'try'],
      ['swam', 'VERB', 'swim'],
    ],
    ...[
      ['hotter', 'ADJ', 'hot'],
      ['nicest', 'ADJ', 'nice'],
      ['happier', 'ADJ', 'happy'],
    ],
  ])('%s, %s: %s', (form, upos, lemma) => expect(lemmasOf(form, upos)).toEqual([lemma]));

  it('have a lemma only if no other word has the same form', () => {
    expect(lemmasOf('ashes', 'NOUN')).toEqual([]);
    expect(lemmasOf('cookies', 'NOUN')).toEqual([]);
    expect(lemmasOf('goods', 'NOUN')).toEqual([]);
    // Of the two verbs, the list of irregular forms names one.
    expect(lemmasOf('singing', 'VERB')).toEqual(['sing']);
  });

  it('have no comparatives of long adjectives', () => {
    expect(lemmasOf('astonishinger', 'ADJ')).toEqual([]);
  });

  it('are words themselves if they have no singular', () => {
    expect(lemmasOf('binoculars', 'NOUN')).toEqual(['binoculars']);
    expect(forms.filter(([form]) => form === 'binoculars').map(([, , , , feats]) => feats)).toEqual([
      'Number=Plur',
      'Number=Ptan',
    ]);
    expect(lemmasOf('axis', 'NOUN')).toEqual([]);
  });
});
