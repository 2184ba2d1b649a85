// POST /parse: a text, tokens or CoNLL-U in, trees as JSON out.
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';
import { type SentenceTree, sentenceTree } from '../library/sentenceTree.js';
import { TextParser } from '../library/textParser.js';
import { optionSchemas, type ParseOptions, readOptions } from '../pipeline/options.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import { textOf } from './body.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import type { Service } from './service.js';

/** What is to be parsed, and how. */
export interface ParseRequest {
  /** A text, or sentences. */
  readonly input: string | Iterable<readonly string[] | Sentence>;
  readonly options: ParseOptions;
}

/** The options, with maxima of their own: of one request there are many. */
const { beam, kBest, rivals, decoder, marginals, tag } = optionSchemas;
const most = { maximum: 100 } as const;

/** The body of a request as JSON. */
export const requestSchema = {
  type: 'object',
  description: 'What to parse, and options.',
  properties: {
    text: { type: 'string', description: 'a text, which is split into sentences and words' },
    sentences: {
      type: 'array',
      items: { type: 'array', items: { type: 'string' } },
      description: 'sentences of tokens',
    },
    conllu: { type: 'string', description: 'sentences in CoNLL-U, whose tags count unless tag is true' },
    decoder,
    beam: { ...beam, ...most },
    kBest: { ...kBest, ...most },
    rivals: { ...rivals, ...most },
    marginals,
    tag,
  },
  additionalProperties: false,
  oneOf: [{ required: ['text'] }, { required: ['sentences'] }, { required: ['conllu'] }],
} as const satisfies JsonSchema;

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
  const problem = problemIn(requestSchema, body, 'The body', 'In the body');
  if (problem !== undefined) throw new Refusal(400, problem);
  const { text, sentences, conllu = '', ...given } = body as ValueOf<typeof requestSchema>;
  const options = readOptions(given);
  const input = text ?? sentences;
  // All of it, so that nothing is parsed before it is known to be in order; the heads that it has do not matter.
  return {
    input: input ?? [...readSentences(conllu, { heads: 'optional', onSeveralRoots: () => {} })],
    options,
  };
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
