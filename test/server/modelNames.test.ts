import { describe, expect, it } from 'vitest';
import { ModelNames } from '../../src/server/modelNames.js';

const english = new ModelNames(
  ['/models/english-small.arcwise'],
  [{ language: 'en', data: 'UD English EWT, train' }],
);

describe('the names of a model', () => {
  it.each([
    'english-small',
    'english',
    'English-Small',
    'en',
    'eng',
    'ewt',
    'english-ewt',
    'en-ewt',
    'en_ewt',
    'eng_ewt',
    'english_ewt',
    'english-ewt-ud-2.15-241121',
    'english-ewt-ud-2.6',
    'english-ud-2.15-241121',
    'en_ewt-ud',
  ])('include %s', (name) => {
    expect(english.include(name)).toBe(true);
  });

  it.each([
    'englis',
    'english-smal',
    'english-small-2',
    'small',
    'e',
    'de',
    'deu',
    'german',
    'english-gum',
    'en_gum',
    'english-gum-ud-2.15-241121',
    'german-ewt',
    '-ud-2.15',
    '_ewt',
    '-',
  ])('do not include %s', (name) => {
    expect(english.include(name)).toBe(false);
  });

  it('are those of the file where the card names no language', () => {
    const plain = new ModelNames(['a.arcwise', 'b.arcwise'], [{}, {}]);
    expect(plain.name).toBe('a+b');
    expect(plain.include('a+b')).toBe(true);
    for (const name of ['', 'a', 'en', 'ud']) expect(plain.include(name)).toBe(false);
  });

  it('know the treebanks that a card lists', () => {
    const two = new ModelNames(['x.arcwise'], [{ language: 'de', treebank: ['GSD', 'HDT'] }]);
    for (const name of ['de_gsd', 'german-hdt-ud-2.15', 'deu']) expect(two.include(name)).toBe(true);
    expect(two.include('german-pud')).toBe(false);
  });
});
