// A transition sequence step by step: what lies on the stack and in the buffer, what each transition would score, and
// which one is taken.
import type { TransitionScorer } from '../decode/search.js';
import { Configuration } from '../transition/configuration.js';
import type { TransitionSystem } from '../transition/system.js';

/** A configuration as plain data. */
export interface ExploredConfiguration {
  /** From the bottom; ROOT is 0. */
  readonly stack: readonly number[];
  /** The front of the buffer, n + 1 when that is empty: the buffer is b0…n. */
  readonly b0: number;
  /** The heads found so far, −1 where there is none. */
  readonly heads: readonly number[]; // [n+1]
}

/** A transition that could be taken. */
export interface Choice {
  readonly transition: string;
  readonly score: number;
}

/** What happens in a configuration. */
export interface ExploredStep extends Choice {
  /** All that is legal, in the order of the system. */
  readonly choices: readonly Choice[];
  /** What a greedy parser would take: of the legal ones that which scores most. */
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
  /** Its labels, ROOT's empty; absent where the model has none. */
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
    const choices: Choice[] = [];
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
