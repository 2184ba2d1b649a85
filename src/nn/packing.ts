// The order in which an LSTM processes the rows of a batch: packed, not padded.
//
// Sentences are sorted by length, longest first; a sentence's place in that order is its rank. Packed rows are ordered
// by time: first row 0 of every sentence in order of rank, then row 1 of those that have one, and so on. Step t is thus
// a contiguous block of running[t] rows in order of rank, and the sentences still running at t+1 are the first of those
// running at t. For sentences a, b, c of lengths 2, 3, 1 (in order of rank: b, a, c):
//
//     caller's rows   a0 a1 b0 b1 b2 c0
//     packed rows     b0 a0 c0 │ b1 a1 │ b2
//
// Left to right, every row of step t takes over the state of the row of its rank in step t−1. Right to left, the steps
// run backwards over the same blocks: the first running[t+1] rows of step t take over from step t+1, and the others,
// whose sentences end at t, start there. So both directions and all layers share one order, with no gather in between.
import type { Arena } from '../engine/arena.js';
import { type IntegerTensor, useAll } from '../engine/tensor.js';

/** One step of one direction. Rows are packed rows. */
export interface PackedStep {
  /** The block of rows. */
  start: number;
  rows: number;
  /** The first `carried` rows take over the state of the rows that start at `previous`. */
  previous: number;
  carried: number;
  /** The first `continuing` rows pass their state to the rows that start at `next`. */
  next: number;
  continuing: number;
  /** So many rows after the carried ones take over nothing, or have not done so yet: their states are zero. */
  spare: number;
}

export interface Packing {
  readonly rows: number;
  readonly sentences: number;
  /** Rank → sentence. */
  readonly order: readonly number[];
  /** Packed row → the caller's row, and back. */
  readonly callerRows: IntegerTensor; // [rows]
  readonly packedRows: IntegerTensor; // [rows]
  /** Packed row → rank. */
  readonly ranks: IntegerTensor; // [rows]
  readonly leftToRight: readonly PackedStep[];
  readonly rightToLeft: readonly PackedStep[];
}

/** Packs the caller's concatenated sentences; sentence s has `lengths[s]` rows. */
export function pack(arena: Arena, lengths: ArrayLike<number>): Packing {
  const order = Array.from(lengths, (_, sentence) => sentence);
  order.sort((a, b) => lengths[b] - lengths[a] || a - b);
  const firstRows: number[] = [];
  let rows = 0;
  for (let s = 0; s < lengths.length; s++) {
    if (!(lengths[s] > 0)) throw new RangeError(`Sentence ${s} of the batch is empty.`);
    firstRows.push(rows);
    rows += lengths[s];
  }

  const callerRows = arena.scratchIntegers([rows]);
  const packedRows = arena.scratchIntegers([rows]);
  const ranks = arena.scratchIntegers([rows]);
  const starts: number[] = [];
  const running: number[] = [];
  let alive = order.length;
  useAll([callerRows, packedRows, ranks], (toCaller, toPacked, rankOf) => {
    for (let row = 0, t = 0; row < rows; t++) {
      while (lengths[order[alive - 1]] <= t) alive--;
      starts.push(row);
      running.push(alive);
      for (let rank = 0; rank < alive; rank++, row++) {
        const callerRow = firstRows[order[rank]] + t;
        toCaller[row] = callerRow;
        toPacked[callerRow] = row;
        rankOf[row] = rank;
      }
    }
  });

  const step = (t: number, before: number, after: number): PackedStep => {
    const carried = Math.min(running[t], running[before] ?? 0);
    return {
      start: starts[t],
      rows: running[t],
      previous: starts[before] ?? 0,
      carried,
      next: starts[after] ?? 0,
      continuing: Math.min(running[t], running[after] ?? 0),
      spare: (before < t ? rows - starts[t] : running[t]) - carried,
    };
  };
  const leftToRight = starts.map((_, t) => step(t, t - 1, t + 1));
  const rightToLeft = starts.map((_, t) => step(t, t + 1, t - 1)).reverse();
  return { rows, sentences: order.length, order, callerRows, packedRows, ranks, leftToRight, rightToLeft };
}
