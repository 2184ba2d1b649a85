// The interface of a transition system: its transitions, their legality and effects, and, where it has oracles, their
// costs.

import { Configuration } from './configuration.js';

/** Indices of the transitions in every system's `transitions`. */
export const SHIFT = 0;
/** In all three systems. */
export const REDUCE_LEFT = 1;
/** Arc-standard and arc-hybrid. */
export const REDUCE_RIGHT = 2;
/** Arc-eager, which splits reduceRight in two. */
export const RIGHT_ARC = 2;
/** Arc-eager only. */
export const REDUCE = 3;

/** A gold tree, with what the static oracles need. */
export interface OracleTree {
  readonly heads: Int32Array; // [n + 1]
  /** The leftmost of each token and its dependents. */
  readonly leftmost: Int32Array; // [n + 1]
  /** The rightmost of each token and its dependents. */
  readonly rightmost: Int32Array; // [n + 1]
}

/** The transition that a static oracle takes if both a reduction and a shift lead to the gold tree. */
export type Preference = 'reduce' | 'shift';

/** In each system, every sequence from the initial to a terminal configuration has 2n steps. */
export interface TransitionSystem {
  readonly name: string;
  /** The transitions under the paper's names. Everywhere else a transition is an index into this list. */
  readonly transitions: readonly string[];
  /** Each transition as the paper defines it: stack σ and buffer β before and after, and the new arc. */
  readonly definitions: readonly string[];
  /** Whether the transition applies here and a terminal configuration stays reachable. */
  isLegal(configuration: Configuration, transition: number): boolean;

  /** Applies a legal transition. */
  apply(configuration: Configuration, transition: number): void;

  /** Undoes the last transition. */
  undo(configuration: Configuration): void;
}

/** A transition system with oracles: greedy models learn from one, exact models take their gold sequences from the other. */
export interface OracleSystem extends TransitionSystem {
  /** If the second may not directly follow the first, every tree has exactly one sequence. */
  readonly forbiddenPair: readonly [first: number, second: number];

  /**
   * The dynamic oracle: writes for each transition the exact number of gold arcs that it makes
   * unreachable, Infinity if it is illegal. At least one legal transition costs 0.
   * Gold heads must be projective and, if the configuration requires a single root, have one.
   */
  costs(configuration: Configuration, gold: Int32Array, out: Float32Array): void;

  /**
   * The static oracle's step: a transition that costs nothing in a configuration that has lost
   * no gold arc yet; −1 if the tree is not projective.
   */
  canonical(configuration: Configuration, gold: OracleTree, prefer: Preference): number;
}

/** Applies a whole sequence of transitions to the initial configuration and returns the heads. */
export function follow(system: TransitionSystem, transitions: ArrayLike<number>): Int32Array {
  const configuration = new Configuration(Math.ceil(transitions.length / 2));
  for (let step = 0; step < transitions.length; step++) {
    const transition = transitions[step];
    if (!system.isLegal(configuration, transition)) {
      const name = system.transitions[transition] ?? `transition ${transition}`;
      throw new Error(`Step ${step + 1} of the sequence, ${name}, is illegal there in ${system.name}.`);
    }
    system.apply(configuration, transition);
  }
  if (!configuration.isTerminal) {
    throw new Error(
      `The ${system.name} sequence of ${transitions.length} steps does not build a whole tree.`,
    );
  }
  return configuration.heads;
}
