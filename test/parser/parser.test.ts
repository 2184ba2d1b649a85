// One suite over every kind of parser: gradients of the whole model, and whether it can learn a small treebank.

import { describe, expect, it } from 'vitest';
import type { BiLstmEncoder } from '../../src/encoder/bilstmEncoder.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import type { WordLexicon } from '../../src/encoder/lexicon.js';
import { wordsOf } from '../../src/encoder/pretrained.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Parser } from '../../src/parser/parser.js';
import { type ParserSettings, readParserSettings } from '../../src/parser/parserSettings.js';
import { train } from '../../src/train/loop.js';
import { Solo } from '../../src/train/team.js';
import { trainables } from '../../src/train/trainables.js';
import { checkGradients } from '../support/checkGradients.js';
import { kinds } from '../support/parserKinds.js';
import { toyTreebank } from '../support/toyTreebank.js';

const small: Given<ParserSettings> = {
  wordSize: 24,
  tagSize: 8,
  layers: 2,
  units: 24,
  hidden: 32,
  edgeUnits: 24,
  labelHidden: 24,
};

function parserOf(given: Given<ParserSettings>, sentences: ReturnType<typeof toyTreebank>) {
  const settings = readParserSettings({ ...small, ...given });
  const parser = new Parser(createEngine(), settings, Parser.vocabularyOf(sentences, settings));
  parser.parameters.initialize(new Random(4));
  return { parser, instances: sentences.map((sentence) => parser.itemOf(sentence)) };
}

describe('the cost of a pair of words', () => {
  const costOf = (given: Given<ParserSettings>) => parserOf(given, toyTreebank(1, 3, 3)).parser.pairCost;

  it('is higher for a likelihood, whose gradient reaches all pairs, and for two groups of tables', () => {
    for (const system of ['arc-hybrid', 'arc-eager', 'arc-standard']) {
      const [margin, crf] = (['global', 'crf'] as const).map((training) => costOf({ system, training }));
      expect(crf).toBeGreaterThan(2 * margin);
      expect(margin).toBeGreaterThan(costOf({ system, training: 'local' }));
    }
    for (const training of ['global', 'crf'] as const) {
      expect(costOf({ system: 'arc-standard', training })).toBe(
        2 * costOf({ system: 'arc-eager', training }),
      );
    }
  });
});

describe.each(kinds)('$name', ({ settings, seesEnough }) => {
  it('has the gradient of its loss', () => {
    const dropout = { lstmDropout: 0.2, hiddenDropout: 0.3 };
    const { parser, instances } = parserOf({ ...settings, ...dropout }, toyTreebank(3, 7, 11));
    checkGradients(parser, instances);
  });

  it.runIf(seesEnough)('learns 20 sentences by heart', async () => {
    const noDropout = { lstmDropout: 0, hiddenDropout: 0, wordDropout: 0 };
    const schedule = {
      select: 'las' as const,
      epochs: 100,
      patience: 25,
      batchWords: 20,
      learningRate: 0.01,
      decay: 0.97,
    };
    const { parser, instances } = parserOf({ ...settings, ...noDropout, ...schedule }, toyTreebank(20, 8, 2));
    const corpus = { train: instances, dev: instances };
    await train(parser, corpus, new Solo(parser, corpus));
    expect(parser.measure(instances, parser.predict(instances))).toEqual({ uas: 100, las: 100, uem: 100 });
  });
});

describe('a parser that reads everything', () => {
  const everything: Given<ParserSettings> = {
    tags: 'both',
    vectorSize: 5,
    characterSize: 6,
    characterUnits: 7,
    inputDropout: 0.2,
    lstmDropout: 0.2,
    minCount: 2,
  };

  it('has the gradient of its loss', () => {
    const { parser, instances } = parserOf(everything, toyTreebank(4, 7, 11));
    expect(parser.parameters.all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['words', 'vectors', 'upos', 'xpos', 'spelling.characters', 'spelling.0.input']),
    );
    checkGradients(parser, instances);
  });

  it('keeps pretrained vectors as they are, also of words that the treebank lacks', async () => {
    const treebank = toyTreebank(20, 8, 2);
    const words = new Map([...wordsOf(treebank), 'elsewhere'].map((word, row) => [word, row]));
    const matrix = Float32Array.from({ length: 5 * words.size }, (_, at) => at + 1);
    const settings = readParserSettings({ ...small, ...everything, epochs: 2 });
    const { model, corpus } = trainables.parser.prepare(createEngine(), settings, {
      train: treebank,
      dev: treebank,
      vectors: { size: 5, words, matrix },
    });
    await train(model, corpus, new Solo(model, corpus));
    const parser = model as unknown as Parser;
    const table = parser.encoder.vectors?.table.value.copy() ?? new Float32Array();
    for (const [word, row] of words) {
      const id = (parser.vocabulary.lexicon as WordLexicon).vector(word);
      expect(table.subarray(5 * id, 5 * id + 5)).toEqual(matrix.subarray(5 * row, 5 * row + 5));
    }
    expect(table.subarray(0, 5)).toEqual(new Float32Array(5));
  });

  it('starts from pretrained vectors, also of words that the treebank lacks', () => {
    const treebank = toyTreebank(5, 8, 2);
    const words = new Map([...wordsOf(treebank), 'elsewhere'].map((word, row) => [word, row]));
    const size = 10;
    const settings = readParserSettings({ ...small, wordSize: size });
    const matrix = Float32Array.from({ length: size * words.size }, (_, at) => at + 1);
    const vectors = { size, words, matrix };
    const { model } = trainables.parser.prepare(createEngine(), settings, {
      train: treebank,
      dev: [],
      vectors,
    });
    const { encoder, vocabulary } = model as unknown as Parser;
    const table = (encoder as BiLstmEncoder).embedder.words?.table.value.copy() ?? new Float32Array();
    for (const [word, row] of words) {
      const id = (vocabulary.lexicon as WordLexicon).word(word);
      expect(id).toBeGreaterThan(0);
      expect(table.subarray(size * id, size * (id + 1))).toEqual(
        matrix.subarray(size * row, size * (row + 1)),
      );
    }
  });
});
