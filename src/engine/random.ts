// The seeded generator (xoshiro128**) behind all randomness in arcwise; its state can be saved and restored.
/** Four 32-bit integers. */
export type RandomState = readonly [number, number, number, number];

/** A seeded generator of random numbers. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  constructor(seed: number) {
    // splitmix32 spreads one number over the state, which must not be all zero.
    let mix = seed | 0;
    const next = () => {
      mix = (mix + 0x9e3779b9) | 0;
      let z = mix;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return z ^ (z >>> 16);
    };
    this.restore([next(), next(), next(), next()]);
  }

  /** The state, for `restore`. */
  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#d];
  }

  /** Continues from a saved state. */
  restore(state: RandomState): void {
    [this.#a, this.#b, this.#c, this.#d] = state;
  }

  /** 32 random bits, as an unsigned number. */
  bits(): number {
    const fives = Math.imul(this.#b, 5);
    const result = Math.imul((fives << 7) | (fives >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  /** A number from low (included) to high (excluded). */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * (this.bits() * 2 ** -32);
  }

  /** The Box-Muller method; the second of its two numbers is dropped, so that the state is only the four words. */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** An integer from 0 to n − 1, each equally likely. */
  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const bits = this.bits();
      if (bits < limit) return bits % n;
    }
  }

  /** Shuffles a list in place. */
  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }

  /** Sets each element to `value` with the given probability, else to 0: a dropout mask if value is 1 / probability. */
  bernoulli(mask: Float32Array, probability: number, value = 1): void {
    const threshold = probability * 2 ** 32;
    for (let i = 0; i < mask.length; i++) mask[i] = this.bits() < threshold ? value : 0;
  }
}
