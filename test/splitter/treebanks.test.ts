// Whole treebanks: their texts, the rules of their multiword tokens, and splitting by the right decisions.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { commentValue, type Sentence } from '../../src/conllu/sentence.js';
import { Conventions } from '../../src/splitter/conventions.js';
import { paragraphsOf, paragraphsText } from '../../src/splitter/documents.js';
import { formsOf, MultiwordRules } from '../../src/splitter/multiword.js';
import { Patterns, patternNames } from '../../src/splitter/patterns.js';
import { goldDecider, splitText, tokenForms } from '../support/deciders.js';
import { hasTreebanks, treebankBytes, treebanks } from '../support/treebanks.js';

const read = (name: string) => [...readSentences(treebankBytes(name), { heads: 'optional' })];

describe.skipIf(treebanks.length === 0)('the texts of whole treebanks', () => {
  it.each(treebanks)('%s: every token stands where it is said to', (name) => {
    const sentences = read(name);
    const paragraphs = paragraphsOf(sentences);
    const forms = paragraphs.flatMap(({ text, tokens }) =>
      tokens.map(({ start, end }) => text.slice(start, end)),
    );
    expect(forms).toEqual(sentences.flatMap(tokenForms));
    const texts = paragraphs.flatMap(({ text, tokens }) => {
      let first = 0;
      return tokens.flatMap(({ end, last }, t) => {
        if (!last) return [];
        const sentence = text.slice(tokens[first].start, end);
        first = t + 1;
        return [sentence];
      });
    });
    expect(texts.length).toBe(sentences.length);
    for (const [s, sentence] of sentences.entries()) {
      expect(texts[s]).toBe(commentValue(sentence, 'text') ?? texts[s]);
    }
  });
});

describe.skipIf(!hasTreebanks('ewt/train.conllu', 'ewt/dev.conllu'))('rules learned from a treebank', () => {
  it('are few, and give nearly all multiword tokens their words', () => {
    const tokensOf = (name: string) => [...formsOf(paragraphsOf(read(name)))];
    const rules = MultiwordRules.of(tokensOf('ewt/train.conllu'));
    const right = (name: string) => {
      const multiword = tokensOf(name).filter(({ words }) => words);
      const found = multiword.filter(({ form, words }) => String(rules.wordsOf(form)) === String(words));
      return found.length / multiword.length;
    };
    expect(rules.rules.length).toBeLessThan(100);
    expect(right('ewt/train.conllu')).toBeGreaterThanOrEqual(0.998);
    expect(right('ewt/dev.conllu')).toBeGreaterThanOrEqual(0.99);
  });
});

describe.skipIf(!hasTreebanks('ewt/dev.conllu', 'ja/dev.conllu'))('patterns learned from a treebank', () => {
  it('are those that its tokens do not contradict', () => {
    const namesOf = (name: string) => Patterns.of(paragraphsOf(read(name))).names;
    expect(namesOf('ewt/dev.conllu')).toEqual(patternNames);
    expect(namesOf('ja/dev.conllu')).not.toContain('number');
  });
});

describe.skipIf(!hasTreebanks('ewt/dev.conllu'))('a treebank split by the right decisions', () => {
  it('is the treebank', () => {
    const sentences = read('ewt/dev.conllu');
    const paragraphs = paragraphsOf(sentences);
    const learned = new Conventions({ ...Conventions.of(paragraphs), patterns: [] });
    const found = [...splitText(paragraphsText(paragraphs), goldDecider(paragraphs), learned)].map(
      ({ sentence }) => sentence,
    );
    expect(found.map(tokenForms)).toEqual(sentences.map(tokenForms));
    const words = (all: readonly Sentence[]) =>
      all.flatMap((sentence) => sentence.words.map(({ form }) => form));
    expect(words(found)).toEqual(words(sentences));
    const texts = (all: readonly Sentence[]) => all.map((sentence) => commentValue(sentence, 'text'));
    expect(texts(found)).toEqual(texts(sentences));
  });
});
