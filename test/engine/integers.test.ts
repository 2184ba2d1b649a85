import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { IntegerMatrix, type MatrixLayout } from '../../src/engine/integerMatrix.js';
import { IntegerTable } from '../../src/engine/integerTable.js';
import { dequantize, type Quantized } from '../../src/engine/quantization.js';
import { Random } from '../../src/engine/random.js';
import { sizeOf } from '../../src/engine/tensor.js';
import { fastestProducts, weightSpeeds } from '../../src/engine/weightProducts.js';
import { isRelaxed } from '../support/relaxedSimd.js';
import { expectGuarded, placeGuarded } from '../support/tensors.js';

interface Form {
  readonly name: string;
  readonly engine: Engine;
  readonly isFused: boolean;
}

const plain: Form = { name: 'plain SIMD', engine: createEngine({ relaxed: false }), isFused: false };

/** With relaxed SIMD, the instructions that are right here. */
function relaxedForms(): Form[] {
  if (!isRelaxed) return [];
  const engine = createEngine({ relaxed: true });
  const pairs = { name: 'relaxed products of pairs', engine, isFused: false };
  const isOffered = weightSpeeds(engine).some(({ products }) => products === 'fused integers');
  return isOffered ? [pairs, { name: 'the relaxed dot product', engine, isFused: true }] : [pairs];
}

const forms = [plain, ...relaxedForms()];

/** A random matrix as a file has it, with extreme weights, zero rows, and scales of different sizes. */
function randomMatrix(random: Random, shape: readonly number[]): Quantized {
  const rows = sizeOf(shape.slice(0, -1));
  const columns = shape[shape.length - 1];
  const integers = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = random.below(4);
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      // All of one sign, so that sums are as large as they can be; nothing; or anything.
      integers[at] = kind === 0 ? 127 : kind === 1 ? -128 : kind === 2 ? 0 : random.below(256) - 128;
    }
  }
  return { integers, scales: Float32Array.from({ length: rows }, () => 10 ** random.uniform(-4, 1)) };
}

const rowKinds: ((random: Random) => () => number)[] = [
  (random) => () => random.uniform(-1, 1),
  (random) => () => random.uniform(0, 1),
  (random) => () => -random.uniform(2, 3),
  () => () => 0,
  (random) => () => (random.below(8) === 0 ? 3e38 : -3e38),
  (random) => () => random.uniform(-1, 1) * 1e-30,
  (random) => () => random.uniform(-1, 1) * 1e-42,
  () => () => 5,
];

function randomRows(random: Random, rows: number, columns: number, kinds = rowKinds): Float32Array {
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const next = kinds[random.below(kinds.length)](random);
    for (let at = 0; at < columns; at++) values[row * columns + at] = next();
  }
  return values;
}

/** W [inputs, outputs] in double precision, from the order of files. */
function plainMatrix(quantized: Quantized, shape: readonly number[], layout: MatrixLayout): number[][] {
  const values = dequantize(quantized);
  const inputs = layout === 'inputs' ? shape[0] : sizeOf(shape.slice(1));
  const outputs = values.length / inputs;
  return Array.from({ length: inputs }, (_, i) =>
    Array.from({ length: outputs }, (_, j) => values[layout === 'inputs' ? i * outputs + j : j * inputs + i]),
  );
}

interface Case {
  shape: readonly number[];
  layout: MatrixLayout;
  rows: number;
  bias: boolean;
  adds: boolean;
  extra: number;
  seed: number;
}

const size = fc.integer({ min: 1, max: 40 });
const shapes = fc.oneof(
  fc.record({ shape: fc.tuple(size, size), layout: fc.constantFrom<MatrixLayout>('inputs', 'outputs') }),
  fc.record({
    shape: fc.tuple(size, fc.integer({ min: 1, max: 4 }), size),
    layout: fc.constant<MatrixLayout>('inputs'),
  }),
);
const cases: fc.Arbitrary<Case> = fc
  .record({
    matrix: shapes,
    rows: fc.integer({ min: 1, max: 110 }),
    bias: fc.boolean(),
    adds: fc.boolean(),
    extra: fc.nat(3),
    seed: fc.nat(),
  })
  .map(({ matrix, bias, adds, ...rest }) => ({ ...matrix, ...rest, adds, bias: bias && !adds }));

interface Inputs {
  weights: Quantized;
  x: Float32Array;
  start: Float32Array;
  bias: Float32Array;
}

function inputsOf({ shape, layout, rows, seed }: Case, kinds = rowKinds): Inputs {
  const random = new Random(seed);
  const inputs = layout === 'inputs' ? shape[0] : shape[1];
  const outputs = sizeOf(shape) / inputs;
  return {
    weights: randomMatrix(random, shape),
    x: randomRows(random, rows, inputs, kinds),
    start: randomRows(random, rows, outputs, rowKinds.slice(0, 1)),
    bias: randomRows(random, 1, outputs, rowKinds.slice(0, 1)),
  };
}

