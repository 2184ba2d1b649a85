// A tiny pipeline: a splitter that has learned the made-up texts, and a tagger and a parser of random weights.
import type { Sentence } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import type { Model } from '../../src/models/kinds.js';
import type { Splitter } from '../../src/splitter/splitter.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { train } from '../../src/train/loop.js';
import { splitter } from '../../src/train/splitterPreparation.js';
import { Solo } from '../../src/train/team.js';
import { randomParser } from './randomParser.js';
import { toyTexts } from './toyTexts.js';

export const tinyText = "Kelu ta moba sori! A. 3.5 ban't ünä?\n\nSori Limun't\nmoba! 😀 ta?";

/** The made-up texts with tags of all columns and labels. */
const treebank: Sentence[] = toyTexts(60, 1).map((sentence) => ({
  ...sentence,
  words: sentence.words.map((word, at) => ({
    ...word,
    lemma: word.form.toLowerCase().slice(0, 3),
    upos: ['NOUN', 'VERB', 'ADJ'][word.form.length % 3],
    xpos: at % 2 === 0 ? 'EVEN' : 'ODD',
    feats: at % 3 === 0 ? 'Number=Sing' : '_',
    deprel: word.head === 0 ? 'root' : ['nsubj', 'obj', 'nmod'][at % 3],
  })),
}));

export function tinyTagger(engine = createEngine(), columns = ['upos', 'xpos', 'feats', 'lemma']): Tagger {
  const settings = readTaggerSettings({
    columns,
    wordSize: 8,
    characterSize: 6,
    characterUnits: 7,
    layers: 1,
    units: 12,
    hidden: 16,
  });
  const tagger = new Tagger(engine, settings, Tagger.vocabularyOf(treebank, settings), { name: 'tagger' });
  tagger.parameters.initialize(new Random(3));
  // Larger weights than at the start of training, so that the tags differ.
  for (const { value } of tagger.parameters.dense) value.set(value.copy().map((x) => 2 * x));
  return tagger;
}

/** Reads tags and characters. */
export function tinyParser(engine = createEngine(), seed = 1) {
  return randomParser({ tags: 'both', characterUnits: 6, characterSize: 5 }, treebank, { engine, seed });
}

/** A splitter that has learned the sentences, and what its best epoch was like. */
export async function tinySplitter(sentences: readonly Sentence[]) {
  const settings = splitter.readSettings({
    characterSize: 8,
    classSize: 4,
    wordSize: 4,
    units: 16,
    dropout: 0,
    batchWords: 200,
    epochs: 12,
    learningRate: 0.02,
    average: 0.9,
  });
  const { model, corpus } = splitter.prepare(createEngine(), settings, { train: sentences, dev: sentences });
  const { best } = await train(model, corpus, new Solo(model, corpus));
  return { model: model as unknown as Splitter, best };
}

/** A splitter, a tagger and a parser. */
export async function tinyModels(): Promise<Model[]> {
  const { model } = await tinySplitter(treebank);
  return [model, tinyTagger(), tinyParser()];
}
