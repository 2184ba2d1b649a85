// Greedy search: takes the best legal transition at each step, with any features of the configuration.

import { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';
import type { Parse } from './decoding.js';
import type { SearchOptions, TransitionScorer } from './search.js';

/** Ties go to the transition that the system lists first. */
export function greedy(
  system: TransitionSystem,
  n: number,
  score: TransitionScorer,
  { singleRoot = false }: SearchOptions = {},
): Parse {
  const configuration = new Configuration(n, singleRoot);
  const scores = new Float32Array(system.transitions.length);
  let total = 0;
  while (!configuration.isTerminal) {
    score(configuration, scores);
    let best = -1;
    for (let transition = 0; transition < scores.length; transition++) {
      if (!system.isLegal(configuration, transition)) continue;
      if (best < 0 || scores[transition] > scores[best]) best = transition;
    }
    total += scores[best];
    system.apply(configuration, best);
  }
  return { heads: configuration.heads, transitions: configuration.history, score: total };
}
