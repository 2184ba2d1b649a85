// A configuration: stack, buffer and arcs so far, on typed arrays, with the history for undo.

/** The initial configuration already has ROOT shifted: stack [0], buffer 1…n. */
export class Configuration {
  /** Number of words; 0 is ROOT and n + 1 the end marker. */
  n = 0;
  /** Whether ROOT must end up with exactly one dependent; restricts the legal transitions in every system. */
  singleRoot: boolean;
  /** Tokens from the bottom, always in increasing order; only the first `size` entries are valid. */
  stack = new Int32Array(0); // [n + 1]
  size = 0;
  /** The front of the buffer, which is b0…n; n + 1, the end marker, if it is empty. */
  b0 = 1;
  /** Heads so far; −1 for none. */
  heads = new Int32Array(0); // [n + 1]
  /** The transitions so far; only the first `steps` entries are valid. */
  history = new Uint8Array(0); // [2n]
  /** The token that each step removed from the stack, for undo; −1 for none. */
  removed = new Int32Array(0); // [2n]
  steps = 0;

  constructor(n: number, singleRoot = false) {
    this.singleRoot = singleRoot;
    this.reset(n);
  }

  /** Resets to the initial configuration of a sentence of n words; arrays only grow. */
  reset(n: number): void {
    if (n >= this.stack.length) {
      this.stack = new Int32Array(n + 1);
      this.heads = new Int32Array(n + 1);
      this.history = new Uint8Array(2 * n);
      this.removed = new Int32Array(2 * n);
    }
    this.n = n;
    this.stack[0] = 0;
    this.size = 1;
    this.b0 = 1;
    this.heads.fill(-1, 0, n + 1);
    this.steps = 0;
  }

  /** Becomes an independent copy of another configuration. */
  copyFrom(other: Configuration): void {
    this.reset(other.n);
    this.singleRoot = other.singleRoot;
    this.size = other.size;
    this.b0 = other.b0;
    this.steps = other.steps;
    // Loops, because subarray() would allocate a view per array, and these are short.
    for (let i = 0; i < other.size; i++) this.stack[i] = other.stack[i];
    for (let i = 0; i <= other.n; i++) this.heads[i] = other.heads[i];
    for (let i = 0; i < other.steps; i++) {
      this.history[i] = other.history[i];
      this.removed[i] = other.removed[i];
    }
  }

  /** The top of the stack; ROOT never leaves it, so there always is one. */
  get s0(): number {
    return this.stack[this.size - 1];
  }

  /** The token under the top; −1 for none. */
  get s1(): number {
    return this.size > 1 ? this.stack[this.size - 2] : -1;
  }

  /** The token under s1; −1 for none. */
  get s2(): number {
    return this.size > 2 ? this.stack[this.size - 3] : -1;
  }

  get bufferIsEmpty(): boolean {
    return this.b0 > this.n;
  }

  /** Whether the buffer is empty and only ROOT is on the stack. */
  get isTerminal(): boolean {
    return this.b0 > this.n && this.size === 1;
  }

  /** Whether a token is on the stack. */
  stackHas(token: number): boolean {
    let i = this.size - 1;
    while (i >= 0 && this.stack[i] > token) i--;
    return i >= 0 && this.stack[i] === token;
  }

  /** Moves b0 onto the stack. */
  push(): void {
    this.stack[this.size++] = this.b0++;
  }

  /** Moves s0 back to the front of the buffer, where tokens have no head. */
  unpush(): void {
    this.b0--;
    this.size--;
    this.heads[this.b0] = -1;
  }

  /** Adds a step to the history, with the token that it removed from the stack (−1: none). */
  record(transition: number, removed: number): void {
    this.history[this.steps] = transition;
    this.removed[this.steps++] = removed;
  }
}
