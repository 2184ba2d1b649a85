// POST /parse: a text, tokens or CoNLL-U in, trees as JSON out.
import { quoted } from '../conllu/quotation.js';
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { type SentenceTree, sentenceTree } from '../library/sentenceTree.js';
import { TextParser } from '../library/textParser.js';
import type { ParseOptions } from '../pipeline/options.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import { textOf } from './body.js';
import type { Exchange } from './exchange.js';
import { most, Refusal } from './limits.js';
import type { Service } from './service.js';

/** What is to be parsed, and how. */
export interface ParseRequest {
  /** A text, or sentences. */
  readonly input: string | Iterable<readonly string[] | Sentence>;
  readonly options: ParseOptions;
}

const inputs = ['text', 'sentences', 'conllu'] as const;
const decoders = ['exact', 'greedy', 'beam'] as const;

/** The options by name: what each of them takes, in words, and whether a value is that. */
const options: Record<string, { takes: string; accepts: (value: unknown) => boolean }> = {
  decoder: { takes: decoders.join(', '), accepts: (value) => decoders.some((name) => name === value) },
  beam: { takes: `a whole number from 1 to ${most.beam}`, accepts: isCount(most.beam) },
  kBest: { takes: `a whole number from 1 to ${most.kBest}`, accepts: isCount(most.kBest) },
  rivals: { takes: `a whole number from 1 to ${most.rivals}`, accepts: isCount(most.rivals) },
  marginals: { takes: 'true or false', accepts: (value) => typeof value === 'boolean' },
  tag: { takes: 'true or false', accepts: (value) => typeof value === 'boolean' },
};

function isCount(largest: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= largest;
}

/** Reads a body of this type. */
export function readParseRequest(type: string, bytes: Uint8Array): ParseRequest {
  const [name] = type.split(';').map((part) => part.trim().toLowerCase());
  if (name === 'text/plain') return { input: textOf(bytes), options: {} };
  if (name !== 'application/json') {
    throw new Refusal(415, 'Send JSON (Content-Type: application/json) or text (Content-Type: text/plain).');
  }
  const text = textOf(bytes);
  try {
    return fromJson(JSON.parse(text));
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal(400, 'The body is not valid JSON.') : error;
  }
}

function fromJson(body: unknown): ParseRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'The body is an object with text, sentences or conllu.');
  }
  const given = new Map<string, unknown>(Object.entries(body));
  const found = inputs.filter((name) => given.has(name));
  if (found.length !== 1) throw new Refusal(400, 'Give one of text, sentences and conllu.');
  const [name] = found;
  const input = inputOf(name, given.get(name));
  given.delete(name);
  for (const [name, value] of given) {
    if (!Object.hasOwn(options, name)) {
      const known = Object.keys(options).join(', ');
      throw new Refusal(400, `There is no option ${quoted(name)}; there are ${known}.`);
    }
    const { takes, accepts } = options[name];
    if (!accepts(value)) throw new Refusal(400, `The option ${name} takes ${takes}.`);
  }
  if (given.has('beam') && given.get('decoder') !== 'beam') {
    throw new Refusal(400, 'The option beam goes with the decoder beam.');
  }
  return { input, options: Object.fromEntries(given) };
}

function inputOf(name: (typeof inputs)[number], value: unknown): ParseRequest['input'] {
  if (name === 'sentences') {
    if (!isTokens(value)) {
      throw new Refusal(400, 'sentences is an array of arrays of tokens, which are strings.');
    }
    return value;
  }
  if (typeof value !== 'string') throw new Refusal(400, `${name} is a string.`);
  if (name === 'text') return value;
  // All of it, so that nothing is parsed before it is known to be in order; the heads that it has do not matter.
  return [...readSentences(value, { heads: 'optional', onSeveralRoots: () => {} })];
}

function isTokens(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((tokens) => Array.isArray(tokens) && tokens.every((token) => typeof token === 'string'))
  );
}

/** The answer to a request, as JSON. */
export async function parseAnswer(
  { input, options }: ParseRequest,
  service: Service,
  pipeline: Pipeline,
  exchange: Exchange,
): Promise<string> {
  const trees =
    typeof input === 'string'
      ? parseText(service.split(input), pipeline, options)
      : new TextParser(pipeline).stream(input, options);
  const sentences: string[] = [];
  for await (const tree of trees) {
    // A string at once, since it takes less room than the tree.
    sentences.push(JSON.stringify(tree));
    exchange.words += tree.words.length;
    exchange.sentences++;
  }
  return `{"model":${JSON.stringify(service.name)},"sentences":[${sentences.join(',')}]}\n`;
}

async function* parseText(
  placed: AsyncIterable<PlacedSentence>,
  pipeline: Pipeline,
  options: ParseOptions,
): AsyncGenerator<SentenceTree> {
  const places: PlacedSentence[] = [];
  const sentences = async function* () {
    for await (const one of placed) {
      places.push(one);
      yield one.sentence;
    }
  };
  for await (const parsed of pipeline.stream(sentences(), options))
    yield sentenceTree(parsed, places.shift());
}
