import { describe, expect, it } from 'vitest';
import { newWord } from '../../src/conllu/sentence.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { saveModel } from '../../src/models/saved.js';
import { editedByChoice, isEditChoice } from '../../src/tagger/editChoice.js';
import { LemmaTable } from '../../src/tagger/lemmaTable.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings, type TaggerSettings } from '../../src/tagger/taggerSettings.js';
import { TaggerVocabulary } from '../../src/tagger/taggerVocabulary.js';
import { train } from '../../src/train/loop.js';
import { Solo } from '../../src/train/team.js';
import { checkGradients } from '../support/checkGradients.js';
import { loadModel } from '../support/loadedModel.js';
import { toyTreebank } from '../support/toyTreebank.js';

const small: Given<TaggerSettings> = {
  wordSize: 8,
  characterSize: 6,
  characterUnits: 7,
  layers: 1,
  units: 16,
  hidden: 16,
};
/** Lemmas that are made of the words by several edits. */
const sentences = toyTreebank(20, 8, 2).map((sentence) => ({
  ...sentence,
  words: sentence.words.map((word, at) => ({
    ...word,
    lemma: word.upos === 'NOUN' ? `${word.form.slice(0, -1)}Q` : `W${word.form.slice(1)}`,
    xpos: at === 0 ? 'FIRST' : 'LATER',
    feats: word.upos === 'NOUN' ? 'Number=Sing' : '_',
  })),
}));

function taggerOf(given: Given<TaggerSettings>, list = sentences) {
  const settings = readTaggerSettings({ ...small, ...given });
  const tagger = new Tagger(createEngine(), settings, Tagger.vocabularyOf(list, settings));
  tagger.parameters.initialize(new Random(3));
  return { tagger, items: list.map((sentence) => tagger.itemOf(sentence)) };
}

describe('a tagger', () => {
  it('has the gradient of its loss', () => {
    const { tagger, items } = taggerOf({ lstmDropout: 0.2, hiddenDropout: 0.3, inputDropout: 0.2 });
    checkGradients(tagger, items.slice(0, 3));
  });

  it('learns 20 sentences by heart, and says in a file and back the same', async () => {
    const { tagger, items } = taggerOf({
      lstmDropout: 0,
      hiddenDropout: 0,
      wordDropout: 0,
      epochs: 150,
      batchWords: 20,
      learningRate: 0.01,
      decay: 0.97,
      average: 0.9,
    });
    const corpus = { train: items, dev: items };
    const { best } = await train(tagger, corpus, new Solo(tagger, corpus));
    expect(best.mean).toBe(100);
    const tagged = tagger.predict(items).map((tags, s) => tagger.tagged(sentences[s], tags));
    expect(tagged).toEqual(sentences);
    const { model } = await loadModel(createEngine(), saveModel(tagger, {}));
    expect(model.kind).toBe('tagger');
    const loaded = model as Tagger;
    const again = () => loaded.predict(sentences.map((sentence) => loaded.itemOf(sentence)));
    expect(again()).toEqual(tagger.predict(items));
    // By now it knows all spellings.
    expect(again()).toEqual(tagger.predict(items));
  });

  it('fills one form by each combination of its tags, and any number of forms', () => {
    const { tagger } = taggerOf({});
    const { chosen } = tagger.tagHead;
    const columns = chosen.filter((name) => name !== 'lemma');
    const outputs = chosen.map((name) => tagger.vocabulary.outputs[name]);
    let combinations: number[][] = [[]];
    for (const { length } of outputs) {
      combinations = combinations.flatMap((some) => Array.from({ length }, (_, tag) => [...some, tag]));
    }
    expect(combinations.length).toBeGreaterThan(20);
    const expectRight = (form: string, choices: readonly number[]) => {
      const tags = choices.map((choice) => Int32Array.of(-1, choice));
      const [word] = tagger.tagHead.tagged({ ...sentences[0], words: [newWord(1, form)] }, tags).words;
      expect(columns.map((name) => word[name])).toEqual(
        columns.map((name) => outputs[chosen.indexOf(name)][choices[chosen.indexOf(name)]]),
      );
    };
    // The second time the words are known.
    for (const choices of [...combinations, ...combinations]) expectRight('Kelu', choices);
    const many = Array.from({ length: 31_000 }, (_, at) => newWord(at + 1, `w${at}`));
    const tags = chosen.map(() => new Int32Array(many.length + 1));
    expect(tagger.tagHead.tagged({ ...sentences[0], words: many }, tags).words.length).toBe(31_000);
    for (const choices of combinations) expectRight('Kelu', choices);
  });

  it('refuses a choice of the best epoch by a column that it lacks', () => {
    expect(() => readTaggerSettings({ columns: ['upos'], select: 'xpos' })).toThrow(
      'The best epoch is chosen by "xpos", which is not among the columns.',
    );
  });
});

