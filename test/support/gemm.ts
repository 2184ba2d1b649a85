// The suite that every GEMM provider passes: all shapes, transposes, factors and strides, against a plain loop.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';

interface Product {
  transposeA: boolean;
  transposeB: boolean;
  m: number;
  n: number;
  k: number;
  alpha: number;
  beta: number;
  /** How much longer than needed the stored rows of A, B and C are. */
  extra: readonly [number, number, number];
}

const FACTORS = [0, 1, -1, 0.5];
/** Stands around C and between its rows: no product of small numbers, so that any write shows. */
const CANARY = 777;
const MARGIN = 64;

/** Runs one product on random matrices, with B as it is and packed, and compares it with the same in double precision. */
function checkProduct(engine: Engine, random: Random, product: Product): void {
  const { transposeA, transposeB, m, n, k, alpha, beta, extra } = product;
  const { arena } = engine;
  const lda = (transposeA ? m : k) + extra[0];
  const ldb = (transposeB ? k : n) + extra[1];
  const ldc = n + extra[2];
  arena.scope(() => {
    const a = arena.scratch([transposeA ? k : m, lda]);
    const b = arena.scratch([transposeB ? n : k, ldb]);
    const c = arena.scratch([MARGIN + m * ldc + MARGIN]);
    for (const x of [a, b]) x.set(Float32Array.from({ length: x.size }, () => random.uniform(-1, 1)));
    const start = Float32Array.from({ length: m * n }, () => (beta === 0 ? NaN : random.uniform(-1, 1)));
    const { expected, tolerance } = multiplyPlainly(product, a.copy(), lda, b.copy(), ldb, start);
    const address = c.pointer + 4 * MARGIN;

    for (const packed of [false, true]) {
      c.fill(CANARY);
      for (let i = 0; i < m; i++) c.set(start.subarray(i * n, (i + 1) * n), MARGIN + i * ldc);
      if (packed) {
        const ready = engine.pack(transposeB, n, k, b.pointer, ldb);
        engine.gemmPacked(transposeA, m, alpha, a.pointer, lda, ready, beta, address, ldc);
      } else {
        engine.gemm(
          transposeA,
          transposeB,
          m,
          n,
          k,
          alpha,
          a.pointer,
          lda,
          b.pointer,
          ldb,
          beta,
          address,
          ldc,
        );
      }
      const shown = JSON.stringify({ ...product, packed });
      const result = c.copy();
      for (let position = 0; position < result.length; position++) {
        const i = Math.floor((position - MARGIN) / ldc);
        const j = position - MARGIN - i * ldc;
        if (position < MARGIN || i >= m || j >= n) {
          if (result[position] !== CANARY) expect.fail(`${shown} wrote outside C, row ${i}, column ${j}`);
        } else if (!(Math.abs(result[position] - expected[i * n + j]) <= tolerance[i * n + j])) {
          expect.fail(
            `${shown} gives ${result[position]} for ${expected[i * n + j]} at row ${i}, column ${j}`,
          );
        }
      }
    }
  });
}

/** The product in double precision, and how far a float32 result may be off: in proportion to the terms' sizes. */
function multiplyPlainly(
  { transposeA, transposeB, m, n, k, alpha, beta }: Product,
  a: Float32Array,
  lda: number,
  b: Float32Array,
  ldb: number,
  start: Float32Array,
) {
  const expected = new Float64Array(m * n);
  const tolerance = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      let size = 0;
      for (let l = 0; l < k; l++) {
        const term = a[transposeA ? l * lda + i : i * lda + l] * b[transposeB ? j * ldb + l : l * ldb + j];
        sum += term;
        size += Math.abs(term);
      }
      const before = beta === 0 ? 0 : beta * start[i * n + j];
      expected[i * n + j] = alpha * sum + before;
      tolerance[i * n + j] = 1e-6 * (Math.abs(alpha) * size + Math.abs(before));
    }
  }
  return { expected, tolerance };
}

