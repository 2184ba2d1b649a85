import { describe, expect, it } from 'vitest';
import { fileOf, knownModel, knownModels, packageOf } from '../../src/models/knownModels.js';

describe('the known models', () => {
  it.each([
    ['en', 'en english eng english-ewt en_ewt english-ewt-ud-2.15-241121 EWT English'],
    ['en-accurate', 'en-accurate english-accurate eng-accurate en_accurate'],
    ['de', 'de deu ger german german-gsd de_gsd deu_gsd german-pud'],
    ['es', 'es spa spanish spanish-gsd es_gsd-ud-2.12-230717'],
    ['fr', 'fr fra fre french french-sequoia fr_sequoia french-gsd'],
    ['it', 'it ita italian italian-markit it_twittiro'],
    ['ja', 'ja jpn japanese japanese-gsd'],
    ['ko', 'ko kor korean ko_gsd'],
    ['nl', 'nl nld dut dutch dutch-lassysmall nl_alpino'],
    ['pt', 'pt por portuguese portuguese-bosque pt_bosque portuguese-bosque-ud-2.15-241121 bosque'],
    ['ru', 'ru rus russian russian-taiga ru_taiga taiga'],
  ])('find %s by %s', (code, names) => {
    for (const name of names.split(' ')) expect([name, knownModel(name)?.code]).toEqual([name, code]);
  });

  it.each([
    'gsd',
    'pud',
    '',
    'e',
    'hu',
    'hungarian',
    'portuguese-gsd',
    'en.arcwise',
    './en',
    'models/en',
    'accurate',
  ])('have none of the name "%s"', (name) => {
    expect(knownModel(name)).toBeUndefined();
  });

  it('differ in everything that is a name', () => {
    for (const nameOf of [packageOf, fileOf, ({ title }: { title: string }) => title]) {
      expect(new Set(knownModels.map(nameOf)).size).toBe(knownModels.length);
    }
  });
});
