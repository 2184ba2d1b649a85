// Greedy search: at each step the best legal transition, with any features that a configuration shows.

import { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';
import type { Parse } from './decoding.js';
import type { SearchOptions, TransitionScorer } from './search.js';

/** Of equal scores the transition that the system lists first is taken. */
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
