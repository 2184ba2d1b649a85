// /models and /process, which answer like UDPipe's REST service, so that its clients work here too.
//
// Parameters, the JSON of the answers and the texts of the errors are those of its server; tagger and parser options, which
// mean its own algorithms, are passed over.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { Exchange } from './exchange.js';
import { Refusal, refusals } from './limits.js';
import type { Service } from './service.js';
import { type Input, inputs, readTokenized, type Write, writers } from './udpipeFormats.js';

/** The parameters of a request, and what each is for. */
export const processParameters = {
  data: 'The text or the sentences, in UTF-8.',
  model: 'The name of the model, or its beginning up to a hyphen; any other is refused.',
  tokenizer: 'If it is there, the data are text; its options presegmented and ranges are known.',
  input: 'Else the format of the data: conllu (the default), horizontal, vertical or generic_tokenizer.',
  tagger: 'If it is there, and is not none, the words get tags, features and lemmas.',
  parser: 'If it is there, and is not none, the words get heads and labels.',
  output: 'conllu (the default), horizontal, vertical, plaintext, plaintext=normalized_spaces or matxin.',
} as const;

/** Those that are given; others are passed over. */
export type Parameters = ReadonlyMap<string, string>;

/** What a request asks for. */
interface ProcessRequest {
  readonly data: string;
  /** The options of the tokenizer; without it, the data are sentences already. */
  readonly tokenizer?: string;
  readonly input: Input;
  readonly tags: boolean;
  readonly parses: boolean;
  readonly write: Write;
}

/** The models and what they can do. */
export function modelsAnswer({ name, parts }: Service): string {
  const can = [
    ...(parts.splitter ? ['tokenizer'] : []),
    ...(parts.tagger ? ['tagger'] : []),
    ...(parts.parsers.length > 0 ? ['parser'] : []),
  ];
  return json({ models: { [name]: can }, default_model: name });
}

/** The answer to a request. */
export async function processAnswer(
  parameters: Parameters,
  service: Service,
  pipeline: Pipeline,
  exchange: Exchange,
): Promise<string> {
  const { data, tokenizer, input, tags, parses, write } = readRequest(parameters, service);
  let sentences: Sentence[];
  try {
    sentences =
      tokenizer === undefined ? input(data) : await readTokenized(data, tokenizer, service, exchange);
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error;
    throw new Refusal(400, `Cannot read input data: ${error.message}\n`);
  }
  const tooLong = sentences.find(({ words }) => words.length > service.limits.length);
  if (tooLong) throw refusals.length(tooLong.words.length, service.limits.length);
  const written: string[] = [];
  for await (const sentence of processed(sentences, { tags, parses }, pipeline)) {
    exchange.signal.throwIfAborted();
    written.push(write(sentence));
    exchange.words += sentence.words.length;
    exchange.sentences++;
  }
  const result = `${written.join('')}${write.end ?? ''}`;
  return json({ model: service.name, acknowledgements: service.acknowledgements, result });
}

function readRequest(given: Parameters, { name, parts }: Service): ProcessRequest {
  const parameter = (of: keyof typeof processParameters) => given.get(of);
  const model = parameter('model') ?? '';
  if (!isNamed(model, name)) throw new Refusal(400, `Requested model '${model}' does not exist.\n`);
  const data = parameter('data')?.normalize('NFC');
  if (data === undefined) throw new Refusal(400, "Required argument 'data' is missing.\n");
  const inputName = parameter('input') ?? 'conllu';
  // UDPipe's rules for any language are not here: the model's own splitter is what comes closest.
  const tokenizer = parameter('tokenizer') ?? (inputName === 'generic_tokenizer' ? '' : undefined);
  if (tokenizer !== undefined && !parts.splitter) {
    throw new Refusal(400, 'The required model does not contain a tokenizer!');
  }
  const input = inputs.get(withoutOptions(inputName));
  if (tokenizer === undefined && !input) throw new Refusal(400, `Unknown input format '${inputName}'.\n`);
  const tags = (parameter('tagger') ?? 'none') !== 'none';
  if (tags && !parts.tagger) throw new Refusal(400, 'The required model does not contain a tagger!');
  const parses = (parameter('parser') ?? 'none') !== 'none';
  if (parses && parts.parsers.length === 0) {
    throw new Refusal(400, 'The required model does not contain a parser!');
  }
  const outputName = parameter('output') ?? 'conllu';
  const write = writers.get(withoutOptions(outputName))?.(outputName);
  if (!write) throw new Refusal(400, `Unknown output format '${outputName}'.\n`);
  return { data, tokenizer, input: input ?? (() => []), tags, parses, write };
}

/** The name itself, its beginning up to a hyphen, or nothing. */
function isNamed(given: string, name: string): boolean {
  return given === '' || given === name || name.startsWith(`${given}-`);
}

/** Formats may have options: plaintext=normalized_spaces. */
function withoutOptions(format: string): string {
  return format.split('=', 1)[0];
}

async function* processed(
  sentences: readonly Sentence[],
  { tags, parses }: { tags: boolean; parses: boolean },
  pipeline: Pipeline,
): AsyncGenerator<Sentence> {
  const all = async function* () {
    yield* sentences;
  };
  if (!parses) {
    yield* tags ? pipeline.tag(all()) : all();
    return;
  }
  let next = 0;
  for await (const { trees } of pipeline.stream(all(), { tag: tags })) {
    const [{ sentence }] = trees;
    // The parser wants tags even where nobody else does.
    yield tags ? sentence : { ...sentence, words: withTagsOf(sentences[next], sentence.words) };
    next++;
  }
}

function withTagsOf(given: Sentence, words: readonly Word[]): Word[] {
  return words.map((word, at) => {
    const { lemma, upos, xpos, feats } = given.words[at];
    return { ...word, lemma, upos, xpos, feats };
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
