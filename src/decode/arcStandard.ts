// Exact arc-standard decoding in O(n⁴) time and O(n³) space, for reduce scores that look at s1 and s0 and at s0 and b0.
import type { Engine } from '../engine/engine.js';
import { REDUCE_LEFT, REDUCE_RIGHT, SHIFT } from '../transition/system.js';
import {
  type DecodeOptions,
  type Parse,
  place,
  readDerivation,
  requireFinite,
  type Scores,
} from './decoding.js';

/** Tables of (n+2)×(n+2) scores; an absent one is all zeros. A reduction scores attach(s1, s0) + reduce(s0, b0). */
export interface ArcStandardScores {
  /** by s0 and b0 */
  readonly shift?: Scores;
  readonly reduceLeft?: Scores;
  readonly reduceRight?: Scores;
  /** by s1 and s0 */
  readonly attachLeft?: Scores;
  readonly attachRight?: Scores;
}

/** Fills the chart in the engine's memory and hands the goal's score and the chart's address to `read`. */
export function fillArcStandard<T>(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  { arcs, singleRoot = false, canonical = false }: DecodeOptions,
  read: (score: number, work: number) => T,
): T {
  const { arena, kernels } = engine;
  const mark = arena.mark();
  try {
    const work = arena.scratchBytes(kernels.arcStandardBytes(n, canonical));
    const size = (n + 2) ** 2;
    const shift = place(engine, 'shift', scores.shift, size);
    const reduceLeft = place(engine, 'reduceLeft', scores.reduceLeft, size);
    const reduceRight = place(engine, 'reduceRight', scores.reduceRight, size);
    const attachLeft = place(engine, 'attachLeft', scores.attachLeft, size);
    const attachRight = place(engine, 'attachRight', scores.attachRight, size);
    const c = place(engine, 'arcs', arcs, (n + 1) ** 2);
    kernels.arcStandardPrepare(n, shift, reduceLeft, reduceRight, attachLeft, attachRight, c, work);
    return read(requireFinite(kernels.arcStandardFill(n, singleRoot, canonical, work)), work);
  } finally {
    arena.release(mark);
  }
}

/** The best sequence of an arc-standard model, exactly, in O(n⁴). */
export function decodeArcStandard(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  options: DecodeOptions = {},
): Parse {
  return fillArcStandard(engine, n, scores, options, (score, work) => {
    const result = engine.arena.scratchBytes(8 * (n + 1));
    const { canonical = false } = options;
    engine.kernels.arcStandardBacktrack(n, canonical, work, result, result + 4 * (n + 1));
    const [heads, reducedAt] = readDerivation(engine, result, n);
    return { score, heads, transitions: arcStandardTransitions(heads, reducedAt) };
  });
}

/** The sequence that a derivation stands for: reduce what is to be reduced at this front of the buffer, then shift. */
function arcStandardTransitions(heads: Int32Array, reducedAt: Int32Array): Uint8Array {
  const n = heads.length - 1;
  const transitions = new Uint8Array(2 * n);
  const stack = new Int32Array(n + 1);
  let size = 1;
  let length = 0;
  for (let front = 1; front <= n + 1; front++) {
    while (size > 1) {
      const [s1, s0] = [stack[size - 2], stack[size - 1]];
      if (heads[s0] === s1 && reducedAt[s0] === front) {
        transitions[length++] = REDUCE_RIGHT;
      } else if (heads[s1] === s0 && reducedAt[s1] === front) {
        transitions[length++] = REDUCE_LEFT;
        stack[size - 2] = s0;
      } else {
        break;
      }
      size--;
    }
    if (front > n) break;
    transitions[length++] = SHIFT;
    stack[size++] = front;
  }
  return transitions;
}
