// The inputs and results of every exact decoder, and how scores get into the engine's memory.
import type { Engine } from '../engine/engine.js';
import type { Tensor } from '../engine/tensor.js';

/** A table of scores, row-major: an array owned by the caller, or a tensor, which is used in place. */
export type Scores = Float32Array | Tensor;

/** The options of every exact decoder. */
export interface DecodeOptions {
  /** An additional score per arc, (n+1)×(n+1) by head and modifier: the margin in training, arc scores in ensembles. */
  readonly arcs?: Scores;
  /** Whether ROOT must have exactly one dependent. */
  readonly singleRoot?: boolean;
  /**
   * Whether each tree is scored by its canonical sequence alone, as in probabilities and k-best lists, so that the best
   * tree is the most probable one and the first of the k best. Otherwise the best of all sequences decides.
   */
  readonly canonical?: boolean;
}

/** A tree and its score. */
export interface Tree {
  readonly score: number;
  /** [n+1]; heads[0] = −1. Its buffer is shared with other trees: pass `heads.slice()` where a buffer is transferred. */
  readonly heads: Int32Array;
}

/** A tree with the transition sequence that builds it. */
export interface Parse extends Tree {
  /** Indices into the system's transitions. */
  readonly transitions: Uint8Array;
}

/** The sequence of a derivation, from each word's head and the front of the buffer when the word is reduced. */
export type SequenceOf = (heads: Int32Array, reducedAt: readonly number[]) => Uint8Array;

/** A decoded tree. Most callers need only the tree, so its sequence is built when it is first read. */
export class DecodedParse implements Parse {
  readonly score: number;
  readonly heads: Int32Array;
  #reducedAt: readonly number[];
  #sequenceOf: SequenceOf;
  #transitions: Uint8Array | undefined;

  constructor(score: number, heads: Int32Array, reducedAt: readonly number[], sequenceOf: SequenceOf) {
    this.score = score;
    this.heads = heads;
    this.#reducedAt = reducedAt;
    this.#sequenceOf = sequenceOf;
  }

  get transitions(): Uint8Array {
    this.#transitions ??= this.#sequenceOf(this.heads, this.#reducedAt);
    return this.#transitions;
  }
}

function checkSize(name: string, scores: Scores, size: number): void {
  const given = scores instanceof Float32Array ? scores.length : scores.size;
  if (given !== size) {
    throw new RangeError(`The table "${name}" has ${given} scores where this sentence needs ${size}.`);
  }
}

/** Thrown for a sentence too long for the memory of its model's decoders. */
export class LengthError extends RangeError {
  override readonly name = 'LengthError';

  constructor(n: number, most: number) {
    const [words, possible] = [n.toLocaleString('en'), most.toLocaleString('en')];
    super(`A sentence of ${words} words is too long: there is memory for at most ${possible} words.`);
  }
}

/** A kernel with a wrong number of words would write anywhere in the memory. */
function requireCount(n: number): void {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`The number of words must be a whole number, 0 or more, not ${n}.`);
  }
}

/**
 * Runs `body` with the address of scratch memory for the tables and workspace of n words. Byte counts are doubles,
 * because they exceed 32 bits for long sentences.
 */
export function withWorkspace<T>(
  engine: Engine,
  n: number,
  bytes: (words: number) => number,
  body: (workspace: number) => T,
): T {
  requireCount(n);
  const { arena } = engine;
  const needed = bytes(n);
  const mark = arena.mark();
  try {
    if (needed > arena.room) throw new LengthError(n, longest(arena.room, bytes));
    return body(arena.scratchBytes(needed));
  } finally {
    arena.release(mark);
  }
}

