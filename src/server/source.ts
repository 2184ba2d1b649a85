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

export interface Source {
  /** All sentences of a short request. */
  readonly kept?: readonly ReadSentence[];
  /** Reads the sentences from the start. */
  read(): AsyncIterable<ReadSentence>;
}

/** Sentences per turn. */
const AT_ONCE = 50;

/** The sentences of a request of so many bytes. */
export function sourceOf(read: () => Iterable<Sentence>, size: number): Source {
  const unplaced = (sentence: Sentence): ReadSentence => ({ sentence });
  if (size < TOGETHER) return keeping(Array.from(read(), unplaced));
  return { read: () => inTurns(read(), unplaced) };
}

/** The sentences of a text. */
export async function textSource(text: string, model: ServedModel): Promise<Source> {
  const placed = ({ sentence, starts, ends }: PlacedSentence): ReadSentence => ({
    sentence,
    places: { starts, ends },
  });
  if (text.length >= TOGETHER) return { read: () => inTurns(model.split(text), placed) };
  const sentences: ReadSentence[] = [];
  for await (const one of model.split(text)) sentences.push(placed(one));
  return keeping(sentences);
}

function keeping(sentences: readonly ReadSentence[]): Source {
  return { kept: sentences, read: () => inTurns(sentences, (one) => one) };
}

/** Yields turns to other requests while it reads. */
async function* inTurns<One>(
  sentences: AsyncIterable<One> | Iterable<One>,
  readSentence: (one: One) => ReadSentence,
): AsyncGenerator<ReadSentence> {
  let count = 0;
  for await (const one of sentences) {
    yield readSentence(one);
    if (++count % AT_ONCE === 0) await turns.next();
  }
}

/** What determines the cost of a request. */
export interface Asked {
  readonly options: ParseOptions;
  readonly growth: DecodingGrowth;
}

/** Refuses sentences that are too long and requests that cost too much; costly ones wait among the large ones. */
export function checkCost(
  { kept, read }: Source,
  { options, growth }: Asked,
  { length, cost: limit }: Limits,
  { visit, stop }: Exchange,
): Promise<void> | undefined {
  let cost = 0;
  const add = ({ sentence: { words } }: ReadSentence) => {
    stop.check();
    const n = words.length;
    if (n > length) throw refusals.length(n, length);
    cost += costOf(n, options, growth);
    if (cost > limit) throw refusals.cost(limit);
  };
  if (kept) {
    kept.forEach(add);
    return visit.costs(cost, stop);
  }
  return (async () => {
    for await (const one of read()) add(one);
    await visit.costs(cost, stop);
  })();
}

/** Whether a text is within the limits however it is split: every word has at least one character. */
export function isCheap(text: string, { options, growth }: Asked, { length, cost }: Limits): boolean {
  const { kBest, marginals, rivals, decoder = 'exact' } = options;
  const isPlain = !kBest && !marginals && !rivals && decoder === 'exact';
  // A word costs most in the longest sentence that is decoded exactly.
  const most = costOf(growth.longest, options, growth) / Math.max(growth.longest, 1);
  return isPlain && longestSplit <= length && text.length * Math.max(most, 1) <= cost;
}
