// The parser that `load` returns: text, tokens or sentences in, trees out.
import { quoted } from '../conllu/quotation.js';
import { newSentence, newWord, type Sentence } from '../conllu/sentence.js';
import { fits, type JsonSchema, problemIn } from '../learner/jsonSchema.js';
import type { Card } from '../models/saved.js';
import { OptionsError, type ParseOptions, readOptions } from '../pipeline/options.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { type ReadSentence, withPlaces } from '../pipeline/placed.js';
import { checkSignal, untilAborted } from './aborting.js';
import { type SentenceTree, sentenceTree } from './sentenceTree.js';

/** A text, tokenized sentences, or CoNLL-U sentences. */
export type ParserInput = string | readonly (readonly string[])[] | readonly Sentence[];

/** The next piece of one long text, a tokenized sentence, or a CoNLL-U sentence. */
export type StreamItem = string | readonly string[] | Sentence;

/** Options of one call. */
export interface CallOptions extends ParseOptions {
  /** Cancels the call, which then fails with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Parses with a loaded model. */
export class TextParser {
  /** What the model's makers say about it: its data, scores and licence, as JSON. */
  readonly card: Readonly<Card>;
  /** The labels that the model assigns to arcs, sorted; none if it leaves arcs without labels. */
  readonly labels: readonly string[];
  #pipeline: Pipeline;
  #close: () => Promise<void>;

  /** Use `load`. */
  constructor(pipeline: Pipeline, card: Card = {}, close: () => Promise<void> = async () => {}) {
    this.card = card;
    this.labels = [...new Set(pipeline.parts.parsers.flatMap(({ labels }) => labels))].sort();
    this.#pipeline = pipeline;
    this.#close = close;
  }

  /** The code of the model's language, such as `en`, if its card has one. */
  get language(): string | undefined {
    return textOf(this.card.language);
  }

  /** The licence of the model, if its card names one. */
  get licence(): string | undefined {
    return textOf(this.card.licence);
  }

  /** The trees of all sentences. Splits text into sentences and words, tags what has no tags, and parses everything. */
  async parse(input: ParserInput, options: CallOptions = {}): Promise<SentenceTree[]> {
    return collected(this.stream(itemsOf('parse', input), options));
  }

  /** The sentences and words of a text, without tags or trees. */
  async split(text: string, options: Pick<CallOptions, 'signal'> = {}): Promise<Sentence[]> {
    const signal = onlySignal('split', options);
    if (typeof text !== 'string') throw new TypeError(`split takes a text, not ${quoted(text)}.`);
    const sentences = untilAborted(this.#pipeline.split([text]), signal);
    return (await collected(sentences)).map(({ sentence }) => sentence);
  }

  /** The sentences with tags, features and lemmas, without trees. Replaces existing tags. */
  async tag(input: ParserInput, options: Pick<CallOptions, 'signal'> = {}): Promise<Sentence[]> {
    const signal = onlySignal('tag', options);
    const read = this.#sentences(itemsOf('tag', input));
    const sentences = async function* () {
      for await (const { sentence } of read) yield sentence;
    };
    return collected(untilAborted(this.#pipeline.tag(sentences()), signal));
  }

  /**
   * The trees of a stream, in order. The stream is one text in pieces, cut anywhere, or sentences. However long it is,
   * only a few batches of about a thousand words are in memory.
   */
  async *stream(
    items: AsyncIterable<StreamItem> | Iterable<StreamItem>,
    options: CallOptions = {},
  ): AsyncGenerator<SentenceTree> {
    const { signal, asked } = readCall(options);
    if (!isIterable(items)) {
      throw new TypeError(`stream takes texts or sentences one after the other, not ${quoted(items)}.`);
    }
    const parse = (sentences: AsyncIterable<Sentence>) =>
      untilAborted(this.#pipeline.stream(sentences, asked), signal);
    for await (const [parsed, places] of withPlaces(this.#sentences(items), parse)) {
      yield sentenceTree(parsed, places);
    }
  }

  /** Stops the threads; not needed before the program exits. */
  close(): Promise<void> {
    return this.#close();
  }

  async *#sentences(items: AsyncIterable<StreamItem> | Iterable<StreamItem>): AsyncGenerator<ReadSentence> {
    const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    const first = await iterator.next();
    if (first.done) return;
    const all = async function* () {
      try {
        for (let next: IteratorResult<StreamItem> = first; !next.done; next = await iterator.next())
          yield next.value;
      } finally {
        await iterator.return?.();
      }
    };
    if (typeof first.value !== 'string') {
      for await (const item of all()) yield { sentence: sentenceOf(item) };
      return;
    }
    for await (const { sentence, starts, ends } of this.#pipeline.split(texts(all()))) {
      yield { sentence, places: { starts, ends } };
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readCall(options: CallOptions): { signal?: AbortSignal; asked: ParseOptions } {
  const problem = problemIn({ type: 'object' }, options, 'The set of options');
  if (problem !== undefined) throw new OptionsError(problem);
  const { signal, ...asked } = options;
  checkSignal(signal);
  return { signal, asked: readOptions(asked, ['signal']) };
}

/** The signal of a call that has no other option. */
function onlySignal(call: string, options: Pick<CallOptions, 'signal'>): AbortSignal | undefined {
  const { signal, asked } = readCall(options);
  const [other] = Object.keys(asked);
  if (other === undefined) return signal;
  throw new OptionsError(`${call} has no option ${quoted(other)}; there is only signal.`);
}

function itemsOf(call: string, input: ParserInput): Iterable<StreamItem> {
  if (typeof input !== 'string' && !Array.isArray(input)) {
    throw new TypeError(
      `${call} takes a text, sentences of tokens, or sentences of CoNLL-U, not ${quoted(input)}.`,
    );
  }
  if (typeof input[0] === 'string' && typeof input !== 'string') {
    throw new OptionsError('Tokens are given by sentences: an array of arrays.');
  }
  return typeof input === 'string' ? [input] : input;
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const mixed = 'A stream is either of texts or of sentences.';

async function* texts(items: AsyncIterable<StreamItem>): AsyncGenerator<string> {
  for await (const item of items) {
    if (typeof item !== 'string') throw new OptionsError(mixed);
    yield item;
  }
}

/** A CoNLL-U sentence from itself or from its tokens; rejects anything else. */
export function sentenceOf(item: StreamItem): Sentence {
  if (typeof item === 'string') throw new OptionsError(mixed);
  if (isTokens(item)) return newSentence(item.map(wordOf));
  if (!fits(sentenceSchema, item)) {
    throw new TypeError(`A sentence is an array of tokens or a sentence of CoNLL-U, not ${quoted(item)}.`);
  }
  return item;
}

/** Distinguishes a CoNLL-U sentence from anything else that an untyped program may pass. */
const sentenceSchema = {
  type: 'object',
  properties: { words: { type: 'array' }, ranges: { type: 'array' }, comments: { type: 'array' } },
  required: ['words', 'ranges', 'comments'],
} as const satisfies JsonSchema;

function isTokens(item: readonly string[] | Sentence): item is readonly string[] {
  return Array.isArray(item);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isIterable(items: unknown): boolean {
  return isObject(items) && (Symbol.iterator in items || Symbol.asyncIterator in items);
}

function wordOf(token: string, at: number) {
  if (typeof token !== 'string' || !/^[^\s\0](?:[^\t\n\r\0]*[^\s\0])?$/u.test(token)) {
    throw new OptionsError(
      `A token is text without line ends, and without blanks around it, not ${JSON.stringify(token)}.`,
    );
  }
  return newWord(at + 1, token);
}
