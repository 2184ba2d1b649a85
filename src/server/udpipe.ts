// /models and /process, which answer like UDPipe's REST service, for clients that are written for it.
//
// Parameters, JSON answers and error messages match its server; tagger and parser options, which refer to its own
// algorithms, are ignored.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { noDecoding } from '../pipeline/work.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import type { ServedModel } from './servedModel.js';
import type { Service } from './service.js';
import { checkCost, isCheap, type Source, sourceOf } from './source.js';
import { type Read, readers, type Write, writers } from './udpipeFormats.js';
import { isPresegmented, tokenizedSource } from './udpipeTokenizer.js';

/** The parameters of a request and their descriptions. */
export const processParameters = {
  data: 'The text or the sentences, in UTF-8.',
  model: 'A model of /models, by its name or its beginning up to a hyphen, or by its language and treebank.',
  tokenizer: 'If present, the data are text; the options presegmented and ranges are supported.',
  input: 'Otherwise the format of the data: conllu (the default), horizontal, vertical or generic_tokenizer.',
  tagger: 'If present and not none, the words get tags, features and lemmas.',
  parser: 'If present and not none, the words get heads and labels.',
  output: 'conllu (the default), horizontal, vertical, plaintext, plaintext=normalized_spaces or matxin.',
} as const;

/** The given parameters; unknown ones are ignored. */
export type UdpipeParameters = ReadonlyMap<string, string>;

/** What a request asks for. */
interface ProcessRequest {
  readonly model: ServedModel;
  readonly data: string;
  /** The options of the tokenizer; if absent, the data are already sentences. */
  readonly tokenizer?: string;
  readonly read: Read;
  readonly tags: boolean;
  readonly parses: boolean;
  readonly write: Write;
}

/** The models and what they can do. */
export function modelsAnswer({ models }: Service): string {
  const able = models.map(({ name, parts: { splitter, tagger, parsers } }) => [
    name,
    [
      ...(splitter ? ['tokenizer'] : []),
      ...(tagger ? ['tagger'] : []),
      ...(parsers.length > 0 ? ['parser'] : []),
    ],
  ]);
  return `${json({ models: Object.fromEntries(able), default_model: models[0].name })}\n`;
}

/** The answer to a request, as pieces of JSON. Processing starts only after the whole request is validated. */
export async function* processAnswer(
  parameters: UdpipeParameters,
  service: Service,
  exchange: Exchange,
): AsyncGenerator<string> {
  const request = readRequest(parameters, service);
  const { model, write } = request;
  const source = await checkedSource(request, service, exchange);
  const shell = json({ model: model.name, acknowledgements: model.acknowledgements, result: '' });
  const inside = shell.lastIndexOf('"');
  yield shell.slice(0, inside);
  for await (const sentence of processed(source, request, service.pipelineOf(model, exchange))) {
    yield inString(write(sentence));
    exchange.words += sentence.words.length;
    exchange.sentences++;
  }
  yield inString(write.end ?? '');
  yield `${shell.slice(inside)}\n`;
}

function readRequest(given: UdpipeParameters, service: Service): ProcessRequest {
  const parameter = (of: keyof typeof processParameters) => given.get(of);
  const name = parameter('model') ?? '';
  const model = service.model(name);
  if (!model) throw new Refusal(400, `Requested model '${name}' does not exist.\n`);
  const { parts } = model;
  const data = parameter('data')?.normalize('NFC');
  if (data === undefined) throw new Refusal(400, "Required argument 'data' is missing.\n");
  const inputName = parameter('input') ?? 'conllu';
  // UDPipe's language-independent rules do not exist here; the model's own splitter comes closest.
  const tokenizer = parameter('tokenizer') ?? (inputName === 'generic_tokenizer' ? '' : undefined);
  if (tokenizer !== undefined && !parts.splitter) {
    throw new Refusal(400, 'The required model does not contain a tokenizer!');
  }
  const read = readers.get(withoutOptions(inputName));
  if (tokenizer === undefined && !read) throw new Refusal(400, `Unknown input format '${inputName}'.\n`);
  const tags = (parameter('tagger') ?? 'none') !== 'none';
  if (tags && !parts.tagger) throw new Refusal(400, 'The required model does not contain a tagger!');
  const parses = (parameter('parser') ?? 'none') !== 'none';
  if (parses && parts.parsers.length === 0) {
    throw new Refusal(400, 'The required model does not contain a parser!');
  }
  const outputName = parameter('output') ?? 'conllu';
  const write = writers.get(withoutOptions(outputName))?.(outputName);
  if (!write) throw new Refusal(400, `Unknown output format '${outputName}'.\n`);
  return { model, data, tokenizer, read: read ?? (() => []), tags, parses, write };
}

/** Formats may have options: plaintext=normalized_spaces. */
function withoutOptions(format: string): string {
  return format.split('=', 1)[0];
}

async function checkedSource(
  { model, data, tokenizer, read, parses }: ProcessRequest,
  { limits }: Service,
  exchange: Exchange,
): Promise<Source> {
  const asked = { options: {}, growth: parses ? model.growth : noDecoding };
  if (tokenizer !== undefined) {
    const source = await tokenizedSource(data, tokenizer, model);
    // Whole lines may be longer than any sentence of the splitter.
    const isSafe = isCheap(data, asked, limits) && !isPresegmented(tokenizer);
    if (!isSafe) await checkCost(source, asked, limits, exchange);
    return source;
  }
  try {
    const source = sourceOf(() => read(data, parses ? 'ignored' : 'optional'), exchange.visit.bytes);
    await checkCost(source, asked, limits, exchange);
    return source;
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error;
    throw new Refusal(400, `Cannot read input data: ${error.message}\n`);
  }
}

async function* processed(
  source: Source,
  { tags, parses }: ProcessRequest,
  pipeline: Pipeline,
): AsyncGenerator<Sentence> {
  /** The input sentences that are being parsed. */
  const given: Sentence[] = [];
  const all = async function* () {
    for await (const { sentence } of source.read()) {
      if (parses && !tags) given.push(sentence);
      yield sentence;
    }
  };
  if (!parses) {
    yield* tags ? pipeline.tag(all()) : all();
    return;
  }
  for await (const { trees } of pipeline.stream(all(), { tag: tags })) {
    const [{ sentence }] = trees;
    // The parser needs tags even if the client did not ask for them.
    yield tags ? sentence : { ...sentence, words: withTagsOf(given.shift() ?? sentence, sentence.words) };
  }
}

function withTagsOf(given: Sentence, words: readonly Word[]): Word[] {
  return words.map((word, at) => {
    const { lemma, upos, xpos, feats } = given.words[at];
    return { ...word, lemma, upos, xpos, feats };
  });
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 1);
}

/** Text escaped for the inside of a JSON string. */
function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
