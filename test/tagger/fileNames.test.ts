import { describe, expect, it } from 'vitest';
import { newWord } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { fileNameTagsOf, isFileName } from '../../src/tagger/fileNameTags.js';
import { LemmaTable } from '../../src/tagger/lemmaTable.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { toyTreebank } from '../support/toyTreebank.js';

const file = (name: string, upos = 'NOUN') => ({
  ...newWord(1, name),
  upos,
  xpos: 'NN',
  feats: 'Number=Sing',
  lemma: name.toLowerCase(),
});
const files = Array.from({ length: 10 }, (_, at) => file(`Report${at}.doc`));
const tableOf = (words: readonly ReturnType<typeof file>[]) =>
  LemmaTable.of(words.map(({ form, upos, lemma }) => ({ form, upos, tag: 'NN Number=Sing', lemma })));

describe('file names', () => {
  it.each(['README.md', 'CrudeStocks.pdf', 'ENRON.XLS', 'package.json', 'src/main.ts', 'a-b_1.tar.gz'])(
    '%s is one',
    (form) => expect(isFileName(form)).toBe(true),
  );

  it.each([
    ...['example.com', 'node.js', 'U.S.', 'etc.', '.md', 'md', 'http://a.org/b.html', 'www.a.org/b.html'],
    ...['a@b.md', 'a b.pdf', 'alt.animals.cat', '3.14', ''],
  ])('%s is none', (form) => expect(isFileName(form)).toBe(false));

  it('get the tags that most of them have in training, if there are enough', () => {
    const tags = { upos: 'NOUN', xpos: 'NN', feats: 'Number=Sing' };
    expect(fileNameTagsOf(tableOf(files))).toEqual(tags);
    expect(fileNameTagsOf(tableOf([...files, file('x.doc', 'X')]))).toEqual(tags);
    expect(fileNameTagsOf(tableOf(files.slice(1)))).toBeUndefined();
    expect(fileNameTagsOf(tableOf([...files, ...files.map(({ form }) => file(form, 'X'))]))).toBeUndefined();
  });

  it('are nouns to a tagger that has learned nothing, unless it knows them', () => {
    const [first, ...others] = toyTreebank(5, 8, 2);
    const known = file('known.pdf', 'X');
    const words = [...first.words, ...files, known];
    const settings = readTaggerSettings({ wordSize: 4, characterUnits: 4, units: 4, layers: 1, hidden: 4 });
    const vocabulary = Tagger.vocabularyOf([{ ...first, words }, ...others], settings);
    const tagger = new Tagger(createEngine(), settings, vocabulary);
    tagger.parameters.initialize(new Random(1));
    const asked = ['dog', 'Letter.pdf', 'known.pdf'].map((form, at) => newWord(at + 1, form));
    expect(tagger.inputOf(asked).ruled.map(({ at }) => at)).toEqual([1]);
    const [tags] = tagger.predict([tagger.inputOf(asked)]);
    expect(tagger.tagged({ ...first, words: asked }, tags).words[1]).toMatchObject({
      upos: 'NOUN',
      xpos: 'NN',
      feats: 'Number=Sing',
      lemma: 'letter.pdf',
    });
  });
});
