// The number of gold arcs that no continuation of an arc-standard configuration can build.

import type { Configuration } from './configuration.js';

// Scratch arrays that all calls share, because the oracle runs at each step of training.
let items = new Int32Array(0); // [items]
let goldHeads = new Int32Array(0); // [items]
let reachesStack = new Uint8Array(0); // [n + 1]: whether a word of the buffer has a gold descendant on the stack
let losses = new Int32Array(0); // [fragments + 1, items]

/**
 * Lists the items to be joined: the stack, then the buffer's fragments. A word of the buffer whose gold head
 * is in the buffer too, and which has no gold descendant on the stack, can always be reduced with its gold
 * arc, so it is ignored; the fragments are the other words.
 */
function listItems(configuration: Configuration, gold: Int32Array): number {
  const { n, stack, size, b0 } = configuration;
  if (items.length <= n) {
    items = new Int32Array(n + 1);
    goldHeads = new Int32Array(n + 1);
    reachesStack = new Uint8Array(n + 1);
  }
  reachesStack.fill(0, b0, n + 1);
  let count = 0;
  for (; count < size; count++) {
    items[count] = stack[count];
    for (let h = gold[stack[count]]; h >= b0 && !reachesStack[h]; h = gold[h]) reachesStack[h] = 1;
  }
  for (let word = b0; word <= n; word++) {
    if (gold[word] < b0 || reachesStack[word]) items[count++] = word;
  }
  for (let i = 0; i < count; i++) goldHeads[i] = gold[items[i]];
  return count;
}

/**
 * The least number of wrong arcs still to come. The stack's tokens join only with the subtree on top, which
 * grows to the left by one token of the stack or to the right by one fragment at a time, as head or dependent:
 * losses[q][h] is the least loss after p…top of the stack and q fragments were joined under item h.
 * O(stack · fragments · items) additions; few fragments are left near the gold tree's own sequences.
 */
export function arcStandardLoss(configuration: Configuration, gold: Int32Array): number {
  const { size } = configuration;
  const count = listItems(configuration, gold);
  const fragments = count - size;
  if (losses.length < (fragments + 1) * count) losses = new Int32Array(2 * (fragments + 1) * count);

  const top = size - 1;
  losses[top] = 0;
  for (let p = top; p >= 0; p--) {
    for (let q = 0; q <= fragments; q++) {
      const row = q * count;
      const end = size + q; // heads are among the items p…end−1
      if (p < top) joinToken(row, p, end);
      if (q > 0) joinFragment(row, count, p, end - 1, p === top);
    }
  }

  // Everything is joined under ROOT, item 0. If ROOT became a dependent, it is never a head again and does not count here.
  return losses[fragments * count];
}

/** Joins the stack's token p with the subtree p+1…: as a dependent of its head h, or as its new head. */
function joinToken(row: number, p: number, end: number): void {
  const token = items[p];
  const tokenHead = goldHeads[p];
  let asHead = end;
  for (let h = p + 1; h < end; h++) {
    const loss = losses[row + h];
    asHead = Math.min(asHead, loss + Number(goldHeads[h] !== token));
    losses[row + h] = loss + Number(items[h] !== tokenHead);
  }
  losses[row + p] = asHead;
}

/** Joins a fragment to the subtree of the row above, if that is better than the row's present value. */
function joinFragment(row: number, count: number, p: number, fragment: number, isFirst: boolean): void {
  const above = row - count;
  const token = items[fragment];
  const tokenHead = goldHeads[fragment];
  let asHead = isFirst ? fragment : losses[row + fragment];
  for (let h = p; h < fragment; h++) {
    const loss = losses[above + h];
    asHead = Math.min(asHead, loss + Number(goldHeads[h] !== token));
    const asDependent = loss + Number(items[h] !== tokenHead);
    if (isFirst || asDependent < losses[row + h]) losses[row + h] = asDependent;
  }
  losses[row + fragment] = asHead;
}
