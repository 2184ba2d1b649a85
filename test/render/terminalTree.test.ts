import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/render/displayWidth.js';
import { terminalComparison, terminalTree } from '../../src/render/terminalTree.js';
import { crossing, nastyText, sentenceOf, sentenceWith, simple } from '../support/drawings.js';
import { anyTree } from '../support/trees.js';

/** A drawing as it is, from which the indentation of this file is taken away. */
function drawn(picture: string): string {
  return `${picture.trim().replace(/^ *\|/gm, '')}\n`;
}

describe('a terminal tree', () => {
  it('shows words, tags and labels beside their arcs, below the text', () => {
    expect(terminalTree(simple)).toBe(
      drawn(`
        |# simple
        |# The cat sat on the mat.
        |   ╭─► The  DET    det
        |╭─►╰── cat  NOUN   nsubj
        |├───── sat  VERB   root
        |│  ╭─► on   ADP    case
        |│  ├─► the  DET    det
        |├─►╰── mat  NOUN   obl
        |╰────► .    PUNCT  punct
      `),
    );
  });

  it('shows where arcs cross', () => {
    expect(terminalTree(crossing)).toBe(
      drawn(`
        |   ╭────► A          DET   det
        |╭─►├───── hearing    NOUN  nsubj
        |├──┼────► is         AUX   aux
        |├──┼───── scheduled  VERB  root
        |│  │  ╭─► on         ADP   case
        |│  │  ├─► the        DET   det
        |│  ╰─►╰── issue      NOUN  nmod
        |╰───────► today      NOUN  obl
      `),
    );
  });

  it('can be one word', () => {
    expect(terminalTree(sentenceOf('Yes/INTJ/0/root'))).toBe('Yes  INTJ  root\n');
  });

  it('can have several roots, and words without a head', () => {
    expect(terminalTree(sentenceOf('Come/VERB/0/root ,/PUNCT/1/punct eat/VERB/0/root what/PRON/-1/_'))).toBe(
      drawn(`
        |╭── Come  VERB   root
        |╰─► ,     PUNCT  punct
        |    eat   VERB   root
        |    what  PRON   _
      `),
    );
  });

  it('aligns wide characters, emoji and letters with marks', () => {
    const sentence = sentenceOf(
      '猫/NOUN/2/nsubj 👩‍👧/SYM/0/root e\u0301te\u0301/NOUN/2/obj שלום/INTJ/2/discourse',
    );
    expect(terminalTree(sentence)).toBe(
      drawn(`
        |╭─► 猫    NOUN  nsubj
        |├── 👩‍👧    SYM   root
        |├─► e\u0301te\u0301   NOUN  obj
        |╰─► \u200Eשלום\u200E  INTJ  discourse
      `),
    );
  });

  it('shows probabilities if it has them', () => {
    const sentence = sentenceOf('It/PRON/2/nsubj works/VERB/0/root');
    expect(terminalTree(sentence, { probabilities: [1, 0.974, 1] })).toBe(
      drawn(`
        |╭─► It     PRON  nsubj   97%
        |╰── works  VERB  root   100%
      `),
    );
  });

  it('has colours if asked', () => {
    const sentence = sentenceOf('It/PRON/2/nsubj works/VERB/0/root');
    expect(terminalTree(sentence, { colour: true, probabilities: [1, 0.4, 1] })).toBe(
      [
        '\x1b[2m╭─►\x1b[0m It     \x1b[36mPRON\x1b[0m  \x1b[32mnsubj\x1b[0m   \x1b[33m40%\x1b[0m\n',
        '\x1b[2m╰──\x1b[0m \x1b[1mworks\x1b[0m  \x1b[36mVERB\x1b[0m  \x1b[32mroot\x1b[0m   \x1b[2m100%\x1b[0m\n',
      ].join(''),
    );
  });

  it('cuts long words', () => {
    const link = 'https://example.org/a/path/that/goes/on/and/on';
    expect(
      terminalTree(sentenceOf('see/VERB/0/root x/SYM/1/obj'.replace('x', link.replaceAll('/', '|')))),
    ).toContain('╰─► https:||example.org|a|path|that|goe…  SYM ');
  });

  it('gives a terminal no commands, and keeps its columns, whatever the words are', () => {
    fc.assert(
      fc.property(anyTree(6), fc.array(nastyText, { minLength: 6, maxLength: 6 }), (heads, forms) => {
        const tree = terminalTree(sentenceWith(heads, forms));
        const lines = tree.split('\n');
        expect(lines).toHaveLength(heads.length);
        expect(tree.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Surrogate}\u2028-\u202E\u2066-\u2069]/u);
        const widths = lines.slice(0, -1).map((line) => displayWidth(line.replace(/(root|dep)$/, '')));
        expect(new Set(widths).size).toBe(1);
      }),
    );
  });

  it('refuses what is no tree', () => {
    expect(() => terminalTree(sentenceOf('a/X/2/dep b/X/1/dep'))).toThrow(
      'The heads -1, 2, 1 do not form a tree.',
    );
  });
});

describe('a terminal comparison', () => {
  it('shows two trees with their differing arcs marked', () => {
    const gold = sentenceOf('We/PRON/2/nsubj saw/VERB/0/root her/PRON/4/nmod:poss duck/NOUN/2/obj');
    const system = sentenceOf('We/PRON/2/nsubj saw/VERB/0/root her/PRON/2/obj duck/VERB/2/xcomp');
    expect(terminalComparison(gold, system)).toBe(
      drawn(`
        |╭────► We    PRON  nsubj         nsubj  ◄─╮
        |├───── saw   VERB  root           root  ──┤
        |│  ╭─► her   PRON  nmod:poss  ≠    obj  ◄─┤
        |╰─►╰── duck  NOUN  obj        ≠  xcomp  ◄─╯
      `),
    );
  });

  it('is refused for different words', () => {
    const one = sentenceOf('a/X/0/root b/X/1/dep');
    const other = sentenceOf('a/X/0/root c/X/1/dep');
    expect(() => terminalComparison(one, other)).toThrow('The two sentences differ in word 2.');
    expect(() => terminalComparison(one, sentenceOf('a/X/0/root'))).toThrow(
      'The two sentences differ in word 2.',
    );
  });
});
