import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultiwordRules } from '../../src/splitter/multiword.js';

const learned = (...tokens: [form: string, ...words: string[]][]) =>
  MultiwordRules.of(tokens.map(([form, ...words]) => ({ form, words })));

const english = learned(
  ["don't", 'do', "n't"],
  ["isn't", 'is', "n't"],
  ["won't", 'wo', "n't"],
  ['cannot', 'can', 'not'],
  ['gonna', 'gon', 'na'],
  ["Ann's", 'Ann', "'s"],
  ["it's", 'it', "'s"],
  ['its', 'it', 's'],
);

describe('rules for multiword tokens', () => {
  it.each([
    ["don't", ['do', "n't"]],
    ["Don't", ['Do', "n't"]],
    ["DON'T", ['DO', "N'T"]],
    ["hadn't", ['had', "n't"]],
    ['CANNOT', ['CAN', 'NOT']],
    ['wanna', ['wan', 'na']],
    ["Zoë's", ['Zoë', "'s"]],
    ["İnci's", ['İnci', "'s"]],
    ["𝒳's", ['𝒳', "'s"]],
    ['Its', ['It', 's']],
    ["'s", undefined],
    ['house', undefined],
    ['', undefined],
  ])('%s', (form, words) => {
    expect(english.wordsOf(form)).toEqual(words);
  });

  it('words need not be parts of the token', () => {
    const rules = learned(['du', 'de', 'le'], ['zum', 'zu', 'dem'], ['dámelo', 'da', 'me', 'lo']);
    expect(rules.wordsOf('Du')).toEqual(['De', 'le']);
    expect(rules.wordsOf('DU')).toEqual(['DE', 'LE']);
    expect(rules.wordsOf('Zum')).toEqual(['Zu', 'dem']);
    expect(rules.wordsOf('Dámelo')).toEqual(['Da', 'me', 'lo']);
    expect(rules.wordsOf('támelo')).toEqual(['ta', 'me', 'lo']);
  });

  it('replace beginnings in a language that puts words before others', () => {
    const rules = learned(
      ['wabayit', 'wa', 'bayit'],
      ['wakeleb', 'wa', 'keleb'],
      ['bayom', 'ba', 'ha', 'yom'],
      ['baleyl', 'ba', 'ha', 'leyl'],
      ['wabayom', 'wa', 'ba', 'ha', 'yom'],
      ['wabaleyl', 'wa', 'ba', 'ha', 'leyl'],
      ['barad', 'ba', 'rad'],
    );
    expect(rules.mirrored).toBe(true);
    const again = new MultiwordRules(JSON.parse(JSON.stringify(rules.rules)), true);
    for (const one of [rules, again]) {
      expect(one.wordsOf('wamelek')).toEqual(['wa', 'melek']);
      expect(one.wordsOf('Wabamelek')).toEqual(['Wa', 'ba', 'ha', 'melek']);
      expect(one.wordsOf('barad')).toEqual(['ba', 'rad']);
    }
    expect(english.mirrored).toBe(false);
  });

  it('the more frequent words win', () => {
    const rules = learned(['xs', 'x', 's'], ['xs', 'xs', 's'], ['xs', 'xs', 's']);
    expect(rules.wordsOf('xs')).toEqual(['xs', 's']);
  });

  it('are as few as they need to be, and the same when read back', () => {
    expect(learned(["don't", 'do', "n't"], ["isn't", 'is', "n't"]).rules).toEqual([["n't", '', "n't"]]);
    const again = new MultiwordRules(JSON.parse(JSON.stringify(english.rules)));
    expect(again.rules).toEqual(english.rules);
  });

  it('give every token that was learned from its words back, whatever they are', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '𝒳'), minLength: 1, maxLength: 4 });
    const token = fc.tuple(word, fc.array(word, { minLength: 2, maxLength: 3 }));
    fc.assert(
      fc.property(fc.uniqueArray(token, { selector: ([form]) => form, maxLength: 8 }), (tokens) => {
        const rules = MultiwordRules.of(tokens.map(([form, words]) => ({ form, words })));
        for (const [form, words] of tokens) expect(rules.wordsOf(form)).toEqual(words);
      }),
    );
  });
});
