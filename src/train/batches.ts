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

/** Divides a batch into shares of about equal words: longest sentences first, each to the smallest share. */
export function shares(batch: readonly number[], lengths: readonly number[], count: number): number[][] {
  const parts: number[][] = Array.from({ length: count }, () => []);
  const words = new Array<number>(count).fill(0);
  for (const at of [...batch].sort((a, b) => lengths[b] - lengths[a] || a - b)) {
    const smallest = words.indexOf(Math.min(...words));
    parts[smallest].push(at);
    words[smallest] += lengths[at];
  }
  return parts;
}
