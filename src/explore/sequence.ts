// A transition sequence step by step: the stack, the buffer, the score of each transition, and the one that is taken.
import type { TransitionScorer } from '../decode/search.js';
import { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';

/** A configuration as plain data. */
export interface ExploredConfiguration {
  /** From the bottom; ROOT is 0. */
  readonly stack: readonly number[];
  /** The front of the buffer, which is b0…n; n + 1 if it is empty. */
  readonly b0: number;
  /** Heads so far; −1 for none. */
  readonly heads: readonly number[]; // [n+1]
}

/** A legal transition. */
export interface ExploredChoice {
  readonly transition: string;
  readonly score: number;
}

/** The step taken in a configuration. */
export interface ExploredStep extends ExploredChoice {
  /** All legal transitions, in the order of the system. */
  readonly choices: readonly ExploredChoice[];
  /** The greedy choice: the legal transition with the highest score. */
  readonly greedy: string;
}

export interface ExploredSequence {
  /** The sum of the steps' scores. */
  readonly score: number;
  readonly steps: readonly ExploredStep[]; // [2n]
  /** Before each step, and after the last. */
  readonly configurations: readonly ExploredConfiguration[]; // [2n+1]
  /** The tree that it builds. */
  readonly heads: readonly number[]; // [n+1]
  /** Its labels, empty for ROOT; absent if the model has none. */
  readonly labels?: readonly string[]; // [n+1]
}

/** Follows a sequence of transitions from the initial configuration. */
export function sequenceOf(
  system: TransitionSystem,
  transitions: ArrayLike<number>,
  scorer: TransitionScorer,
  singleRoot: boolean,
): ExploredSequence {
  const configuration = new Configuration(transitions.length / 2, singleRoot);
  const configurations = [snapshot(configuration)];
  const scores = new Float32Array(system.transitions.length);
  const steps: ExploredStep[] = [];
  let score = 0;
  for (let at = 0; at < transitions.length; at++) {
    scorer(configuration, scores);
    const choices: ExploredChoice[] = [];
    for (const [t, transition] of system.transitions.entries()) {
      if (system.isLegal(configuration, t)) choices.push({ transition, score: scores[t] });
    }
    const best = choices.reduce((a, b) => (b.score > a.score ? b : a));
    const transition = system.transitions[transitions[at]];
    steps.push({ transition, score: scores[transitions[at]], choices, greedy: best.transition });
    score += scores[transitions[at]];
    system.apply(configuration, transitions[at]);
    configurations.push(snapshot(configuration));
  }
  return { score, steps, configurations, heads: [...configuration.heads] };
}

function snapshot({ stack, size, b0, heads }: Configuration): ExploredConfiguration {
  return { stack: [...stack.subarray(0, size)], b0, heads: [...heads] };
}

/** The first step in which two sequences differ. */
export function partingOf(one: ExploredSequence, other: ExploredSequence): number | undefined {
  const step = one.steps.findIndex(({ transition }, at) => transition !== other.steps[at].transition);
  return step < 0 ? undefined : step;
}
