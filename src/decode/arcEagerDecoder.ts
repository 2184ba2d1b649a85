// Exact arc-eager decoding in O(n³) time and O(n²) space. By the paper's lemmas it also covers arc-hybrid decoding and
// projective edge-factored decoding.
import type { Engine } from '../engine/engine.js';
import { REDUCE, REDUCE_LEFT, RIGHT_ARC, SHIFT } from '../transition/system.js';
import {
  copied,
  type DecodedParse,
  type DecodeOptions,
  type Parse,
  Placement,
  readDerivation,
  requireFinite,
  type Scores,
  type SequenceOf,
  withWorkspace,
} from './decoding.js';

/** f(s0, b0) of each transition, (n+2)×(n+2); an absent table is all zeros. */
export interface ArcEagerScores {
  readonly shift?: Scores;
  readonly reduceLeft?: Scores;
  readonly rightArc?: Scores;
  readonly reduce?: Scores;
}

/** A filled chart in the engine's memory: the goal's score, the chart's address, and whether it has one product for both rules. */
export interface SpanChart {
  readonly score: number;
  readonly work: number;
  readonly merged: boolean;
}

/** Fills the chart, passes it to `read`, and then releases its memory. */
export function fillSpans<T>(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  { arcs, singleRoot = false, canonical = false }: DecodeOptions,
  read: (chart: SpanChart) => T,
): T {
  const { kernels } = engine;
  const count = copied(scores.shift, scores.reduceLeft, scores.rightArc, scores.reduce, arcs);
  const bytes = (words: number) => kernels.arcEagerBytes(words) + 4 * count * (words + 2) ** 2;
  return withWorkspace(engine, n, bytes, (work) => {
    const size = (n + 2) ** 2;
    const tables = new Placement(engine, work + kernels.arcEagerBytes(n), count, size);
    const shift = tables.place('shift', scores.shift, size);
    const reduceLeft = tables.place('reduceLeft', scores.reduceLeft, size);
    const isHybrid = scores.rightArc === scores.shift;
    const rightArc = isHybrid ? shift : tables.place('rightArc', scores.rightArc, size);
    const merged = isHybrid && !arcs && !canonical;
    const reduce = tables.place('reduce', scores.reduce, size);
    const c = tables.place('arcs', arcs, (n + 1) ** 2);
    const score = requireFinite(
      kernels.arcEagerFill(n, shift, reduceLeft, rightArc, reduce, c, singleRoot, canonical, merged, work),
    );
    return read({ score, work, merged });
  });
}

/** Finds the best derivation; `sequenceOf` turns it into transitions. */
export function bestDerivation(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  options: DecodeOptions,
  sequenceOf: SequenceOf,
): DecodedParse {
  const { singleRoot = false, canonical = false } = options;
  return fillSpans(engine, n, scores, options, ({ score, work, merged }) => {
    const result = engine.kernels.arcEagerBacktrack(n, singleRoot, canonical, merged, work);
    return readDerivation(engine, result, n, score, sequenceOf);
  });
}

/** Finds the exact best sequence of an arc-eager model in O(n³). */
export function decodeArcEager(
  engine: Engine,
  n: number,
  scores: ArcEagerScores,
  options: DecodeOptions = {},
): Parse {
  return bestDerivation(engine, n, scores, options, arcEagerSequence);
}

/** The arc-eager sequence of a derivation. */
export const arcEagerSequence: SequenceOf = spanSequence({ begin: RIGHT_ARC, end: REDUCE });

/**
 * Builds the sequence of a derivation: pushes each word in order, and pops it when the front of the buffer reaches the
 * word's `reducedAt`. `rightward` has the two transitions of a word whose head is to its left.
 */
export function spanSequence(rightward: { readonly begin: number; readonly end: number }): SequenceOf {
  return (heads, reducedAt) => {
    const n = heads.length - 1;
    const transitions = new Uint8Array(2 * n);
    const stack = [0];
    let top = 0;
    let length = 0;
    for (let front = 1; front <= n + 1; front++) {
      for (; top > 0 && reducedAt[top] === front; top = stack[stack.length - 1]) {
        transitions[length++] = heads[top] < top ? rightward.end : REDUCE_LEFT;
        stack.pop();
      }
      if (front > n) break;
      transitions[length++] = heads[front] < front ? rightward.begin : SHIFT;
      stack.push(front);
      top = front;
    }
    return transitions;
  };
}
