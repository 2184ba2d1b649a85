// Batches with about equal numbers of words, and their division among threads.
import type { Random } from '../engine/random.js';

/** Shuffles the sentences and cuts them into batches of at least `words` words; returns sentence indices. */
export function shuffledBatches(lengths: readonly number[], words: number, random: Random): number[][] {
  const order = lengths.map((_, at) => at);
  random.shuffle(order);
  return cut(order, lengths, words);
}

/** Batches of sentences of about the same length, which run in parallel without waiting for each other. */
export function sortedBatches(lengths: readonly number[], words: number): number[][] {
  const order = lengths.map((_, at) => at).sort((a, b) => lengths[b] - lengths[a] || a - b);
  return cut(order, lengths, words);
}

function cut(order: readonly number[], lengths: readonly number[], words: number): number[][] {
  const batches: number[][] = [];
  let room = 0;
  for (const at of order) {
    if (room <= 0) {
      batches.push([]);
      room = words;
    }
    batches[batches.length - 1].push(at);
    room -= lengths[at];
  }
  return batches;
}

/**
 * Divides a batch into shares of about equal cost by length: the longest sentences are the first share, the shortest
 * the last one. If lengths were mixed in each share, every thread would take as many LSTM steps as the longest sentence
 * has words, each over few sentences.
 */
export function shares(
  batch: readonly number[],
  lengths: readonly number[],
  count: number,
  pairCost?: number,
): number[][] {
  const order = [...batch].sort((a, b) => lengths[b] - lengths[a] || a - b);
  const costs = order.map((at) => cost(lengths[at], pairCost));
  let left = costs.reduce((sum, one) => sum + one, 0);
  let next = 0;
  return Array.from({ length: count }, (_, share) => {
    const goal = left / (count - share);
    const start = next;
    let taken = 0;
    // The sentence on the border goes where most of it fits. The last share takes all, whatever rounding says.
    const isLast = share === count - 1;
    const fits = () => isLast || next === start || taken + costs[next] / 2 <= goal;
    while (next < order.length && fits()) taken += costs[next++];
    left -= taken;
    return order.slice(start, next);
  });
}

/** The cost of a sentence in positions, of which ROOT and the end marker are two. */
function cost(n: number, pairCost = 1 / 400): number {
  return n + 2 + n ** 2 * pairCost;
}