/** The product of a case; the rows of x and y are `extra` floats longer than needed. */
function productOf({ engine, isFused }: Form, given: Case, inputs: Inputs): Float32Array {
  const { shape, layout, rows, adds, extra } = given;
  const { arena } = engine;
  const { weights, x, start } = inputs;
  const [k, n] = [x.length / rows, start.length / rows];
  return arena.scope(() => {
    const pointer = arena.scratchBytes(IntegerMatrix.bytes(engine, shape, layout));
    const matrix = new IntegerMatrix(engine, pointer, shape, layout);
    matrix.fill(weights);
    const wide = (values: Float32Array, columns: number) => {
      const all = new Float32Array(rows * (columns + extra)).fill(99);
      for (let r = 0; r < rows; r++)
        all.set(values.subarray(r * columns, (r + 1) * columns), r * (columns + extra));
      return all;
    };
    const [from, to] = [placeGuarded(engine, wide(x, k)), placeGuarded(engine, wide(start, n))];
    const bias = placeGuarded(engine, inputs.bias);
    matrix.multiply(rows, from.pointer, k + extra, to.pointer, n + extra, {
      bias: given.bias ? bias.pointer : 0,
      adds,
      isFused,
    });
    expectGuarded(to);
    const all = to.copy();
    const between = all.filter((_, at) => at % (n + extra) >= n);
    expect(between.every((value) => value === 99)).toBe(true);
    return Float32Array.from(
      { length: rows * n },
      (_, at) => all[Math.floor(at / n) * (n + extra) + (at % n)],
    );
  });
}

/** The floats that x stands for once it is rounded, times the scales of the inputs, in double precision. */
function rounded(x: readonly number[]): number[] {
  const [most, least] = [Math.max(0, ...x), Math.min(0, ...x)];
  const step = Math.fround(Math.fround(most / 127) + Math.fround(-least / 127));
  const inverse = step > 1.2e-38 ? Math.fround(1 / step) : 0;
  const nearest = (value: number) => {
    const floor = Math.floor(value);
    const rest = value - floor;
    return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  };
  const zero = nearest(Math.fround(-least * inverse));
  return x.map((value) => {
    const level = Math.max(0, Math.min(127, nearest(Math.fround(value * inverse)) + zero));
    return step * (level - zero);
  });
}

