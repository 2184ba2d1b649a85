// The sentences of a request, which can be iterated twice: first to compute their cost, then to process them. Those of a
// long request are read again rather than kept, because as objects they take many times the memory of their text.
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

/** Each call reads the sentences from the start. */
export type Source = () => AsyncIterable<ReadSentence>;

/** Sentences per turn. */
const AT_ONCE = 50;

/** A source that yields turns to other requests while it reads; `size` is that of the request in bytes. */
export function sourceOf(read: () => Iterable<Sentence>, size: number): Source {
  let kept: readonly Sentence[] | undefined;
  return async function* () {
    if (size < TOGETHER) kept ??= [...read()];
    let count = 0;
    for (const sentence of kept ?? read()) {
      yield { sentence };
      if (++count % AT_ONCE === 0) await turns.next();
    }
  };
}

/** The sentences of a text; those of a short text are kept. */
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

/** What determines the cost of a request. */
export interface Asked {
  readonly options: ParseOptions;
  readonly growth: DecodingGrowth;
}

/** Refuses sentences that are too long and requests that cost too much; costly ones wait among the large ones. */
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

/** Whether a text is within the limits however it is split: every word has at least one character. */
export function isCheap(text: string, { options, growth }: Asked, { length, cost }: Limits): boolean {
  const { kBest, marginals, rivals, decoder = 'exact' } = options;
  const isPlain = !kBest && !marginals && !rivals && decoder === 'exact';
  // A word costs most in the longest sentence that is decoded exactly.
  const most = costOf(growth.longest, options, growth) / Math.max(growth.longest, 1);
  return isPlain && longestSplit <= length && text.length * Math.max(most, 1) <= cost;
}
