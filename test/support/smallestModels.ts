// Models of every kind so small that each byte of their files can be tried.

import { readSentences } from '../../src/conllu/reader.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import type { Model } from '../../src/models/kinds.js';
import { Parser } from '../../src/parser/parser.js';
import { type ParserSettings, readParserSettings } from '../../src/parser/parserSettings.js';
import { Alphabet } from '../../src/splitter/alphabet.js';
import { Splitter } from '../../src/splitter/splitter.js';
import { readSplitterSettings } from '../../src/splitter/splitterSettings.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';

const sentences = [
  ...readSentences('1\tba\tba\tV\tv\t_\t0\troot\t_\t_\n2\ton\to\tN\tn\tA=B\t1\tobj\t_\t_\n\n', {}),
];

const small = { wordSize: 1, layers: 1, units: 1, hidden: 1 };

export function smallestParser(settings: Given<ParserSettings> = {}): Parser {
  const read = readParserSettings({ ...small, tags: 'none', labelHidden: 1, edgeUnits: 1, ...settings });
  return initialized(new Parser(createEngine(), read, Parser.vocabularyOf(sentences, read)));
}

export function smallestTagger(): Tagger {
  const read = readTaggerSettings({ ...small, characterSize: 1, characterUnits: 1 });
  return initialized(new Tagger(createEngine(), read, Tagger.vocabularyOf(sentences, read)));
}

export function smallestSplitter(): Splitter {
  const read = readSplitterSettings({ characterSize: 1, classSize: 1, wordSize: 1, units: 1 });
  const data = { characters: ['', 'a', '.'], words: ['', 'ba'], multiword: [["n't", '', "n't"]] };
  return initialized(new Splitter(createEngine(), read, new Alphabet(data as Alphabet['data'])));
}

export function smallestModels(): Model[] {
  return [smallestSplitter(), smallestTagger(), smallestParser({ tags: 'upos', tagSize: 1 })];
}

function initialized<M extends Model>(model: M): M {
  model.parameters.initialize(new Random(1));
  return model;
}
