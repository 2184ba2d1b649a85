// The arc-hybrid system: left dependents are reduced into the front of the buffer, right ones into the stack.

import type { Configuration } from './configuration.js';
import {
  type OracleSystem,
  type OracleTree,
  type Preference,
  REDUCE_LEFT,
  REDUCE_RIGHT,
  SHIFT,
} from './system.js';

/** The arc-hybrid system. */
export const arcHybrid: OracleSystem = {
  name: 'arc-hybrid',
  transitions: ['shift', 'reduceLeft', 'reduceRight'],
  definitions: [
    '(σ, b₀|β) ⇒ (σ|b₀, β)',
    '(σ|s₀, b₀|β) ⇒ (σ, b₀|β), s₀ ↶ b₀',
    '(σ|s₁|s₀, β) ⇒ (σ|s₁, β), s₁ ↷ s₀',
  ],
  forbiddenPair: [REDUCE_LEFT, REDUCE_RIGHT],

  // Shifting all remaining words and reducing everything to the right always reaches a terminal configuration.
  isLegal(configuration: Configuration, transition: number): boolean {
    const { size, bufferIsEmpty } = configuration;
    switch (transition) {
      case SHIFT:
        return !bufferIsEmpty;
      case REDUCE_LEFT:
        return size > 1 && !bufferIsEmpty;
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
    } else {
      const { s0, s1, b0 } = configuration;
      configuration.record(transition, s0);
      configuration.heads[s0] = transition === REDUCE_LEFT ? b0 : s1;
      configuration.size--;
    }
  },

  undo(configuration: Configuration): void {
    const removed = configuration.removed[--configuration.steps];
    if (removed < 0) {
      configuration.unpush();
    } else {
      configuration.heads[removed] = -1;
      configuration.stack[configuration.size++] = removed;
    }
  },

  // Arc-decomposable: gold arcs that are reachable individually are reachable together. The single-root
  // constraint does not change this, because a token can always be reduced into another head than ROOT.
  costs(configuration: Configuration, gold: Int32Array, out: Float32Array): void {
    const { n, stack, size, s0, s1, b0 } = configuration;
    let leftDependents = 0; // of b0, on the stack
    for (let i = 1; i < size; i++) if (gold[stack[i]] === b0) leftDependents++;
    let rightDependents = 0; // of s0, in the buffer
    for (let d = b0; d <= n; d++) if (gold[d] === s0) rightDependents++;

    out.fill(Infinity, 0, 3);
    if (arcHybrid.isLegal(configuration, SHIFT)) {
      const losesHead = gold[b0] !== s0 && configuration.stackHas(gold[b0]);
      out[SHIFT] = Number(losesHead) + leftDependents;
    }
    if (arcHybrid.isLegal(configuration, REDUCE_LEFT)) {
      out[REDUCE_LEFT] = Number(gold[s0] === s1 || gold[s0] > b0) + rightDependents;
    }
    if (arcHybrid.isLegal(configuration, REDUCE_RIGHT)) {
      out[REDUCE_RIGHT] = Number(gold[s0] >= b0) + rightDependents;
    }
  },

  canonical(configuration: Configuration, gold: OracleTree, prefer: Preference): number {
    const { s0, s1, b0, bufferIsEmpty } = configuration;
    const { heads, leftmost, rightmost } = gold;
    if (heads[s0] === b0) return REDUCE_LEFT;
    const s0IsDone = s0 > 0 && heads[s0] === s1 && rightmost[s0] < b0;
    // Shifting b0 first loses nothing if its head comes later and it has its left dependents.
    const shiftIsFree = !bufferIsEmpty && heads[b0] > b0 && leftmost[b0] > s0;
    if (s0IsDone && !(prefer === 'shift' && shiftIsFree)) return REDUCE_RIGHT;
    return bufferIsEmpty ? -1 : SHIFT;
  },
};
