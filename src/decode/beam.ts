// Beam search: keeps the best few configurations at each step, by the sum of their scores.

import { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';
import type { Parse } from './decoding.js';
import type { SearchOptions, TransitionScorer } from './search.js';

/** The widest beam: each step copies and sorts this many configurations, and wider beams take seconds per sentence. */
export const maximumBeam = 1000;

/**
 * All sequences for a sentence have the same length, so sums are comparable at every step. Ties go to the candidate
 * that continues the better configuration, then to the transition that the system lists first.
 */
export function beam(
  system: TransitionSystem,
  n: number,
  score: TransitionScorer,
  width: number,
  { singleRoot = false }: SearchOptions = {},
): Parse {
  if (!Number.isInteger(width) || width < 1 || width > maximumBeam) {
    throw new RangeError(`The width of a beam is a whole number from 1 to ${maximumBeam}, not ${width}.`);
  }
  const count = system.transitions.length;
  const scores = new Float32Array(count);
  // Each step reads one beam and writes the next, best first; both keep their configurations for reuse.
  let current = [new Configuration(n, singleRoot)];
  let next: Configuration[] = [];
  const sums = [0]; // [kept]
  let kept = 1;
  // A candidate is encoded as its configuration's place × count + its transition.
  const candidates: number[] = [];
  const candidateSums: number[] = []; // [kept, count]
  // Sorting is stable and candidates are in order of their places, which breaks ties.
  const bySum = (a: number, b: number) => candidateSums[b] - candidateSums[a];

  for (let step = 0; step < 2 * n; step++) {
    candidates.length = 0;
    for (let place = 0; place < kept; place++) {
      score(current[place], scores);
      for (let transition = 0; transition < count; transition++) {
        if (!system.isLegal(current[place], transition)) continue;
        const candidate = place * count + transition;
        candidateSums[candidate] = sums[place] + scores[transition];
        candidates.push(candidate);
      }
    }
    candidates.sort(bySum);

    kept = Math.min(width, candidates.length);
    for (let place = 0; place < kept; place++) {
      const candidate = candidates[place];
      const transition = candidate % count;
      next[place] ??= new Configuration(n, singleRoot);
      next[place].copyFrom(current[(candidate - transition) / count]);
      system.apply(next[place], transition);
      sums[place] = candidateSums[candidate];
    }
    [current, next] = [next, current];
  }
  return { heads: current[0].heads, transitions: current[0].history, score: sums[0] };
}
