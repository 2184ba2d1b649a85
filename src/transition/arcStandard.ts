// The arc-standard system: both reductions join the two topmost subtrees of the stack.

import { arcStandardLoss } from './arcStandardLoss.js';
import type { Configuration } from './configuration.js';
import {
  type OracleSystem,
  type OracleTree,
  type Preference,
  REDUCE_LEFT,
  REDUCE_RIGHT,
  SHIFT,
} from './system.js';

/** The arc-standard system. */
export const arcStandard: OracleSystem = {
  name: 'arc-standard',
  transitions: ['shift', 'reduceLeft', 'reduceRight'],
  definitions: [
    '(σ, b₀|β) ⇒ (σ|b₀, β)',
    '(σ|s₁|s₀, β) ⇒ (σ|s₀, β), s₁ ↶ s₀',
    '(σ|s₁|s₀, β) ⇒ (σ|s₁, β), s₁ ↷ s₀',
  ],
  forbiddenPair: [REDUCE_RIGHT, REDUCE_LEFT],

  // Shifting all remaining words and reducing everything to the right always reaches a terminal configuration.
  isLegal(configuration: Configuration, transition: number): boolean {
    const { size, bufferIsEmpty } = configuration;
    switch (transition) {
      case SHIFT:
        return !bufferIsEmpty;
      case REDUCE_LEFT:
        return size > 2; // ROOT takes no head
      case REDUCE_RIGHT:
        // ROOT's only dependent is the last token to be reduced.
        return size > 2 || (size === 2 && (bufferIsEmpty || !configuration.singleRoot));
      default:
        return false;
    }
  },

  apply(configuration: Configuration, transition: number): void {
    if (transition === SHIFT) {
      configuration.record(transition, -1);
      configuration.push();
      return;
    }
    const { s0, s1, heads, stack } = configuration;
    if (transition === REDUCE_RIGHT) {
      configuration.record(transition, s0);
      heads[s0] = s1;
    } else {
      configuration.record(transition, s1);
      heads[s1] = s0;
      stack[configuration.size - 2] = s0;
    }
    configuration.size--;
  },

  undo(configuration: Configuration): void {
    const step = --configuration.steps;
    const removed = configuration.removed[step];
    if (removed < 0) {
      configuration.unpush();
      return;
    }
    const { stack, s0 } = configuration;
    configuration.heads[removed] = -1;
    if (configuration.history[step] === REDUCE_LEFT) {
      stack[configuration.size - 1] = removed;
      stack[configuration.size++] = s0;
    } else {
      stack[configuration.size++] = removed;
    }
  },

  // Not arc-decomposable: two gold arcs may be reachable individually but not together, so the loss after
  // each transition is found by search. The smallest one is the loss before, because some transition
  // costs nothing. The single-root constraint does not change this: if the search gives ROOT several
  // dependents, all but the gold one are wrong and could just as well depend on the gold one.
  costs(configuration: Configuration, gold: Int32Array, out: Float32Array): void {
    const { s0, s1 } = configuration;
    let best = Infinity;
    for (let transition = 0; transition < 3; transition++) {
      out[transition] = Infinity;
      if (!arcStandard.isLegal(configuration, transition)) continue;
      const wrongArc =
        (transition === REDUCE_LEFT && gold[s1] !== s0) || (transition === REDUCE_RIGHT && gold[s0] !== s1);
      arcStandard.apply(configuration, transition);
      out[transition] = Number(wrongArc) + arcStandardLoss(configuration, gold);
      arcStandard.undo(configuration);
      best = Math.min(best, out[transition]);
    }
    for (let transition = 0; transition < 3; transition++) out[transition] -= best;
  },

  canonical(configuration: Configuration, gold: OracleTree, prefer: Preference): number {
    const { s0, s1, b0, bufferIsEmpty } = configuration;
    const { heads, rightmost } = gold;
    const s0IsDone = rightmost[s0] < b0;
    // Left dependents may wait until s0 has its right ones, but no longer.
    if (s1 > 0 && heads[s1] === s0 && (prefer === 'reduce' || s0IsDone)) return REDUCE_LEFT;
    if (s0 > 0 && heads[s0] === s1 && s0IsDone) return REDUCE_RIGHT;
    return bufferIsEmpty ? -1 : SHIFT;
  },
};