describe('the lemma rules of a tagger', () => {
  const settings = readTaggerSettings(small);
  const pairs = 'saw see,saw see,saw see,saw see,saw saw,a a,an an,cats cat,dogs dog,trees tree,oxen ox';
  const treebank = pairs.split(',').map((pair) => {
    const [form, lemma] = pair.split(' ');
    return { ...sentences[0], words: [{ ...newWord(1, form), upos: 'X', xpos: 'X', lemma }] };
  });

  it('are those of three words or more, and gold words without lemma have none', () => {
    const { outputs } = Tagger.vocabularyOf(treebank, settings);
    expect(outputs.lemma).toEqual([
      '["lower","","","aw","ee"]',
      '["lower","","","",""]',
      '["lower","","","s",""]',
    ]);
    const { tagger } = taggerOf({}, treebank);
    const lemmas = [...treebank, { ...treebank[0], words: [newWord(1, 'x')] }].map((sentence) => [
      ...tagger.itemOf(sentence).gold[3],
    ]);
    expect(lemmas.map(([, rule]) => rule)).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, -1, -1]);
  });

  it('decide where training has several lemmas of a word', () => {
    const { tagger } = taggerOf({}, treebank);
    const lemmaBy = (form: string, rule: number) => {
      const sentence = { ...sentences[0], words: [newWord(1, form)] };
      const tags = [0, 0, 0, rule].map((choice) => Int32Array.of(-1, choice));
      return tagger.tagged(sentence, tags).words[0].lemma;
    };
    // The last rule does not fit "saw".
    expect([0, 1, 2].map((rule) => lemmaBy('saw', rule))).toEqual(['see', 'saw', 'see']);
    expect([0, 1, 2].map((rule) => lemmaBy('oxen', rule))).toEqual(['ox', 'ox', 'ox']);
  });

  it('are absent without rules of three words', () => {
    const { tagger, items } = taggerOf({}, treebank.slice(-2));
    expect(tagger.tagHead.chosen).toEqual(['upos', 'xpos', 'feats']);
    expect(tagger.measure(items, tagger.predict(items)).lemma).toBe(100);
  });
});

describe('a tagger of an older model file', () => {
  it('chooses among edits that make lemmas, and takes emoji for any word', async () => {
    const settings = readTaggerSettings(small);
    const { lexicon, outputs } = Tagger.vocabularyOf(sentences, settings);
    const older = new TaggerVocabulary(lexicon, { ...outputs, lemma: ['lower 0 ', 'lower 1 q'] }, {});
    const tagger = new Tagger(createEngine(), settings, older);
    tagger.parameters.initialize(new Random(3));
    const { model } = await loadModel(createEngine(), saveModel(tagger, {}));
    const loaded = model as Tagger;
    expect(loaded.tagHead.chosen).toEqual(['upos', 'xpos', 'feats', 'lemma']);
    const tags = loaded.predict([loaded.inputOf([newWord(1, '😀')])])[0];
    expect(tags).toEqual(tagger.predict([tagger.inputOf([newWord(1, '😀')])])[0]);
    const lemma = (edit: number) => {
      const sentence = { ...sentences[0], words: [newWord(1, 'Cats')] };
      return loaded.tagged(sentence, [...tags.slice(0, 3), Int32Array.of(-1, edit)]).words[0].lemma;
    };
    expect([lemma(0), lemma(1)]).toEqual(['cats', 'catq']);
  });

  it('looks lemmas up by XPOS alone, and by features without an XPOS column', () => {
    const lemmas = LemmaTable.read({
      tags: [
        ['NOUN', 'FIRST'],
        ['NOUN', 'Number=Sing'],
      ],
      words: [
        ['oxen', 0, 'ox', 1],
        ['mice', 1, 'mouse', 1],
      ],
    });
    const lemmaOf = (form: string, columns: TaggerSettings['columns']) => {
      const settings = readTaggerSettings({ ...small, columns });
      const { lexicon, outputs } = Tagger.vocabularyOf(sentences, settings);
      const { lemma: _, ...tags } = outputs;
      const vocabulary = new TaggerVocabulary(lexicon, tags, { lemmas });
      const tagger = new Tagger(createEngine(), settings, vocabulary);
      const gold = { upos: 'NOUN', xpos: 'FIRST', feats: 'Number=Sing' } as const;
      const chosen = columns.flatMap((name) => (name === 'lemma' ? [] : [name]));
      const found = chosen.map((name) => Int32Array.of(-1, vocabulary.output(name, gold[name])));
      return tagger.tagged({ ...sentences[0], words: [newWord(1, form)] }, found).words[0].lemma;
    };
    expect(lemmaOf('oxen', ['upos', 'xpos', 'feats', 'lemma'])).toBe('ox');
    expect(lemmaOf('mice', ['upos', 'feats', 'lemma'])).toBe('mouse');
  });

  it.each([
    ['dogs', 'lower 1 ', 'dog'],
    ['cities', 'lower 3 y', 'city'],
    ['LONDON', 'title 0 ', 'London'],
    ['went', 'whole 0 go', 'go'],
    ['A', 'lower 1 ', 'a'],
    ['😀', 'keep 1 ', '😀'],
    ['b', 'lower 3 y', 'y'],
  ])('makes of %s by "%s" the lemma %s', (form, edit, lemma) => {
    expect(isEditChoice(edit)).toBe(true);
    expect(editedByChoice(form, edit)).toBe(lemma);
  });

  it('is not taken for an edit without its parts', () => {
    expect(['', 'lower', 'lower x y', 'lower 1'].map(isEditChoice)).toEqual([false, false, false, false]);
  });
});
