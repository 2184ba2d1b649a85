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

/** A configuration after a transition that is defined as "(σ|s₁|s₀, β) ⇒ (σ|s₁, β), s₁ ↷ s₀". */
export function rewrite(c: PaperConfiguration, definition: string): PaperConfiguration {
  const [stack, buffer, newStack, newBuffer, arc = ''] = definition.split(/, | ⇒ /);
  const listOf = (side: string) => side.replace(/[()]/g, '').split('|');
  const [top, front] = [listOf(stack).slice(1), listOf(buffer).slice(0, -1)];
  const [rest, left] = [c.stack.length - top.length, c.buffer.slice(front.length)];
  const tokens = new Map(
    [...top.entries()].map(([at, name]) => [name, c.stack[rest + at]] as [string, number]),
  );
  for (const [at, name] of front.entries()) tokens.set(name, c.buffer[at]);
  const named = (names: readonly string[]) => names.map((name) => tokens.get(name) ?? NaN);
  const [one, direction, other] = arc.split(' ');
  const [head, modifier] = named(direction === '↶' ? [other, one] : [one, other]);
  return {
    stack: [...c.stack.slice(0, rest), ...named(listOf(newStack).slice(1))],
    buffer: [...named(listOf(newBuffer).slice(0, -1)), ...left],
    arcs: direction ? [...c.arcs, [head, modifier]] : c.arcs,
  };
}
