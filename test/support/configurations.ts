// Walks over the configurations of a transition system, and what tests ask of a configuration.
import type { Configuration } from '../../src/transition/configuration.js';
import type { TransitionSystem } from '../../src/transition/system.js';
import type { PaperConfiguration } from './paperSystems.js';

/** Visits a configuration and, by every legal transition, all that follow it, once for each way to get there. */
export function everyConfiguration(
  system: TransitionSystem,
  configuration: Configuration,
  visit: (configuration: Configuration) => void,
): void {
  visit(configuration);
  for (const transition of legalTransitions(system, configuration)) {
    system.apply(configuration, transition);
    everyConfiguration(system, configuration, visit);
    system.undo(configuration);
  }
}

export function legalTransitions(system: TransitionSystem, configuration: Configuration): number[] {
  return [...system.transitions.keys()].filter((transition) => system.isLegal(configuration, transition));
}

/** All that counts of a configuration, for comparison. */
export function contents(c: Configuration) {
  return {
    n: c.n,
    singleRoot: c.singleRoot,
    stack: [...c.stack.slice(0, c.size)],
    b0: c.b0,
    heads: [...c.heads.slice(0, c.n + 1)],
    history: [...c.history.slice(0, c.steps)],
    removed: [...c.removed.slice(0, c.steps)],
  };
}

/** The same configuration as the paper writes it. */
export function asInPaper(c: Configuration): PaperConfiguration {
  const { stack, b0, heads, n } = contents(c);
  return {
    stack,
    buffer: Array.from({ length: n + 1 - b0 }, (_, i) => b0 + i),
    arcs: heads.flatMap((head, modifier) => (head < 0 ? [] : [[head, modifier] as const])),
  };
}
