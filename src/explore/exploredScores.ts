// The scores of a sentence's transitions: the model's own tables for its own transition system, and scores computed from
// arc probabilities for the other systems.
import type { TransitionScorer } from '../decode/search.js';
import type { Explanation } from '../structure/structuredModel.js';
import type { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';

/** Tables by the decoders' names, (n+2)×(n+2), and scores of arcs, (n+1)×(n+1) by head and modifier. */
export interface ExploredScores {
  readonly tables: Readonly<Record<string, Float32Array>>;
  readonly arcs?: Float32Array;
}

/** Probabilities closer to 0 or 1 are clamped, because rounding would dominate their log-odds. */
const leastProbability = 1e-4;

const clamped = (p: number) => Math.min(1 - leastProbability, Math.max(leastProbability, p));

/**
 * Scores for a system that the model was not trained for. An arc scores its log-odds, so that a step that makes a likely
 * arc is better than none. s0 gets no further dependents once it is reduced to the right, so that step also scores the
 * logarithm of the probability that s0 has all of them or, if the transition makes no arc, the log-odds.
 * `probabilities` is (n+1)×(n+1) by head and modifier.
 */
export function borrowedScores(
  { completion }: Explanation,
  n: number,
  probabilities: Float32Array,
): ExploredScores {
  const arcs = probabilities.map((p) => Math.log(clamped(p) / (1 - clamped(p))));
  const completes = new Float32Array((n + 2) ** 2);
  for (let i = 1; i <= n; i++) {
    // As if the arcs were independent, which certain ones are.
    let complete = 1;
    for (let j = n + 1; j > i; j--) {
      if (j <= n) complete *= 1 - Math.min(1, probabilities[i * (n + 1) + j]);
      const p = clamped(complete);
      completes[i * (n + 2) + j] = Math.log(completion.makesArc ? p : p / (1 - p));
    }
  }
  return { tables: { [completion.transition]: completes }, arcs };
}

/** The score of each transition in a configuration, as in the exact decoder. */
export function transitionScorer(
  { scoreTransitions }: Explanation,
  system: TransitionSystem,
  { tables, arcs }: ExploredScores,
): TransitionScorer {
  return (configuration, out) => {
    scoreTransitions(tables, configuration, out);
    if (!arcs) return;
    for (const t of system.transitions.keys()) out[t] += arcs[arcPlace(system, configuration, t)] ?? 0;
  };
}

/** The index, by head and modifier, of the arc that a transition makes in a configuration; −1 for none. */
function arcPlace(system: TransitionSystem, configuration: Configuration, transition: number): number {
  if (!system.isLegal(configuration, transition)) return -1;
  const { n } = configuration;
  const before = configuration.heads.slice();
  system.apply(configuration, transition);
  const modifier = before.findIndex((head, word) => head !== configuration.heads[word]);
  const head = configuration.heads[modifier];
  system.undo(configuration);
  return modifier < 0 ? -1 : head * (n + 1) + modifier;
}
