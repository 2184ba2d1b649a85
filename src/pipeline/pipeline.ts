// The pipeline: splits text into sentences, then tags and parses them in batches, in order.
//
//     const pipeline = new Pipeline(partsOf((await loadModels(createEngine(), bytes)).models));
//     const [parsed] = pipeline.parse([newSentence([newWord(1, 'Hello'), newWord(2, 'world')])]);
//     parsed.trees[0].sentence.words[1].head;
import type { Sentence } from '../conllu/sentence.js';
import type { Parts } from '../models/parts.js';
import type { Ensemble } from '../parser/ensemble.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import { type Decide, TextSplitter } from '../splitter/textSplitter.js';
import { type Annotation, Annotator, type Job } from './annotator.js';
import { checkOptions, maxLengthOf, OptionsError, type ParseOptions, readOptions } from './options.js';
import { type LazyParse, lazyParse, type ParsedSentence, parsedSentence } from './parsedSentence.js';
import { plainSentence, taggedSentence } from './tagging.js';
import { type DecodingGrowth, decodingGrowthOf, noDecoding, workOf } from './work.js';

/** Words per batch: enough to fill the matrices, few enough to fit in the caches. */
export const BATCH_WORDS = 1000;

/** The work, in words, that ends a batch even if it has few words, to bound the latency. */
export const BATCH_WORK = 2000;

/** Runs jobs sequentially or in parallel and yields their results in order. */
export type Annotate = (jobs: AsyncIterable<Job>) => AsyncIterable<Annotation[]>;

/** Those who do the work of a pipeline in other threads. */
export interface Delegates {
  readonly annotate?: Annotate;
  readonly decide?: Decide;
}

export class Pipeline {
  readonly parts: Parts;
  /** How the parsers' time grows with the length of a sentence. */
  readonly growth: DecodingGrowth;
  #splitter: TextSplitter | undefined;
  #annotator: Annotator;
  #annotate: Annotate;

  /** Does itself what no delegate does; `like`, with the same parts, lends what is already prepared. */
  constructor(parts: Parts, { annotate, decide }: Delegates = {}, like?: Pipeline) {
    this.parts = parts;
    this.growth = decodingGrowthOf(parts.parsers);
    this.#splitter = like ? like.#splitter : parts.splitter && new TextSplitter(parts.splitter, decide);
    this.#annotator = like ? like.#annotator : new Annotator(parts);
    this.#annotate = annotate ?? ((jobs) => this.#annotator.annotateAll(jobs));
  }

  /** A pipeline with the same models that delegates tagging and parsing. */
  through(annotate: Annotate): Pipeline {
    return new Pipeline(this.parts, { annotate }, this);
  }

  /** Whether the parsers read tags but there is no tagger. */
  get lacksTags(): boolean {
    const { tagger, parsers } = this.parts;
    return !tagger && parsers.some(({ encoder }) => encoder.readsTags);
  }

  /** Rejects, with one sentence, options that are invalid or that the models do not support. */
  check(options: ParseOptions): Ensemble {
    const { ensemble } = this.#annotator;
    if (!ensemble) throw new OptionsError('There is no parser among the models.');
    if (options.tag && !this.parts.tagger) throw new OptionsError('There is no tagger among the models.');
    checkOptions(ensemble, readOptions(options));
    return ensemble;
  }

