// Data-parallel learning: replicas of one network share its values, each computes the gradients of its share of a
// batch, and these are summed in a fixed order. Here one replica in this thread; node/threads has as many as wanted.
import type { Engine } from '../engine/engine.js';
import type { Parameters } from './parameters.js';

export interface Replica<Share, Result> {
  readonly parameters: Parameters;
  /** Adds the gradients of its share of a batch to its own, and says what came of it, say the loss. */
  learn(share: Share): Result;
}

/**
 * Builds a replica: the first one allocates the values, the others get their address. Whatever is random in learning
 * must come with the share, say as a seed: then one seed and one number of threads give one result.
 */
export type CreateReplica<Setup, Share, Result> = (
  engine: Engine,
  setup: Setup,
  values: number | undefined,
) => Replica<Share, Result>;

export interface Replicas<Share, Result> {
  /** How many shares can be learned at once. */
  readonly threads: number;
  /** The first replica's: after learning, its gradients are the sum of all. */
  readonly parameters: Parameters;
  /** Learns from at most as many shares as there are threads; the results stand in the order of the shares. */
  learn(shares: readonly Share[]): Promise<Result[]>;
  close(): Promise<void>;
}

/** A single replica: for pages without shared memory, and for one thread. */
export function oneReplica<Share, Result>(replica: Replica<Share, Result>): Replicas<Share, Result> {
  return {
    threads: 1,
    parameters: replica.parameters,
    learn: async (shares) => shares.map((share) => replica.learn(share)),
    close: async () => {},
  };
}

/**
 * Distributes sentences over at most `parts` shares with about as many words each: the longest first, each to the
 * share that has the fewest words. A share lists its sentences in their order.
 */
export function shareOut(lengths: ArrayLike<number>, parts: number): number[][] {
  const order = Array.from(lengths, (_, sentence) => sentence).sort((a, b) => lengths[b] - lengths[a] || a - b);
  const shares = Array.from({ length: Math.min(parts, order.length) }, () => ({
    words: 0,
    sentences: [] as number[],
  }));
  for (const sentence of order) {
    const share = shares.reduce((least, other) => (other.words < least.words ? other : least));
    share.words += lengths[sentence];
    share.sentences.push(sentence);
  }
  return shares.map(({ sentences }) => sentences.sort((a, b) => a - b));
}

/** A range of the dense gradients, in floats. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** Cuts `size` floats into slices at cache lines, so that no two threads write to one. */
export function slices(size: number, parts: number): Slice[] {
  const length = Math.ceil(size / parts / 16) * 16;
  return Array.from({ length: parts }, (_, part) => ({
    from: Math.min(size, part * length),
    to: Math.min(size, (part + 1) * length),
  }));
}

/** Adds a slice of every block but the first to the first, in the order of the blocks, given by their addresses. */
export function sumSlice({ kernels }: Engine, [first, ...others]: readonly number[], { from, to }: Slice): void {
  for (const block of others) kernels.axpy(to - from, 1, block + 4 * from, first + 4 * from);
}
