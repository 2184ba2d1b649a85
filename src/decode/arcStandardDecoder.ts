// Exact arc-standard decoding in O(n⁴) time and O(n³) space, for reduce scores over (s1, s0) and (s0, b0).
import type { Engine } from '../engine/engine.js';
import { REDUCE_LEFT, REDUCE_RIGHT, SHIFT } from '../transition/system.js';
import {
  copied,
  type DecodeOptions,
  type Parse,
  Placement,
  readDerivation,
  requireFinite,
  type Scores,
  withWorkspace,
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

/** Fills the chart in the engine's memory and passes the goal's score and the chart's address to `read`. */
export function fillArcStandard<T>(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  { arcs, singleRoot = false, canonical = false }: DecodeOptions,
  read: (score: number, work: number) => T,
): T {
  const { kernels } = engine;
  const { shift, reduceLeft, reduceRight, attachLeft, attachRight } = scores;
  const count = copied(shift, reduceLeft, reduceRight, attachLeft, attachRight, arcs);
  const ownBytes = (words: number) => kernels.arcStandardBytes(words, canonical);
  const bytes = (words: number) => ownBytes(words) + 4 * count * (words + 2) ** 2;
  return withWorkspace(engine, n, bytes, (work) => {
    const size = (n + 2) ** 2;
    const tables = new Placement(engine, work + ownBytes(n), count, size);
    kernels.arcStandardPrepare(
      n,
      tables.place('shift', shift, size),
      tables.place('reduceLeft', reduceLeft, size),
      tables.place('reduceRight', reduceRight, size),
      tables.place('attachLeft', attachLeft, size),
      tables.place('attachRight', attachRight, size),
      tables.place('arcs', arcs, (n + 1) ** 2),
      work,
    );
    return read(requireFinite(kernels.arcStandardFill(n, singleRoot, canonical, work)), work);
  });
}

/** Finds the exact best sequence of an arc-standard model in O(n⁴). */
export function decodeArcStandard(
  engine: Engine,
  n: number,
  scores: ArcStandardScores,
  options: DecodeOptions = {},
): Parse {
  return fillArcStandard(engine, n, scores, options, (score, work) => {
    const { canonical = false } = options;
    const result = engine.kernels.arcStandardBacktrack(n, canonical, work);
    return readDerivation(engine, result, n, score, arcStandardSequence);
  });
}

/** The transition sequence of a derivation: at each front of the buffer, the reductions due there, then a shift. */
function arcStandardSequence(heads: Int32Array, reducedAt: readonly number[]): Uint8Array {
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
