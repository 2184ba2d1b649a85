// Parsing: words/s of each kind of parser at the paper's sizes, from sentences to sentences with trees, with one thread
// and two, with each provider; and where the time goes. Sentences have a treebank's lengths, and random words that are as
// frequent as in texts.

import { newSentence, newWord, type Sentence } from '../dist/conllu/sentence.js';
import type { Given } from '../dist/encoder/encoderSettings.js';
import type { Engine } from '../dist/engine/engine.js';
import { Random } from '../dist/engine/random.js';
import { saveModel } from '../dist/models/saved.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { startPipeline } from '../dist/node/parsing.js';
import { loadLibraries } from '../dist/node/provider.js';
import { Ensemble } from '../dist/parser/ensemble.js';
import { Parser } from '../dist/parser/parser.js';
import { type ParserSettings, readParserSettings } from '../dist/parser/parserSettings.js';
import { maxLengthOf } from '../dist/pipeline/options.js';
import { lazyParse, parsedSentence } from '../dist/pipeline/parsedSentence.js';
import { lengths } from './encoder.js';
import { median, type Row, type Tables } from './table.js';
import { kinds, nameOf, vocabulary } from './train.js';

/** Different batches, each with the sentence lengths of a treebank. */
const BATCHES = 24;
/** A round parses them this often: the last batch, which one thread parses alone, should not count. */
const REPEATS = 4;
const ROUNDS = 3;

const random = new Random(1);
const { words, upos: tags } = vocabulary.lexicon.data;
export const batches = Array.from({ length: BATCHES }, () => lengths.map(randomSentence));
const count = REPEATS * BATCHES * lengths.reduce((sum, n) => sum + n, 0);

function randomSentence(n: number): Sentence {
  return newSentence(
    Array.from({ length: n }, (_, at) => {
      const rank = rankByZipf();
      return { ...newWord(at + 1, words[rank]), upos: tags[rank % tags.length] };
    }),
  );
}

/** A word's rank by frequency: after Zipf, the word of rank r is found 1/r times as often as the first. */
function rankByZipf(): number {
  return Math.floor(words.length ** random.uniform()) - 1;
}

async function* sentences(): AsyncGenerator<Sentence> {
  for (let repeat = 0; repeat < REPEATS; repeat++) yield* batches.flat();
}

/** An untrained parser of the paper's sizes. */
export function parserOf(engine: Engine, kind: Given<ParserSettings>): Parser {
  const parser = new Parser(engine, readParserSettings(kind), vocabulary, { gradients: false });
  parser.parameters.initialize(new Random(1));
  return parser;
}

export async function bench(): Promise<Tables> {
  const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
  const speeds: Row[] = [];
  const shares: Row[] = [];
  // Models trained by likelihood have the same tables as those trained by margin.
  for (const kind of kinds.filter(({ training }) => training !== 'crf')) {
    const row: Row = { kind: nameOf(kind) };
    for (const provider of providers) {
      const engine = createNodeEngine({ blas: provider });
      const parser = parserOf(engine, kind);
      // As models are shipped.
      const bytes = saveModel(parser, {}, 'I8');
      for (const threads of [1, 2]) {
        const { pipeline, close } = await startPipeline([{ bytes }], { threads, blas: provider });
        const times: number[] = [];
        for (let round = -1; round < ROUNDS; round++) {
          const start = performance.now();
          for await (const { trees } of pipeline.stream(sentences()))
            if (trees.length !== 1) throw new Error();
          if (round >= 0) times.push(performance.now() - start);
        }
        await close();
        row[`${provider}, ${threads} thread${threads > 1 ? 's' : ''}`] = Math.round(
          (1000 * count) / median(times),
        );
      }
      shares.push({ kind: nameOf(kind), provider, ...sharesOf(engine, parser) });
    }
    speeds.push(row);
  }
  return { 'Parsing, words/s': speeds, 'Shares of the time with one thread, per cent': shares };
}

/** Times each part of the work. */
function sharesOf({ arena }: Engine, parser: Parser): Row {
  const ensemble = new Ensemble([parser]);
  const names = { labels: ensemble.labels, lifted: false };
  const { scorer, labeler } = parser;
  const parts = ['numbers', 'encoder', 'tables', 'decoding', 'labels', 'writing'] as const;
  const times = Object.fromEntries(parts.map((part) => [part, [] as number[]]));
  for (let round = -1; round < ROUNDS; round++) {
    const sums = Object.fromEntries(parts.map((part) => [part, 0]));
    const timed = <T>(part: string, work: () => T): T => {
      const start = performance.now();
      const result = work();
      sums[part] += performance.now() - start;
      return result;
    };
    for (const batch of batches) {
      const instances = timed('numbers', () => batch.map((sentence) => parser.itemOf(sentence)));
      arena.scope(() => {
        const encoding = timed('encoder', () => ensemble.encode([instances]));
        const [own, encoded] = [encoding.batches[0], encoding.encoded[0]];
        // A greedy model scores while it decodes: both count as decoding.
        const heads = ensemble.isGreedy
          ? timed('decoding', () => scorer.parse(own, encoded))
          : timed('tables', () =>
              ensemble.scores(encoding, (scores) => timed('decoding', () => scores.best().heads)),
            );
        const labels = timed('labels', () => labeler?.label(own, encoded, heads));
        timed('writing', () =>
          batch.map((sentence, s) => {
            const trees = [{ heads: heads[s], labels: labels?.[s] }];
            return parsedSentence(lazyParse(sentence, { trees }, names, maxLengthOf(ensemble, {})));
          }),
        );
      });
    }
    if (round >= 0) for (const part of parts) times[part].push(sums[part]);
  }
  const [numbers, encoding, tables, decoding, labels, writing] = parts.map((part) => median(times[part]));
  const { isGreedy } = ensemble;
  // Decoding happened while the tables existed.
  const pairs = isGreedy ? 0 : tables - decoding;
  const whole = numbers + encoding + pairs + decoding + labels + writing;
  const share = (time: number) => Math.round((100 * time) / whole);
  return {
    encoder: share(encoding),
    'pair scores': isGreedy ? '' : share(pairs),
    decoding: share(decoding),
    labels: share(labels),
    'sentences in and out': share(numbers + writing),
  };
}
