// The arc-eager system: a right dependent is attached as soon as its head sees it, and reduced later.

import type { Configuration } from './configuration.js';
import {
  type OracleSystem,
  type OracleTree,
  type Preference,
  REDUCE,
  REDUCE_LEFT,
  RIGHT_ARC,
  SHIFT,
} from './system.js';

/** The lowest token on the stack (ROOT aside) that has no head yet; n + 1 if all have one. */
function lowestUnattached(configuration: Configuration): number {
  const { n, stack, size, heads } = configuration;
  for (let i = 1; i < size; i++) if (heads[stack[i]] < 0) return stack[i];
  return n + 1;
}

/** The arc-eager system. */
export const arcEager: OracleSystem = {
  name: 'arc-eager',
  transitions: ['shift', 'reduceLeft', 'rightArc', 'reduce'],
  definitions: [
    '(σ, b₀|β) ⇒ (σ|b₀, β)',
    '(σ|s₀, b₀|β) ⇒ (σ, b₀|β), s₀ ↶ b₀',
    '(σ|s₀, b₀|β) ⇒ (σ|s₀|b₀, β), s₀ ↷ b₀',
    '(σ|s₀, β) ⇒ (σ, β)',
  ],
  forbiddenPair: [REDUCE_LEFT, REDUCE],

  // An unattached token leaves the stack only by reduce-left, with its head in the buffer. So the last
  // word cannot be shifted, and cannot be attached before every token under it is.
  isLegal(configuration: Configuration, transition: number): boolean {
    const { n, size, s0, b0, heads, bufferIsEmpty } = configuration;
    switch (transition) {
      case SHIFT:
        return b0 < n;
      case REDUCE_LEFT:
        return size > 1 && heads[s0] < 0 && !bufferIsEmpty;
      case RIGHT_ARC:
        return b0 < n || (b0 === n && lowestUnattached(configuration) > n);
      case REDUCE:
        // ROOT's only dependent shields ROOT from the other words, so it stays until the buffer is empty.
        return size > 1 && heads[s0] >= 0 && (size > 2 || bufferIsEmpty || !configuration.singleRoot);
      default:
        return false;
    }
  },

  apply(configuration: Configuration, transition: number): void {
    const { s0, b0 } = configuration;
    if (transition === SHIFT || transition === RIGHT_ARC) {
      if (transition === RIGHT_ARC) configuration.heads[b0] = s0;
      configuration.record(transition, -1);
      configuration.push();
    } else {
      if (transition === REDUCE_LEFT) configuration.heads[s0] = b0;
      configuration.record(transition, s0);
      configuration.size--;
    }
  },

  undo(configuration: Configuration): void {
    const step = --configuration.steps;
    const removed = configuration.removed[step];
    if (removed < 0) {
      configuration.unpush();
    } else {
      if (configuration.history[step] === REDUCE_LEFT) configuration.heads[removed] = -1;
      configuration.stack[configuration.size++] = removed;
    }
  },

  // Arc-decomposable except for one arc near the end. Follow the gold heads up from the last word to the first
  // token outside the buffer, the anchor: its arc into the buffer consumes the last word while the anchor is
  // still on the stack. An unattached token at or under the anchor can then never leave the stack, so the arc is
  // lost as soon as there is one. Each transition is charged with the change that it causes (chainIsLost).
  costs(configuration: Configuration, gold: Int32Array, out: Float32Array): void {
    const { n, stack, size, s0, b0, heads, singleRoot } = configuration;
    let leftDependents = 0; // of b0, on the stack and unattached
    for (let i = 1; i < size; i++) {
      if (heads[stack[i]] < 0 && gold[stack[i]] === b0) leftDependents++;
    }
    let rightDependents = 0; // of s0, in the buffer
    for (let d = b0; d <= n; d++) if (gold[d] === s0) rightDependents++;

    let anchor = n;
    let b0InChain = false;
    while (anchor >= b0) {
      b0InChain ||= anchor === b0;
      anchor = gold[anchor];
    }
    const unattached = lowestUnattached(configuration);
    const chainIsLost = Number(unattached <= anchor && configuration.stackHas(anchor));
    const chainIsFreed = anchor === s0 ? chainIsLost : 0; // by taking s0 off the stack

    out.fill(Infinity, 0, 4);
    if (b0 <= n) {
      const head = gold[b0];
      const rootIsTaken = singleRoot && size > 1 && heads[stack[1]] === 0;
      const headIsOnStack = configuration.stackHas(head) && !(head === 0 && rootIsTaken);
      if (arcEager.isLegal(configuration, SHIFT)) {
        out[SHIFT] = Number(headIsOnStack) + leftDependents + (b0InChain ? 1 - chainIsLost : 0);
      }
      if (arcEager.isLegal(configuration, RIGHT_ARC)) {
        const losesHead = head > b0 || (headIsOnStack && head !== s0);
        const losesChain = b0InChain ? Number(unattached <= n) - chainIsLost : 0;
        // ROOT's only dependent would be a wrong one, and the gold one comes later.
        const losesRoot = singleRoot && s0 === 0 && head !== 0 ? rightDependents : 0;
        out[RIGHT_ARC] = Number(losesHead) + leftDependents + losesChain + losesRoot;
      }
    }
    if (arcEager.isLegal(configuration, REDUCE_LEFT)) {
      out[REDUCE_LEFT] = Number(gold[s0] > b0) + rightDependents - chainIsFreed;
    }
    if (arcEager.isLegal(configuration, REDUCE)) {
      out[REDUCE] = rightDependents - chainIsFreed;
    }
  },

  canonical(configuration: Configuration, gold: OracleTree, prefer: Preference): number {
    const { s0, b0, bufferIsEmpty } = configuration;
    const { heads, leftmost, rightmost } = gold;
    if (heads[s0] === b0) return REDUCE_LEFT;
    if (!bufferIsEmpty && heads[b0] === s0) return RIGHT_ARC;
    const s0IsDone = configuration.heads[s0] >= 0 && rightmost[s0] < b0;
    // Shifting b0 first loses nothing if its head comes later and it has its left dependents.
    const shiftIsFree = !bufferIsEmpty && heads[b0] > b0 && leftmost[b0] > s0;
    if (s0IsDone && !(prefer === 'shift' && shiftIsFree)) return REDUCE;
    return bufferIsEmpty ? -1 : SHIFT;
  },
};