export function describeGemm(name: string, createEngine: () => Engine): void {
  describe(`GEMM by ${name}`, () => {
    const engine = createEngine();
    const transposes = [false, true].flatMap((a) => [false, true].map((b) => [a, b] as const));

    it.each(transposes)(
      'agrees with a plain loop on shapes up to 70, transposed: %s, %s',
      (transposeA, transposeB) => {
        const random = new Random(1);
        for (let round = 0; round < 200; round++) {
          const [m, n, k] = [1 + random.below(70), 1 + random.below(70), 1 + random.below(70)];
          const [alpha, beta] = [FACTORS[random.below(4)], FACTORS[random.below(4)]];
          const extra = [random.below(4), random.below(4), random.below(4)] as const;
          checkProduct(engine, random, { transposeA, transposeB, m, n, k, alpha, beta, extra });
        }
      },
    );

    it('agrees on every small shape', () => {
      const random = new Random(2);
      for (const [transposeA, transposeB] of transposes) {
        for (let m = 1; m <= 9; m++) {
          for (const n of [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33]) {
            for (const k of [1, 2, 5, 8]) {
              const [alpha, beta] = [1, random.below(2)];
              checkProduct(engine, random, {
                transposeA,
                transposeB,
                m,
                n,
                k,
                alpha,
                beta,
                extra: [0, 0, 0],
              });
            }
          }
        }
      }
    });

    it('agrees on long shapes, past every block', () => {
      const random = new Random(3);
      const shapes = [
        [5, 7, 1500],
        [6, 1100, 20],
        [700, 5, 30],
        [206, 521, 17],
        [130, 70, 300],
        [1, 513, 257],
        // More rows than a small product of OpenBLAS has.
        [27, 512, 128],
      ];
      for (const [transposeA, transposeB] of transposes) {
        for (const [m, n, k] of shapes) {
          const extra = [1, 0, 3] as const;
          checkProduct(engine, random, { transposeA, transposeB, m, n, k, alpha: 1, beta: 0.5, extra });
        }
      }
    });

    it('with alpha = 0 leaves beta · C, whatever A and B hold', () => {
      const { arena, gemm } = engine;
      arena.scope(() => {
        const [a, c] = [arena.scratch([4, 4]), arena.scratch([4, 4])];
        a.fill(NaN);
        c.fill(2);
        gemm(false, false, 4, 4, 4, 0, a.pointer, 4, a.pointer, 4, 0.5, c.pointer, 4);
        expect([...c.copy()]).toEqual(new Array(16).fill(1));
      });
    });

    it('with k = 0 leaves beta · C, and with no rows or columns does nothing', () => {
      const { arena, gemm } = engine;
      arena.scope(() => {
        const [a, c] = [arena.scratch([4, 4]), arena.scratch([4, 4])];
        c.fill(3);
        gemm(false, false, 4, 4, 0, 1, a.pointer, 1, a.pointer, 4, 2, c.pointer, 4);
        gemm(false, false, 0, 4, 4, 1, a.pointer, 4, a.pointer, 4, 0, c.pointer, 4);
        gemm(false, false, 4, 0, 4, 1, a.pointer, 4, a.pointer, 4, 0, c.pointer, 4);
        expect([...c.copy()]).toEqual(new Array(16).fill(6));
      });
    });

    it('gives the same bytes each time', () => {
      const { arena, gemm } = engine;
      arena.scope(() => {
        const [a, b] = [arena.scratch([67, 45]), arena.scratch([45, 53])];
        const random = new Random(4);
        for (const x of [a, b]) x.set(Float32Array.from({ length: x.size }, () => random.normal()));
        const results = [0, 1].map(() => {
          const c = arena.scratch([67, 53]);
          gemm(false, false, 67, 53, 45, 1, a.pointer, 45, b.pointer, 53, 0, c.pointer, 53);
          return c.copy();
        });
        expect(results[0]).toEqual(results[1]);
      });
    });
  });
}
