// What the transitions of a sentence score: the model's own tables for its own transition system, and for the other
// systems scores made of the arcs' probabilities.
import type { TransitionScorer } from '../decode/search.js';
import type { Configuration } from '../transition/configuration.js';
import type { TransitionName, TransitionSystem } from '../transition/system.js';

/** Tables by the decoders' names, (n+2)×(n+2), and scores of arcs, (n+1)×(n+1) by head and modifier. */
export interface ExploredScores {
  readonly tables: Readonly<Record<string, Float32Array>>;
  readonly arcs?: Float32Array;
}

/** Beyond these odds probabilities are as good as sure, and rounding would speak. */
const leastProbability = 1e-4;

const clamped = (p: number) => Math.min(1 - leastProbability, Math.max(leastProbability, p));

/**
 * Scores for a system that the model was not trained for. An arc scores its log-odds, so that a step which makes a likely
 * arc is better than none; and since s0 gets no further dependents once it is reduced to the right, that costs the
 * logarithm of the probability that it has all of them, or in arc-eager, where `reduce` makes no arc, the log-odds of it.
 * `probabilities` is (n+1)×(n+1) by head and modifier.
 */
export function borrowedScores(
  system: TransitionSystem['name'],
  n: number,
  probabilities: Float32Array,
): ExploredScores {
  const arcs = probabilities.map((p) => Math.log(clamped(p) / (1 - clamped(p))));
  const completes = new Float32Array((n + 2) ** 2);
  for (let i = 1; i <= n; i++) {
    // As if the arcs were independent of each other; sure ones are.
    let complete = 1;
    for (let j = n + 1; j > i; j--) {
      if (j <= n) complete *= 1 - Math.min(1, probabilities[i * (n + 1) + j]);
      const p = clamped(complete);
      completes[i * (n + 2) + j] = Math.log(system === 'arc-eager' ? p / (1 - p) : p);
    }
  }
  return { tables: { [system === 'arc-eager' ? 'reduce' : 'reduceRight']: completes }, arcs };
}

/** The arc, head first, that a transition makes in a configuration, if it makes one. */
export function arcOf(
  system: TransitionSystem['name'],
  transition: TransitionName,
  { s1, s0, b0 }: Configuration,
): readonly [head: number, modifier: number] | undefined {
  if (transition === 'rightArc') return [s0, b0];
  if (transition === 'reduceRight') return [s1, s0];
  if (transition === 'reduceLeft') return system === 'arc-standard' ? [s0, s1] : [b0, s0];
  return undefined;
}

/** The tables that hold the part of a reduction's score over s1 and s0. */
const attachments: Partial<Record<TransitionName, string>> = {
  reduceLeft: 'attachLeft',
  reduceRight: 'attachRight',
};

/** What each transition scores in a configuration, as the exact decoder would pay for it. */
export function transitionScorer(
  system: TransitionSystem,
  { tables, arcs }: ExploredScores,
): TransitionScorer {
  return (configuration, out) => {
    const { n, s1, s0, b0 } = configuration;
    for (const [t, name] of system.transitions.entries()) {
      const [head, modifier] = arcOf(system.name, name, configuration) ?? [-1, -1];
      // What is not legal here may lie outside the tables.
      const own = tables[name]?.[s0 * (n + 2) + b0] ?? 0;
      const attach = tables[attachments[name] ?? '']?.[s1 * (n + 2) + s0] ?? 0;
      out[t] = own + attach + (arcs?.[head * (n + 1) + modifier] ?? 0);
    }
  };
}