  /** The sentences of a text, given in one or more pieces, with the places of their words. */
  split(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<PlacedSentence> {
    if (!this.#splitter) {
      throw new OptionsError('The model does not split text into words: give it tokens or CoNLL-U.');
    }
    return this.#splitter.stream(chunks);
  }

  /** Parses sentences synchronously, in this thread. */
  parse(sentences: readonly Sentence[], options: ParseOptions = {}): ParsedSentence[] {
    const ensemble = this.check(options);
    const parsed: ParsedSentence[] = [];
    for (const batch of batchesOf(sentences, this.growth, options)) {
      const annotations = this.#annotator.annotate(jobOf(batch, options));
      for (const [at, sentence] of batch.entries())
        parsed.push(parsedSentence(this.#parse(sentence, annotations[at], ensemble, options)));
    }
    return parsed;
  }

  /** Parses a stream; however long it is, only a few batches are in memory at a time. */
  async *stream(
    sentences: AsyncIterable<Sentence>,
    options: ParseOptions = {},
  ): AsyncGenerator<ParsedSentence> {
    for await (const parse of this.streamLazily(sentences, options)) yield parsedSentence(parse);
  }

  /** The same, for callers that use one tree at a time. */
  async *streamLazily(
    sentences: AsyncIterable<Sentence>,
    options: ParseOptions = {},
  ): AsyncGenerator<LazyParse> {
    const ensemble = this.check(options);
    const job = (batch: readonly Sentence[]) => jobOf(batch, options);
    const batches = streamBatches(sentences, this.growth, options);
    for await (const [sentence, annotation] of this.#annotations(batches, job))
      yield this.#parse(sentence, annotation, ensemble, options);
  }

  /** Parses sentences as one job, which `give` passes to a thread. */
  async parseTogether(
    sentences: readonly Sentence[],
    options: ParseOptions,
    give: (job: Job) => Promise<Annotation[]>,
  ): Promise<LazyParse[]> {
    const ensemble = this.check(options);
    const annotations = await give(jobOf(sentences, options));
    return sentences.map((sentence, at) => this.#parse(sentence, annotations[at], ensemble, options));
  }

  /** Tags a stream without parsing it, replacing existing tags. */
  async *tag(sentences: AsyncIterable<Sentence>): AsyncGenerator<Sentence> {
    if (!this.parts.tagger) throw new OptionsError('There is no tagger among the models.');
    const job = (batch: readonly Sentence[]) => ({
      sentences: batch.map((sentence) => plainSentence(sentence, true)),
    });
    for await (const [sentence, annotation] of this.#annotations(streamBatches(sentences, noDecoding), job))
      yield this.#tagged(sentence, annotation, true);
  }

  async *#annotations(
    batches: AsyncIterable<Sentence[]>,
    jobOf: (batch: readonly Sentence[]) => Job,
  ): AsyncGenerator<[Sentence, Annotation]> {
    const underWay: Sentence[][] = [];
    const jobs = async function* () {
      for await (const batch of batches) {
        underWay.push(batch);
        yield jobOf(batch);
      }
    };
    for await (const annotations of this.#annotate(jobs())) {
      for (const [at, sentence] of (underWay.shift() ?? []).entries()) yield [sentence, annotations[at]];
    }
  }

  #tagged(sentence: Sentence, { tags }: Annotation, anew: boolean): Sentence {
    const { tagger } = this.parts;
    return tagger && tags ? taggedSentence(sentence, tagger, tags, anew) : sentence;
  }

  #parse(sentence: Sentence, annotation: Annotation, ensemble: Ensemble, options: ParseOptions): LazyParse {
    const lifted = ensemble.members.some(({ settings }) => settings.nonprojective === 'lift');
    const tagged = this.#tagged(sentence, annotation, options.tag ?? false);
    const names = { labels: ensemble.labels, lifted };
    return lazyParse(tagged, annotation, names, maxLengthOf(ensemble, options));
  }
}

function jobOf(batch: readonly Sentence[], options: ParseOptions): Job {
  return { sentences: batch.map((sentence) => plainSentence(sentence, options.tag ?? false)), options };
}

function* batchesOf(
  sentences: Iterable<Sentence>,
  growth: DecodingGrowth,
  options: ParseOptions,
): Generator<Sentence[]> {
  const batch = new BatchCutter(growth, options);
  for (const sentence of sentences) yield* batch.add(sentence);
  yield* batch.end();
}

/** Cuts a stream into batches. */
export async function* streamBatches(
  sentences: AsyncIterable<Sentence>,
  growth: DecodingGrowth,
  options: ParseOptions = {},
): AsyncGenerator<Sentence[]> {
  const batch = new BatchCutter(growth, options);
  for await (const sentence of sentences) yield* batch.add(sentence);
  yield* batch.end();
}

/** Collects sentences until they have enough words or enough work. */
class BatchCutter {
  readonly #growth: DecodingGrowth;
  readonly #options: ParseOptions;
  #sentences: Sentence[] = [];
  #words = 0;
  #work = 0;

  constructor(growth: DecodingGrowth, options: ParseOptions) {
    this.#growth = growth;
    this.#options = options;
  }

  *add(sentence: Sentence): Generator<Sentence[]> {
    const { length } = sentence.words;
    this.#sentences.push(sentence);
    // The ROOT row counts too, even in an empty sentence.
    this.#words += length + 1;
    this.#work += workOf(length, this.#options, this.#growth);
    if (this.#words >= BATCH_WORDS || this.#work >= BATCH_WORK) yield* this.end();
  }

  *end(): Generator<Sentence[]> {
    if (this.#sentences.length > 0) yield this.#sentences;
    this.#sentences = [];
    this.#words = 0;
    this.#work = 0;
  }
}
