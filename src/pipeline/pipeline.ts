// The pipeline: sentences in, parsed sentences out, in batches and in order.
//
//     const { parser } = loadParser(createEngine(), bytes);
//     const pipeline = new Pipeline(new Ensemble([parser]));
//     const [parsed] = pipeline.parse([newSentence([newWord(1, 'Hello'), newWord(2, 'world')])]);
//     parsed.trees[0].sentence.words[1].head;
import type { Sentence } from '../conllu/sentence.js';
import type { Ensemble } from '../model/ensemble.js';
import { instanceOf } from '../model/instance.js';
import { type Analysis, analyze, type Sentences } from './analysis.js';
import { checkOptions, maxLengthOf, type ParseOptions } from './options.js';
import { type LabelNames, type ParsedSentence, parsedSentence } from './parsedSentence.js';

/** Words of a batch: enough to fill the matrices, few enough to fit in the caches. */
const BATCH_WORDS = 1000;

/** Analyzes batches of sentences one after the other or side by side, and gives the analyses in their order. */
export type Analyze = (batches: AsyncIterable<Sentences>) => AsyncIterable<Analysis[]>;

export class Pipeline {
  readonly ensemble: Ensemble;
  readonly options: ParseOptions;
  #names: LabelNames;

  constructor(ensemble: Ensemble, options: ParseOptions = {}) {
    checkOptions(ensemble, options);
    this.ensemble = ensemble;
    this.options = options;
    const lifted = ensemble.members.some(({ settings }) => settings.nonprojective === 'lift');
    this.#names = { labels: ensemble.labels, lifted };
  }

  parse(sentences: readonly Sentence[]): ParsedSentence[] {
    const parsed: ParsedSentence[] = [];
    for (const batch of batchesOf(sentences)) {
      const analyses = analyze(this.ensemble, this.#instances(batch), this.options);
      parsed.push(...batch.map((sentence, at) => this.#finish(sentence, analyses[at])));
    }
    return parsed;
  }

  /** Parses a stream; `analyses` does the work, in this thread or in others. */
  async *stream(
    sentences: AsyncIterable<Sentence>,
    analyses: Analyze = (batches) => this.#analyses(batches),
  ): AsyncGenerator<ParsedSentence> {
    const underWay: Sentence[][] = [];
    const instances = async function* (this: Pipeline) {
      for await (const batch of streamBatches(sentences)) {
        underWay.push(batch);
        yield this.#instances(batch);
      }
    };
    for await (const batch of analyses(instances.call(this))) {
      for (const [at, sentence] of (underWay.shift() ?? []).entries())
        yield this.#finish(sentence, batch[at]);
    }
  }

  async *#analyses(batches: AsyncIterable<Sentences>): AsyncGenerator<Analysis[]> {
    for await (const batch of batches) yield analyze(this.ensemble, batch, this.options);
  }

  #instances(sentences: readonly Sentence[]): Sentences {
    return sentences.map((sentence) =>
      this.ensemble.members.map(({ vocabulary, settings }) => instanceOf(sentence, vocabulary, settings)),
    );
  }

  #finish(sentence: Sentence, analysis: Analysis): ParsedSentence {
    return parsedSentence(sentence, analysis, this.#names, maxLengthOf(this.ensemble, this.options));
  }
}

function* batchesOf(sentences: Iterable<Sentence>): Generator<Sentence[]> {
  const batch = new BatchCutter();
  for (const sentence of sentences) yield* batch.add(sentence);
  yield* batch.end();
}

/** Cuts a stream into the batches that are parsed together. */
export async function* streamBatches(sentences: AsyncIterable<Sentence>): AsyncGenerator<Sentence[]> {
  const batch = new BatchCutter();
  for await (const sentence of sentences) yield* batch.add(sentence);
  yield* batch.end();
}

/** Collects sentences until they have enough words. */
class BatchCutter {
  #sentences: Sentence[] = [];
  #words = 0;

  *add(sentence: Sentence): Generator<Sentence[]> {
    this.#sentences.push(sentence);
    // An empty sentence has its row in a batch too.
    this.#words += sentence.words.length + 1;
    if (this.#words >= BATCH_WORDS) yield* this.end();
  }

  *end(): Generator<Sentence[]> {
    if (this.#sentences.length > 0) yield this.#sentences;
    this.#sentences = [];
    this.#words = 0;
  }
}
