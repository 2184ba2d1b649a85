// Generators of dependency trees as heads arrays (Int32Array of length n+1, heads[0] = −1, ROOT is 0): every tree of a
// given length, and fast-check arbitraries for longer ones. They share no code with src/, so that they can judge it.
import fc from 'fast-check';

/** Every way to give n words a head from 0…n, tree or not: (n+1)^n of them. */
export function* allHeads(n: number): Generator<Int32Array> {
  for (const heads of sequences(n + 1, n)) yield Int32Array.of(-1, ...heads);
}

/** Every tree over n words, several roots allowed: (n+1)^(n−1) of them, one for each Prüfer code. */
export function* allTrees(n: number): Generator<Int32Array> {
  for (const code of sequences(n + 1, n - 1)) yield treeOfCode(code);
}

/** Every projective tree over n words, several roots allowed: 1, 3, 12, 55, 273, 1428, 7752, 43263 for n = 1…8. */
export function* allProjectiveTrees(n: number): Generator<Int32Array> {
  const heads = new Int32Array(n + 1).fill(-1);

  // Gives the words strictly after `head`, up to `end`, to `head` in every way (before it, for a negative direction):
  // its outermost dependent takes the words from `middle` on, so that each tree comes up once.
  function* fill(head: number, end: number, direction: 1 | -1): Generator<void> {
    if (head === end) {
      yield;
      return;
    }
    for (let word = head + direction; word !== end + direction; word += direction) {
      for (let middle = head; middle !== word; middle += direction) {
        heads[word] = head;
        for (const _ of fill(head, middle, direction))
          for (const _ of fill(word, middle + direction, -direction as 1 | -1))
            for (const _ of fill(word, end, direction)) yield;
      }
    }
  }

  for (const _ of fill(0, n, 1)) yield heads.slice();
}

/** A random tree of 1…maxLength words, several roots allowed; every such tree can come up. */
export function anyTree(maxLength: number): fc.Arbitrary<Int32Array> {
  return fc
    .integer({ min: 1, max: maxLength })
    .chain((n) => fc.array(fc.nat(n), { minLength: n - 1, maxLength: n - 1, size: 'max' }))
    .map(treeOfCode);
}

/** A random projective tree of 1…maxLength words, several roots allowed; every such tree can come up. */
export function anyProjectiveTree(maxLength: number): fc.Arbitrary<Int32Array> {
  return fc
    .integer({ min: 1, max: maxLength })
    .chain((n) =>
      fc
        .array(fc.nat(3), { minLength: 4 * n, maxLength: 4 * n, size: 'max' })
        .map((steps) => treeOfSteps(n, steps)),
    );
}

/** How many words of a tree have ROOT for their head. */
export function rootCount(heads: Int32Array): number {
  return heads.filter((head) => head === 0).length;
}

/** Every sequence of `length` numbers below `base`. */
function* sequences(base: number, length: number): Generator<number[]> {
  for (let number = 0; number < base ** length; number++) {
    yield Array.from({ length }, (_, i) => Math.floor(number / base ** i) % base);
  }
}

/** The tree over code.length + 1 words with this Prüfer code, where ROOT counts as the node that is never cut off. */
function treeOfCode(code: readonly number[]): Int32Array {
  const n = code.length + 1;
  const heads = new Int32Array(n + 1).fill(-1);
  const mentions = new Int32Array(n + 1);
  for (const node of code) mentions[node]++;
  for (const head of [...code, 0]) {
    let leaf = 1;
    while (heads[leaf] !== -1 || mentions[leaf] > 0) leaf++;
    heads[leaf] = head;
    mentions[head]--;
  }
  return heads;
}

/** Reads random numbers 0…3 as steps of a stack machine: 0 and 1 push, 2 and 3 pop onto one of the two neighbours. */
function treeOfSteps(n: number, steps: readonly number[]): Int32Array {
  const heads = new Int32Array(n + 1).fill(-1);
  const stack = [0];
  let next = 1;
  for (const step of steps) {
    if (next > n) break;
    if (step < 2 || stack.length === 1) stack.push(next++);
    else heads[stack.pop()!] = step === 2 ? next : stack.at(-1)!;
  }
  while (next <= n) stack.push(next++);
  while (stack.length > 1) heads[stack.pop()!] = stack.at(-1)!;
  return heads;
}
