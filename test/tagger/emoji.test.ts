import { describe, expect, it } from 'vitest';
import { isEmoji } from '../../src/conllu/emoji.js';
import { newWord } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { saveModel } from '../../src/models/saved.js';
import { emojiTagsOf } from '../../src/tagger/emojiTags.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { loadModel } from '../support/loadedModel.js';
import { toyTreebank } from '../support/toyTreebank.js';

const tagged = (form: string, upos: string, xpos = '_') => ({ ...newWord(1, form), upos, xpos });

describe('emoji', () => {
  it.each(['😀', '😂😂😂', '❤️', '👍🏽', '👩‍👩‍👧', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☎️', '🏴‍☠️', '❤️‍🔥', '❤❤😍', '©️'])(
    '%s is one',
    (form) => {
      expect(isEmoji(form)).toBe(true);
    },
  );

  it.each(['', 'a', '1', '#', ':)', '‼', '⁉', '♥', '™', '😀a', 'a😀', '!', '$', '\u200d', '\ufe0f'])(
    '%s is none',
    (form) => {
      expect(isEmoji(form)).toBe(false);
    },
  );

  // Expressions that go back on a mismatch would take longer than any test.
  it.each(['🏻', '😀', '🇩', '\u{FE0F}', '1️⃣', '\u{200D}❤'])(
    '%s hundreds of times before a letter is none',
    (part) => {
      expect(isEmoji(`😀${part.repeat(500)}`)).toBe(true);
      expect(isEmoji(`😀${part.repeat(500)}a`)).toBe(false);
    },
  );

  it('get the tags that emoticons have, in treebanks with few of them', () => {
    const words = [
      tagged('$', 'SYM', '$'),
      tagged('$', 'SYM', '$'),
      tagged(':)', 'SYM', 'NFP'),
      tagged('a', 'X'),
    ];
    expect(emojiTagsOf(words)).toEqual({ upos: 'SYM', xpos: 'NFP', feats: '_' });
    expect(emojiTagsOf(words.slice(0, 2))).toEqual({ upos: 'SYM' });
    expect(emojiTagsOf([tagged('a', 'X')])).toBeUndefined();
  });

  it('are left to the network where the treebank has enough of them', () => {
    const words = new Array(10).fill(tagged('😀', 'SYM'));
    expect(emojiTagsOf(words.slice(1))).toEqual({ upos: 'SYM' });
    expect(emojiTagsOf(words)).toBeUndefined();
  });

  it('are symbols to a tagger that has learned nothing, and in its file', async () => {
    const [first, ...others] = toyTreebank(5, 8, 2);
    const words = [...first.words, { ...first.words[0], form: ':)', upos: 'SYM', xpos: 'NFP' }];
    const settings = readTaggerSettings({ wordSize: 4, characterUnits: 4, units: 4, layers: 1, hidden: 4 });
    const tagger = new Tagger(
      createEngine(),
      settings,
      Tagger.vocabularyOf([{ ...first, words }, ...others], settings),
    );
    tagger.parameters.initialize(new Random(1));
    const { model } = await loadModel(createEngine(), saveModel(tagger, {}));
    const sentence = { ...first, words: ['dog', '😀', '😂😂'].map((form, at) => newWord(at + 1, form)) };
    for (const one of [tagger, model as Tagger]) {
      const [, ...emoji] = one.tagged(sentence, one.predict([one.inputOf(sentence.words)])[0]).words;
      expect(emoji.map(({ upos, xpos, lemma }) => [upos, xpos, lemma])).toEqual([
        ['SYM', 'NFP', '😀'],
        ['SYM', 'NFP', '😂😂'],
      ]);
    }
  });
});