/** The largest number of words that fits into `room` bytes. */
function longest(room: number, bytes: (words: number) => number): number {
  let [low, high] = [0, 1 << 20];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytes(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Throws if n is not a number of words, or too large for arrays of (n+1)×(n+1) doubles, of which there are several at once. */
export function checkLength(n: number): void {
  requireCount(n);
  const most = 2 ** 14 - 1;
  if (n > most) throw new LengthError(n, most);
}

/** Places the tables of a sentence in the engine's memory: uses tensors in place and copies arrays. */
export class Placement {
  #floats: Float32Array;
  #pointer: number;

  /** The memory at `pointer` has room for `count` tables of `size` scores. */
  constructor({ arena }: Engine, pointer: number, count: number, size: number) {
    this.#floats = arena.allFloats.to(pointer + 4 * count * size);
    this.#pointer = pointer;
  }

  /** Checks a table and returns its address; an absent one has address 0. */
  place(name: string, scores: Scores | undefined, size: number): number {
    if (scores === undefined) return 0;
    checkSize(name, scores, size);
    if (!(scores instanceof Float32Array)) return scores.pointer;
    const pointer = this.#pointer;
    this.#floats.set(scores, pointer / 4);
    this.#pointer += 4 * size;
    return pointer;
  }
}

/** How many of these tables must be copied into the engine's memory. */
export function copied(...tables: readonly (Scores | undefined)[]): number {
  let count = 0;
  for (const table of tables) if (table instanceof Float32Array) count++;
  return count;
}

/** The scores as an array outside the engine's memory: the caller's own, or a copy of the tensor's. */
export function arrayOf(scores: Scores): Float32Array {
  return scores instanceof Float32Array ? scores : scores.copy();
}

/** Calls `body` with the scores in place (a tensor's are valid only during the call) and returns its result. */
export function useScores<T>(scores: Scores, body: (values: Float32Array) => T): T {
  return scores instanceof Float32Array ? body(scores) : scores.use(body);
}

/** Adds the additional arc scores, if any, to the edge-factored scores of n words. */
export function sumOfArcs(n: number, scores: Scores, arcs: Scores | undefined): Scores {
  requireCount(n);
  checkSize('arcs', scores, (n + 1) ** 2);
  if (arcs === undefined) return scores;
  checkSize('arcs', arcs, (n + 1) ** 2);
  const more = arrayOf(arcs);
  return arrayOf(scores).map((score, at) => score + more[at]);
}

/** Thrown for scores that allow no tree. */
export class ScoresError extends RangeError {
  override readonly name = 'ScoresError';
}

/** Throws if scores allow no tree: −Infinity forbids an arc or transition, and NaN is invalid. */
export function requireFinite(score: number): number {
  if (!Number.isFinite(score))
    throw new ScoresError('No tree has a finite score: some scores are infinite or not numbers at all.');
  return score;
}

/** The heads of decoded trees share blocks of this size. */
const BLOCK = 1024;
let block = new Int32Array(0);
let used = 0;

/**
 * Heads of n words, all zero: a part of a larger block, because an array of more than 64 bytes takes longer to allocate
 * than a short sentence to decode.
 */
function newHeads(n: number): Int32Array {
  const size = n + 1;
  if (used + size > block.length) {
    if (size > BLOCK / 4) return new Int32Array(size);
    block = new Int32Array(BLOCK);
    used = 0;
  }
  used += size;
  return block.subarray(used - size, used);
}

/** Reads the derivation that a decoder wrote at `pointer`: n+1 heads, then n+1 fronts of the buffer. */
export function readDerivation(
  engine: Engine,
  pointer: number,
  n: number,
  score: number,
  sequenceOf: SequenceOf,
): DecodedParse {
  const found = engine.arena.allIntegers.to(pointer + 8 * (n + 1));
  const start = pointer / 4;
  const heads = newHeads(n);
  const reducedAt = new Array<number>(n + 1);
  reducedAt[0] = 0;
  for (let word = 1; word <= n; word++) {
    heads[word] = found[start + word];
    reducedAt[word] = found[start + n + 1 + word];
  }
  heads[0] = -1;
  return new DecodedParse(score, heads, reducedAt, sequenceOf);
}
