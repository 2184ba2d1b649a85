// arcwise bundle: combines a splitter, a tagger and parsers in one file.
import { parseArgs } from 'node:util';
import { counted } from '../conllu/quotation.js';
import { readSentences } from '../conllu/reader.js';
import type { Engine } from '../engine/engine.js';
import { checkWritable, writeWhole } from '../files/files.js';
import { readInput } from '../files/input.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { loadModels, type SavedModels, saveBundle } from '../models/bundle.js';
import type { Model } from '../models/kinds.js';
import { partsOf } from '../models/parts.js';
import { type Card, withShortNames } from '../models/saved.js';
import { locateModel } from '../node/modelLookup.js';
import { createNodeEngine } from '../node/nodeEngine.js';
import { choice } from '../options/optionValues.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { learnLemmas, learnSpelling } from '../tagger/moreLemmas.js';

const types = { f32: 'F32', f16: 'F16', i8: 'I8' } as const;

export const weightsOption = {
  type: 'string',
  takes: Object.keys(types).join('|'),
  help: 'the format of weights: 32 or 16 bits, or 8 bits with scales',
} as const;

const options = {
  splitter: {
    type: 'string',
    takes: 'MODEL',
    help: 'the model that splits text into sentences and words, or a bundle that has one',
  },
  tagger: {
    type: 'string',
    takes: 'MODEL',
    help: 'the model that tags words, or a bundle that has one, such as en',
  },
  parser: {
    type: 'string',
    multiple: true,
    required: true,
    takes: 'MODEL',
    help: 'the parser, or a joint model, which tags too, or a bundle that has one; several form an ensemble',
  },
  out: { type: 'string', required: true, takes: 'MODEL', help: 'the output file' },
  weights: { ...weightsOption, default: 'f32' },
  script: {
    type: 'string',
    multiple: true,
    takes: 'NAME',
    help: 'keeps only subword pieces in this script, such as Latin, besides digits and signs: a smaller file',
  },
  lemmas: {
    type: 'string',
    takes: 'FILE',
    help: 'words with tags and lemmas, in CoNLL-U; those whose lemmas the tagger would get wrong are added to it, and frequent ones',
  },
  words: {
    type: 'string',
    takes: 'FILE',
    help: 'words that are spelt right, one per line; others that are one slip from a training word get its lemma',
  },
  card: {
    type: 'string',
    takes: 'FILE',
    help: 'a JSON object that describes the bundle; the cards of the models are included automatically',
  },
} as const satisfies Options;

export const usage: Usage = [
  { call: 'bundle', about: 'Combines a splitter, a tagger and parsers in one file.', options },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const { splitter, tagger, parser = [], out, lemmas, words, card } = values;
  if (parser.length === 0) throw new UsageError('--parser is missing.');
  if (out === undefined) throw new UsageError('--out is missing.');
  const type = weightTypeOf(values.weights);
  await checkWritable([out], [splitter, tagger, ...parser, lemmas, words, card]);
  const about = card === undefined ? {} : await readCard(card);
  const files = [
    ...(splitter === undefined ? [] : [{ kinds: ['splitter'], path: splitter }]),
    ...(tagger === undefined ? [] : [{ kinds: ['tagger'], path: tagger }]),
    ...parser.map((path) => ({ kinds: ['parser', 'joint'], path })),
  ];
  const engine = createNodeEngine();
  const models: Model[] = [];
  const cards: unknown[] = [];
  for (const { kinds, path } of files) {
    const saved = await readModels(engine, path, `model ${models.length + 1}`);
    const [model, ...others] = saved.models.filter(({ kind }) => kinds.includes(kind));
    if (!model) throw new ModelFileError(`${path} has no ${kinds[0]}.`);
    if (others.length > 0) throw new ModelFileError(`${path} has more than one ${kinds[0]}.`);
    models.push(model);
    cards.push(cardOfPart(saved, model));
  }
  if (lemmas !== undefined) await addLemmas(models, lemmas);
  if (words !== undefined) await addSpelling(models, words);
  const bytes = saveBundle(models, { ...about, models: cards }, type, values.script);
  await writeWhole(out, bytes);
  console.error(
    `${out}: ${models.map(({ kind }) => kind).join(', ')}, ${(bytes.length / 1e6).toFixed(1)} MB.`,
  );
}

async function addLemmas(models: readonly Model[], path: string): Promise<void> {
  const { tagger } = partsOf(models);
  if (!tagger) throw new UsageError('--lemmas needs a tagger or a joint model.');
  const { bytes, name } = await readInput(path);
  const learned = learnLemmas(tagger, readSentences(bytes, { file: name, heads: 'optional' }));
  if (!learned) throw new UsageError('--lemmas needs a tagger that predicts lemmas.');
  const { corrected, frequent } = learned;
  console.error(
    `${path}: ${counted(corrected, 'word')} with other lemmas, and ${counted(frequent, 'frequent one')}.`,
  );
}

async function addSpelling(models: readonly Model[], path: string): Promise<void> {
  const { tagger } = partsOf(models);
  const { bytes } = await readInput(path);
  const words = new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((word) => word !== '');
  const stored = tagger && learnSpelling(tagger, words);
  if (stored === undefined) throw new UsageError('--words needs a tagger that predicts lemmas.');
  console.error(`${path}: ${counted(words.length, 'word')}, ${stored} of them like training words.`);
}

/** The card of a model: that of its file, or in a bundle its own. */
function cardOfPart({ models, card }: SavedModels, { kind }: Model): Card {
  const cards: unknown[] = Array.isArray(card.models) ? card.models : [];
  const own = models.length === 1 ? card : cards.filter(isRecord).find((one) => one.kind === kind);
  return withShortNames({ kind, ...own });
}

export function weightTypeOf(given: string): WeightType {
  return types[choice('--weights', given, Object.keys(types) as (keyof typeof types)[])];
}

async function readModels(engine: Engine, path: string, name: string): Promise<SavedModels> {
  const { bytes } = await readInput(await locateModel(path));
  try {
    return await loadModels(engine, bytes, name);
  } catch (error) {
    throw new ModelFileError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

export async function readCard(path: string): Promise<Card> {
  const { bytes } = await readInput(path);
  try {
    const card: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(card)) return card;
  } catch {
    // Rejected below.
  }
  throw new Error(`${path} is not a card: it must hold a JSON object.`);
}
