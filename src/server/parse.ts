// POST /parse: a text, tokens or CoNLL-U in, trees as JSON out.
import { readSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';
import { singleTrees } from '../library/sentenceTree.js';
import { sentenceOf } from '../library/textParser.js';
import { wordJson } from '../library/wordJson.js';
import { optionSchemas, type ParseOptions, readOptions } from '../pipeline/options.js';
import { utf8Of } from './body.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import type { ServedModel } from './servedModel.js';
import type { PlacedParse, Service } from './service.js';
import { checkCost, isCheap, type Source, sourceOf, textSource } from './source.js';

/** What to parse, with which model and options. */
export interface ParseRequest {
  readonly model: string;
  readonly input: string | (() => Iterable<Sentence>);
  readonly options: ParseOptions;
}

/** A service has many users, so its options have maxima. */
const { beam, kBest, rivals, decoder, marginals, tag } = optionSchemas;
const most = { maximum: 100 } as const;

/** The schema of a JSON body. */
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
    conllu: { type: 'string', description: 'sentences in CoNLL-U, whose tags are used unless tag is true' },
    model: { type: 'string', description: 'one of the models of /models; the first by default' },
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

/** Reads a body of this content type; `model` is the one in the URL, which the model in a JSON body overrides. */
export function readParseRequest(type: string, bytes: Uint8Array, model: string): ParseRequest {
  const [name] = type.split(';').map((part) => part.trim().toLowerCase());
  if (name === 'text/plain') return { model, input: utf8Of(bytes), options: {} };
  if (name !== 'application/json') {
    throw new Refusal(415, 'Send JSON (Content-Type: application/json) or text (Content-Type: text/plain).');
  }
  const text = utf8Of(bytes);
  try {
    return fromJson(JSON.parse(text), model);
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal(400, 'The body is not valid JSON.') : error;
  }
}

function fromJson(body: unknown, addressed: string): ParseRequest {
  const problem = problemIn(requestSchema, body, 'The body', 'In the body');
  if (problem !== undefined) throw new Refusal(400, problem);
  const {
    text,
    sentences,
    conllu = '',
    model = addressed,
    ...options
  } = body as ValueOf<typeof requestSchema>;
  const read = sentences
    ? () => tokenized(sentences)
    : // Existing heads do not matter.
      () => readSentences(conllu, { heads: 'ignored' });
  return { model, input: text ?? read, options: readOptions(options) };
}

function* tokenized(sentences: readonly (readonly string[])[]): Generator<Sentence> {
  for (const tokens of sentences) yield sentenceOf(tokens);
}

/**
 * The answer to a request: JSON if the request is short, or else pieces of it. Parsing starts only after the whole
 * request is validated.
 */
export async function parseAnswer(
  { model: name, input, options }: ParseRequest,
  service: Service,
  exchange: Exchange,
): Promise<string | AsyncIterable<string>> {
  const model = service.model(name);
  if (!model) throw new Refusal(400, `There is no model named ${JSON.stringify(name)}.`);
  model.pipeline.check(options);
  const source = await checkedSource(input, options, model, service, exchange);
  const [start, end] = [`{"model":${JSON.stringify(model.name)},"sentences":[`, ']}\n'];
  const parses = await service.parseShort(model, source, options, exchange);
  if (parses) {
    let answer = start;
    for (const parse of parses) for (const piece of sentencePieces(parse, exchange)) answer += piece;
    return answer + end;
  }
  return (async function* () {
    yield start;
    for await (const parse of service.parse(model, source, options, exchange)) {
      yield* lumps(sentencePieces(parse, exchange));
    }
    yield end;
  })();
}

async function checkedSource(
  input: ParseRequest['input'],
  options: ParseOptions,
  model: ServedModel,
  { limits }: Service,
  exchange: Exchange,
): Promise<Source> {
  const source =
    typeof input === 'string' ? await textSource(input, model) : sourceOf(input, exchange.visit.bytes);
  const asked = { options, growth: model.growth };
  if (typeof input !== 'string' || !isCheap(input, asked, limits)) {
    await checkCost(source, asked, limits, exchange);
  }
  return source;
}

/** Characters per lump. */
const LUMP = 1 << 12;

/** Joins small pieces, since each one that is passed on has an overhead. */
function* lumps(pieces: Iterable<string>): Generator<string> {
  let lump = '';
  for (const piece of pieces) {
    lump += piece;
    if (lump.length < LUMP) continue;
    yield lump;
    lump = '';
  }
  yield lump;
}

/** Words per piece: a word may have many rivals. */
const PIECE = 32;

/** The JSON of the library's sentence, a few words of one tree at a time; counts the sentence and its words. */
function* sentencePieces([{ trees, warning }, places]: PlacedParse, exchange: Exchange): Generator<string> {
  if (exchange.sentences++ > 0) yield ',';
  let rank = 0;
  let end = '}';
  for (const tree of singleTrees(trees, places)) {
    const own = tree.words;
    if (rank > 1) yield ',';
    const rest = { ...tree, words: undefined, ...(rank === 0 && { warning }) };
    yield `${JSON.stringify(rest).slice(0, -1)},"words":[`;
    for (let at = 0; at < own.length; at += PIECE) {
      let piece = '';
      for (const word of own.length <= PIECE ? own : own.slice(at, at + PIECE)) {
        piece += `${word.id > 1 ? ',' : ''}${wordJson(word)}`;
      }
      yield piece;
    }
    yield rank === 0 ? ']' : ']}';
    if (rank === 0 && tree.score !== undefined) {
      yield ',"alternatives":[';
      end = ']}';
    }
    if (rank++ === 0) exchange.words += own.length;
  }
  yield end;
}
