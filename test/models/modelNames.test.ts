import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/modelfile/modelFile.js';
import { ModelNames, modelNamed } from '../../src/models/modelNames.js';
import { cardOf } from '../../src/models/saved.js';
import { shippedModel } from '../../src/node/modelLookup.js';

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

  it('of the shipped model are those that docs/server.md lists', () => {
    const { metadata } = readModel(readFileSync(shippedModel));
    const shipped = new ModelNames([shippedModel], [cardOf(metadata)]);
    const page = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');
    const listed = /the English model is ([^.]*`[^`]*`[^.]*2\.15[^.]*`)/.exec(page)?.[1] ?? '';
    const names = Array.from(listed.matchAll(/`([^`]+)`/g), ([, name]) => name);
    expect(names).toHaveLength(6);
    for (const name of names) expect([name, shipped.include(name)]).toEqual([name, true]);
  });

  it('are those of the file where the card names no language', () => {
    const plain = new ModelNames(['a.arcwise', 'b.arcwise'], [{}, {}]);
    expect(plain.name).toBe('a+b');
    expect(plain.include('a+b')).toBe(true);
    for (const name of ['', 'a', 'en', 'ud']) expect(plain.include(name)).toBe(false);
  });

  it('have the language by its name or code, also in the name of the file', () => {
    const old = new ModelNames(['old_french.arcwise'], [{ language: 'fro', treebank: 'Profiterole' }]);
    for (const name of ['old_french', 'fro', 'old_french-profiterole', 'fro_profiterole-ud-2.15']) {
      expect([name, old.include(name)]).toEqual([name, true]);
    }
    const accurate = new ModelNames(['english-accurate.arcwise'], [{ language: 'en', treebank: 'EWT' }]);
    for (const name of ['english-accurate', 'en-accurate', 'eng_accurate', 'en-accurate-ud-2.15']) {
      expect([name, accurate.are(name)]).toEqual([name, true]);
    }
    for (const name of ['en', 'english', 'en-ewt']) {
      expect([name, accurate.are(name), accurate.include(name)]).toEqual([name, false, true]);
    }
  });

  it('lead to the model of that very name before others that have it as well', () => {
    const named = (file: string) => ({
      names: new ModelNames([file], [{ language: 'en', treebank: 'EWT' }]),
    });
    const [accurate, small] = [named('english-accurate.arcwise'), named('english.arcwise')];
    expect(modelNamed([accurate, small], 'en')).toBe(small);
    expect(modelNamed([small, accurate], 'en-accurate')).toBe(accurate);
    expect(modelNamed([accurate, small], 'en_ewt')).toBe(accurate);
    expect(modelNamed([accurate, small], 'de')).toBeUndefined();
  });

  it('know the treebanks that a card lists', () => {
    const two = new ModelNames(['x.arcwise'], [{ language: 'de', treebank: ['GSD', 'HDT'] }]);
    for (const name of ['de_gsd', 'german-hdt-ud-2.15', 'deu']) expect(two.include(name)).toBe(true);
    expect(two.include('german-pud')).toBe(false);
  });
});
