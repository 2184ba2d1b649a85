// The sentences of a request, which can be gone through twice: to see what they cost before anything is done, and to work
// on them. They are read again rather than kept: as objects they take many times the room of their text.
import type { Sentence } from '../conllu/sentence.js';
import type { ParseOptions } from '../pipeline/options.js';
import type { ReadSentence } from '../pipeline/placed.js';
import type { DecodingGrowth } from '../pipeline/work.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import type { Exchange } from './exchange.js';
import { costOf, type Limits, longestSplit, refusals } from './limits.js';
import type { ServedModel } from './servedModel.js';
import { TOGETHER } from './splitting.js';
import { turns } from './turns.js';

/** Begins to read the sentences, as often as it is called. */
export type Source = () => AsyncIterable<ReadSentence>;

/** Sentences that are read in one turn. */
const AT_ONCE = 50;

/** What is read, with turns for others. */
export function sourceOf(read: () => Iterable<Sentence>): Source {
  return async function* () {
    let count = 0;
    for (const sentence of read()) {
      yield { sentence };
      if (++count % AT_ONCE === 0) await turns.next();
    }
  };
}

/** The sentences of a text. Those of a short one are kept. */
export async function textSource(text: string, model: ServedModel): Promise<Source> {
  if (text.length >= TOGETHER) return () => placed(model.split(text));
  const sentences: PlacedSentence[] = [];
  for await (const one of model.split(text)) sentences.push(one);
  return () => placed(sentences);
}

async function* placed(
  sentences: AsyncIterable<PlacedSentence> | Iterable<PlacedSentence>,
): AsyncGenerator<ReadSentence> {
  let count = 0;
  for await (const { sentence, starts, ends } of sentences) {
    yield { sentence, places: { starts, ends } };
    if (++count % AT_ONCE === 0) await turns.next();
  }
}

/** What a request asks for, by which its cost is known. */
export interface Asked {
  readonly options: ParseOptions;
  readonly growth: DecodingGrowth;
}

/** Refuses what is too long or costs too much; what costs much has to wait among its like. */
export async function checkCost(
  source: Source,
  { options, growth }: Asked,
  { length, cost: limit }: Limits,
  { visit, signal }: Exchange,
): Promise<void> {
  let cost = 0;
  for await (const { sentence } of source()) {
    signal.throwIfAborted();
    const n = sentence.words.length;
    if (n > length) throw refusals.length(n, length);
    cost += costOf(n, options, growth);
    if (cost > limit) throw refusals.cost(limit);
  }
  await visit.costs(cost, signal);
}

/** Whether a text cannot be too long or cost too much, whatever it is split into: no word is shorter than a character. */
export function isCheap(text: string, { options, growth }: Asked, { length, cost }: Limits): boolean {
  const { kBest, marginals, rivals, decoder = 'exact' } = options;
  const isPlain = !kBest && !marginals && !rivals && decoder === 'exact';
  // A word costs the most in the longest sentence that is decoded exactly.
  const most = costOf(growth.longest, options, growth) / Math.max(growth.longest, 1);
  return isPlain && longestSplit <= length && text.length * Math.max(most, 1) <= cost;
}
