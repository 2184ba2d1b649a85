// Small parsers with random weights, of any kind.

import type { Sentence } from '../../src/conllu/sentence.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Parser } from '../../src/parser/parser.js';
import { type ParserSettings, readParserSettings } from '../../src/parser/parserSettings.js';

const small: Given<ParserSettings> = {
  wordSize: 10,
  tagSize: 4,
  units: 8,
  hidden: 12,
  edgeUnits: 10,
  labelHidden: 10,
};

export interface RandomParserOptions {
  engine?: Engine;
  seed?: number;
  /** Weights are so many times larger than at the start of training, so that no two trees score about the same. */
  sharpness?: number;
}

export function randomParser(
  settings: Given<ParserSettings>,
  sentences: readonly Sentence[],
  { engine = createEngine(), seed = 1, sharpness = 2 }: RandomParserOptions = {},
): Parser {
  const all = readParserSettings({ ...small, ...settings });
  const parser = new Parser(engine, all, Parser.vocabularyOf(sentences, all), {
    name: `parser ${seed} ${nextNumber++}`,
  });
  parser.parameters.initialize(new Random(seed));
  for (const { value } of parser.parameters.dense) value.set(value.copy().map((x) => sharpness * x));
  return parser;
}

let nextNumber = 0;

export function instancesOf(parser: Parser, sentences: readonly Sentence[]) {
  return sentences.map((sentence) => parser.itemOf(sentence));
}