describe.each(forms)('products with 8-bit weights by $name', (form) => {
  it('agree with exact sums of the rounded rows', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const inputs = inputsOf(given);
        const { weights, x, start, bias } = inputs;
        const { shape, layout, rows } = given;
        const k = x.length / rows;
        const n = start.length / rows;
        const actual = productOf(form, given, inputs);
        const columns = layout === 'inputs' ? shape[shape.length - 1] : n;
        for (let r = 0; r < rows; r++) {
          const parts = Array.from({ length: n / columns }, (_, part) =>
            rounded(
              Array.from({ length: k }, (_, i) => {
                const value = x[r * k + i];
                const scale = weights.scales[i * (n / columns) + part];
                return layout === 'inputs' ? Math.fround(value * scale) : value;
              }),
            ),
          );
          for (let j = 0; j < n; j++) {
            const own = parts[Math.floor(j / columns)];
            let [sum, most] = [0, 0];
            for (let i = 0; i < k; i++) {
              const weight = weights.integers[layout === 'inputs' ? i * n + j : j * k + i];
              const term = own[i] * weight * (layout === 'inputs' ? 1 : weights.scales[j]);
              sum += term;
              most += Math.abs(term);
            }
            const before = given.adds ? start[r * n + j] : given.bias ? bias[j] : 0;
            const expected = sum + before;
            // Sums beyond the largest float are infinite, here and there.
            if (!(Math.abs(expected) + most < 1e38)) continue;
            const error = Math.abs(actual[r * n + j] - expected);
            if (!(error <= 4e-7 * (Math.abs(sum) + Math.abs(before)) + 1e-37)) {
              expect.fail(`row ${r}, column ${j}: ${actual[r * n + j]} for ${expected}`);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('are the same numbers as by plain SIMD', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const inputs = inputsOf(given);
        const [own, other] = [form, plain].map((one) => productOf(one, given, inputs));
        expect(own.findIndex((value, at) => !Object.is(value, other[at]))).toBe(-1);
      }),
      { numRuns: 30 },
    );
  });

  it('are near those in floats: a level is a 127th of the range of its row', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const inputs = inputsOf(given, rowKinds.slice(0, 3));
        const { weights, x, start, bias } = inputs;
        const { shape, layout, rows } = given;
        const actual = productOf(form, given, inputs);
        const matrix = plainMatrix(weights, shape, layout);
        const n = start.length / rows;
        const parts = layout === 'inputs' ? sizeOf(shape.slice(1, -1)) : 1;
        for (let r = 0; r < rows; r++) {
          for (let j = 0; j < n; j++) {
            const part = Math.floor(j / (n / parts));
            const scales = matrix.map((_, i) => (layout === 'inputs' ? weights.scales[i * parts + part] : 1));
            const row = matrix.map((_, i) => x[r * matrix.length + i] * scales[i]);
            const step = (Math.max(0, ...row) - Math.min(0, ...row)) / 127;
            const sum = row.reduce((total, value, i) => total + (value / scales[i]) * matrix[i][j], 0);
            const before = given.adds ? start[r * n + j] : given.bias ? bias[j] : 0;
            const size = matrix.reduce((total, weight, i) => total + Math.abs(weight[j] / scales[i]), 0);
            const error = Math.abs(actual[r * n + j] - sum - before);
            // Half a step for each input, and up to a whole one where both ends of the range are rounded up.
            if (!(error <= 1.01 * step * size + 1e-5)) expect.fail(`off by ${error}, a step is ${step}`);
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('keep the weights', () => {
    fc.assert(
      fc.property(shapes, fc.nat(), ({ shape, layout }, seed) => {
        const { arena } = form.engine;
        const weights = randomMatrix(new Random(seed), shape);
        arena.scope(() => {
          const pointer = arena.scratchBytes(IntegerMatrix.bytes(form.engine, shape, layout));
          const matrix = new IntegerMatrix(form.engine, pointer, shape, layout);
          matrix.fill(weights);
          const values = dequantize(weights);
          expect(matrix.values().every((value, at) => Object.is(value, values[at]))).toBe(true);
        });
      }),
    );
  });

  it.each([NaN, Infinity, -Infinity, -NaN])('do not hide %s in a row', (odd) => {
    const given: Case = {
      shape: [7, 33],
      layout: 'outputs',
      rows: 3,
      bias: false,
      adds: false,
      extra: 0,
      seed: 5,
    };
    const inputs = inputsOf(given, rowKinds.slice(0, 1));
    inputs.weights.integers.fill(1);
    for (const place of [0, 20, 32]) {
      const x = inputs.x.slice();
      x[33 + place] = odd;
      const result = productOf(form, given, { ...inputs, x });
      expect([...result.subarray(7, 14)].some(Number.isFinite)).toBe(false);
      expect([...result.subarray(0, 7), ...result.subarray(14)].every(Number.isFinite)).toBe(true);
    }
  });

  it('look up the rows of a table', () => {
    fc.assert(
      fc.property(
        size,
        size,
        fc.array(fc.nat(), { minLength: 1 }),
        fc.nat(),
        (rows, columns, chosen, seed) => {
          const { engine } = form;
          const table = randomMatrix(new Random(seed), [rows, columns]);
          const ids = chosen.map((id) => id % rows);
          const values = dequantize(table);
          engine.arena.scope(() => {
            const stored = new IntegerTable(
              engine,
              engine.arena.scratchBytes(IntegerTable.bytes([rows, columns])),
              [rows, columns],
            );
            stored.fill(table);
            expect(stored.values().every((value, at) => Object.is(value, values[at]))).toBe(true);
            const indices = engine.arena.scratchIntegers([ids.length]);
            indices.set(ids);
            const found = placeGuarded(engine, new Float32Array(ids.length * columns));
            stored.gather(indices, found.pointer, columns);
            expectGuarded(found);
            const rowsOf = found.copy();
            const isRight = rowsOf.every((value, at) => {
              return Object.is(value, values[ids[Math.floor(at / columns)] * columns + (at % columns)]);
            });
            expect(isRight).toBe(true);
          });
        },
      ),
    );
  });
});

describe('the choice of products', () => {
  const speeds = (floats: number, integers: number) =>
    [
      { products: 'floats' as const, gflops: floats },
      { products: 'integers' as const, gflops: integers },
    ].sort((a, b) => b.gflops - a.gflops);

  it('takes floats only where they are clearly faster', () => {
    expect(fastestProducts(speeds(100, 60))).toBe('floats');
    expect(fastestProducts(speeds(100, 70))).toBe('integers');
    expect(fastestProducts(speeds(50, 90))).toBe('integers');
  });

  it('does not offer an instruction that is wrong', () => {
    const engine = createEngine({ weights: 'floats', relaxed: false });
    const { kernels } = engine;
    const wrong: Engine = {
      ...engine,
      relaxed: true,
      provider: 'wrong',
      kernels: {
        ...kernels,
        integerProduct(...call) {
          kernels.integerProduct(...call);
          const [[m, n], [y]] = [call, call.slice(10)] as number[][];
          if (call[12] && m === 3) kernels.scale(n, 2, y);
        },
      },
    };
    const right: Engine = { ...engine, relaxed: true, provider: 'right' };
    const offered = (of: Engine) => weightSpeeds(of).map(({ products }) => products);
    expect(offered(right).sort()).toEqual(['floats', 'fused integers', 'integers']);
    expect(offered(wrong).sort()).toEqual(['floats', 'integers']);
  });

  it('is measured once, when it is first needed', () => {
    const engine = createEngine();
    expect(['floats', 'integers', 'fused integers']).toContain(engine.weights);
    expect(createEngine({ weights: 'floats' }).weights).toBe('floats');
    expect(createEngine().weights).toBe(engine.weights);
  });
});
