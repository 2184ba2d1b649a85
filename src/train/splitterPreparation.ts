// Prepares a splitter for training: the texts of the treebanks in pieces, and the rules for multiword tokens.
import type { Engine } from '../engine/engine.js';
import { Random } from '../engine/random.js';
import { Alphabet } from '../splitter/alphabet.js';
import { type Characters, charactersOf } from '../splitter/characters.js';
import { Conventions } from '../splitter/conventions.js';
import { insideToken, tokenEnd } from '../splitter/decisions.js';
import { type Paragraph, paragraphsOf } from '../splitter/documents.js';
import { type Piece, piecesOf } from '../splitter/paragraphs.js';
import { Splitter, type SplitterItem } from '../splitter/splitter.js';
import {
  readSplitterSettings,
  type SplitterSettings,
  splitterSettings,
} from '../splitter/splitterSettings.js';
import type { Trainable } from './preparation.js';

export const splitter: Trainable<SplitterSettings> = {
  schema: splitterSettings,
  readSettings: readSplitterSettings,
  trees: () => ({ heads: 'ignored' }),
  prepare(engine, settings, { train, dev, started }) {
    const paragraphs = paragraphsOf(train);
    const model = started instanceof Splitter ? started : newSplitter(engine, settings, paragraphs);
    const items = (list: readonly Paragraph[]) =>
      list.flatMap((paragraph) => itemsOf(paragraph, model.vocabulary));
    const corpus = { train: items(paragraphs), dev: items(paragraphsOf(dev)) };
    return { model, corpus, nonprojective: 0, lifted: false, empty: [] };
  },
};

function newSplitter(engine: Engine, settings: SplitterSettings, paragraphs: readonly Paragraph[]): Splitter {
  const texts = paragraphs.map(({ text }) => charactersOf(text));
  const alphabet = Alphabet.of(texts, Conventions.of(paragraphs), settings);
  const model = new Splitter(engine, settings, alphabet);
  model.parameters.initialize(new Random(settings.seed));
  return model;
}

/** A paragraph in the same pieces as in splitting. */
function itemsOf({ text, tokens }: Paragraph, alphabet: Alphabet): SplitterItem[] {
  const decisions = new Map(tokens.map(({ end, words, last }) => [end, tokenEnd(words !== undefined, last)]));
  return [...piecesOf(text, { start: 0, end: text.length })].flatMap((piece) => {
    const characters = charactersOf(text, piece.from, piece.to);
    if (characters.count === 0) return [];
    return [
      { ...alphabet.numbersOf(characters), gold: goldOf(characters, piece, decisions), closes: piece.closes },
    ];
  });
}

function goldOf(
  { starts, ends }: Characters,
  { start, end }: Piece,
  decisions: ReadonlyMap<number, number>,
): Int32Array {
  return starts.map((at, c) => (at < start || at >= end ? -1 : (decisions.get(ends[c]) ?? insideToken)));
}
