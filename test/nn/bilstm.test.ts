import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { type GemmProvider, wasmGemm } from '../../src/engine/gemm.js';
import { Random } from '../../src/engine/random.js';
import type { Tensor } from '../../src/engine/tensor.js';
import { BiLstm, lstmCells } from '../../src/nn/bilstm.js';
import { plainLstm } from '../../src/nn/lstm.js';
import { pack } from '../../src/nn/packing.js';
import { beside, columns, expectClose, fill, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import { expectGradient, network } from '../support/network.js';
import { bilstm, type Direction } from '../support/reference/bilstm.js';
import { coupledLstm } from '../support/reference/coupledLstm.js';
import { lstm } from '../support/reference/lstm.js';
import type { Matrix } from '../support/reference/matrix.js';

interface Weights {
  input: Matrix;
  recurrent: Matrix;
  bias: Matrix;
  /** Only coupled cells have these. */
  toInput: Matrix;
  toOutput: Matrix;
}

interface Cell {
  gates: number;
  /** The weights of a direction that the layer does not hold for both. */
  own: (keyof Weights)[];
  reference: Direction<Weights, Partial<Weights> & { sentence: Matrix }>;
}

const cells: Record<(typeof lstmCells)[number], Cell> = {
  plain: { gates: 4, own: ['recurrent'], reference: lstm },
  coupled: { gates: 3, own: ['recurrent', 'toInput', 'toOutput'], reference: coupledLstm },
};

interface Case {
  cell?: keyof typeof cells;
  inputs: number;
  units: number[];
  lengths: number[];
  dropout: { input: number; recurrent: number };
  /** For an engine whose products take longer with one row less than a multiple of this. */
  group?: number;
}

function engineOf(group: number): Engine {
  const provider: GemmProvider = {
    name: 'grouped',
    bind(memory, kernels, arena) {
      const products = wasmGemm.bind(memory, kernels, arena);
      return { ...products, pack: (...of) => ({ ...products.pack(...of), group }) };
    },
  };
  return createEngine({ provider });
}

const add = (matrices: Matrix[]): Matrix =>
  matrices.reduce((a, b) => a.map((row, r) => row.map((x, c) => x + b[r][c])));

/** Runs the packed encoder over a batch and the naive one over each sentence, and compares all that comes out. */
function compare({ cell = 'plain', inputs, units, lengths, dropout, group }: Case): void {
  const random = new Random(inputs + lengths.length);
  const { gates, own, reference } = cells[cell];
  const {
    arena,
    parameters,
    layers: encoder,
  } = network(
    (made) => new BiLstm(made, 'encoder', inputs, units, { cell }),
    group === undefined ? undefined : engineOf(group),
  );
  const ownParameter = (l: number, direction: string, name: string) => {
    const full = `encoder.${l}.${direction}.${name}`;
    const parameter = parameters.dense.find((one) => one.name === full);
    if (!parameter) throw new Error(`There is no parameter ${full}.`);
    return parameter;
  };
  const weights = encoder.layers.map((layer, l) => {
    const direction = (): Weights => ({
      input: randomMatrix(random, layer.inputs, gates * layer.units, 0.4),
      recurrent: randomMatrix(random, layer.units, gates * layer.units, 0.4),
      bias: randomMatrix(random, 1, gates * layer.units, 0.4),
      toInput: randomMatrix(random, layer.units, layer.units, 0.4),
      toOutput: randomMatrix(random, layer.units, layer.units, 0.4),
    });
    const [forward, reverse] = [direction(), direction()];
    fill(layer.input.value, beside(forward.input, reverse.input));
    fill(layer.bias.value, beside(forward.bias, reverse.bias));
    for (const name of own) {
      fill(ownParameter(l, 'leftToRight', name).value, forward[name]);
      fill(ownParameter(l, 'rightToLeft', name).value, reverse[name]);
    }
    return { forward, reverse };
  });
  const packing = pack(arena, lengths);
  const input = randomMatrix(random, packing.rows, inputs);
  const dOutput = randomMatrix(random, packing.rows, 2 * units[units.length - 1]);
  const masks = encoder.masks(packing, random, dropout);

  let start = 0;
  const sentences = lengths.map((length, s) => {
    const rank = packing.order.indexOf(s);
    const sentenceMasks = encoder.layers.map((layer, l) => {
      const ones = (width: number) => new Float64Array(width).fill(1);
      const layerMasks = masks[l];
      const inputMask = layerMasks.input ? matrixOf(layerMasks.input)[rank] : ones(layer.inputs);
      const direction = (recurrent: Matrix | undefined) => ({
        input: inputMask,
        recurrent: recurrent ? recurrent[rank] : ones(layer.units),
      });
      return {
        forward: direction(layerMasks.leftToRight && matrixOf(layerMasks.leftToRight)),
        reverse: direction(layerMasks.rightToLeft && matrixOf(layerMasks.rightToLeft)),
      };
    });
    const rows = input.slice(start, start + length);
    const pass = bilstm(reference, rows, weights, sentenceMasks);
    const gradients = pass.backward(dOutput.slice(start, start + length));
    start += length;
    return { output: pass.output, ...gradients };
  });

  const actual = encoder.forward(packing, tensorOf(arena, input), masks);
  const output = sentences.flatMap((sentence) => sentence.output);
  expectClose(actual.output, output, 'output');
  if (dropout === none) {
    expectClose(encoder.encode(packing, tensorOf(arena, input)), output, 'output without backward');
  }
  expectClose(
    actual.backward(tensorOf(arena, dOutput)),
    sentences.flatMap(({ sentence }) => sentence),
    'input gradient',
  );
  encoder.layers.forEach((layer, l) => {
    const forward = sentences.map((sentence) => sentence.layers[l].forward);
    const reverse = sentences.map((sentence) => sentence.layers[l].reverse);
    const sum = (name: keyof Weights) =>
      [forward, reverse].map((direction) => add(direction.map((gradients) => gradients[name] ?? [])));
    expectGradient(layer.input, beside(...sum('input')));
    expectGradient(layer.bias, beside(...sum('bias')));
    for (const name of own) {
      const [forwardGradient, reverseGradient] = sum(name);
      expectGradient(ownParameter(l, 'leftToRight', name), forwardGradient);
      expectGradient(ownParameter(l, 'rightToLeft', name), reverseGradient);
    }
  });
}

const none = { input: 0, recurrent: 0 };
const some = { input: 0.3, recurrent: 0.25 };

describe.each(lstmCells)('packed bilstm of %s cells equals the naive one, sentence by sentence', (cell) => {
  it.each<Case>([
    { inputs: 5, units: [3], lengths: [4], dropout: none },
    { inputs: 1, units: [1], lengths: [1], dropout: none },
    { inputs: 6, units: [4], lengths: [1, 1, 1], dropout: some },
    { inputs: 7, units: [6, 5], lengths: [3, 1, 5, 5, 2], dropout: none },
    { inputs: 7, units: [6, 5], lengths: [3, 1, 5, 5, 2], dropout: some },
    { inputs: 7, units: [6, 5], lengths: [3, 1, 5, 5, 2], dropout: none, group: 2 },
    { inputs: 4, units: [3, 3, 3], lengths: [2, 9, 1], dropout: some },
    { inputs: 3, units: [8, 16], lengths: [6, 6, 6], dropout: { input: 0.5, recurrent: 0 } },
    { inputs: 3, units: [9], lengths: [1, 17], dropout: { input: 0, recurrent: 0.5 } },
  ])('inputs $inputs, units $units, lengths $lengths, dropout $dropout', (shape) =>
    compare({ ...shape, cell }),
  );

  it('for any shape', () => {
    fc.assert(
      fc.property(
        fc.record({
          cell: fc.constant(cell),
          inputs: fc.integer({ min: 1, max: 6 }),
          units: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 2 }),
          lengths: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
          dropout: fc.constantFrom(none, some),
          group: fc.constantFrom(undefined, 2, 3, 4),
        }),
        compare,
      ),
      { numRuns: 25 },
    );
  });
});

it.each([2, 3, 4])(
  'lstm leaves what follows its gates, where products like multiples of %i rows',
  (group) => {
    const {
      arena,
      parameters,
      layers: lstm,
    } = network((made) => plainLstm.create(made, 'lstm', 3), engineOf(group));
    parameters.initialize(new Random(1));
    // The last step has one row less than a group, and nothing lies between the tensors.
    const packing = pack(arena, [...new Array<number>(group - 1).fill(4), 2, 2]);
    const gates = tensorOf(arena, randomMatrix(new Random(2), packing.rows, 12));
    const after = tensorOf(arena, randomMatrix(new Random(3), 4, 12));
    const expected = after.copy();
    const whole = ({ pointer, shape }: Tensor) => ({ pointer, stride: shape[1] });
    const output = arena.scratch([packing.rows, 3]);
    for (const isFinal of [false, true]) {
      for (const steps of [packing.leftToRight, packing.rightToLeft]) {
        lstm.forward(packing, steps, whole(gates), whole(output), { isFinal });
        expect(after.copy()).toEqual(expected);
      }
    }
  },
);

describe.each(lstmCells)('bilstm of %s cells', (cell) => {
  const build = () => {
    const made = network((parameters) => new BiLstm(parameters, 'encoder', 5, [6, 7], { cell }));
    made.parameters.initialize(new Random(3));
    return made;
  };

  it('encodes to the bytes of forward, in less memory', () => {
    const { arena, layers: encoder } = build();
    const packing = pack(arena, [4, 1, 6]);
    const input = tensorOf(arena, randomMatrix(new Random(4), packing.rows, 5));
    const marks = [arena.mark()];
    const { output } = encoder.forward(packing, input);
    marks.push(arena.mark());
    const encoded = encoder.encode(packing, input);
    marks.push(arena.mark());
    expect(encoded.copy()).toEqual(output.copy());
    const [begin, between, end] = marks.map(({ cursor }) => cursor);
    expect(end - between).toBeLessThan((between - begin) / 3);
  });

  it('encodes rows that are given once as if they were repeated', () => {
    const { arena, layers: encoder } = build();
    const packing = pack(arena, [4, 1, 3]);
    const rows = randomMatrix(new Random(4), 3, 5);
    const places = Int32Array.of(2, 0, 0, 1, 2, 1, 0, 2);
    const repeated = tensorOf(
      arena,
      Array.from(places, (place) => rows[place]),
    );
    const encoded = encoder.encode(packing, tensorOf(arena, rows), places);
    expect(matrixOf(encoded)).toEqual(matrixOf(encoder.encode(packing, repeated)));
  });

  it('begins with gates of no bias, but forget gates that remember', () => {
    const { layers: encoder } = build();
    for (const { bias, units } of encoder.layers) {
      const direction = { plain: [0, 1, 0, 0], coupled: [0, 0, 0] }[cell];
      const expected = [...direction, ...direction].flatMap((x) => new Array<number>(units).fill(x));
      expect([...bias.value.copy()]).toEqual(expected);
    }
  });

  it('makes the same masks from the same seed, of the wanted rate', () => {
    const { arena, layers: encoder } = build();
    const packing = pack(arena, new Array<number>(200).fill(2));
    const [a, b] = [1, 1].map((seed) =>
      encoder.masks(packing, new Random(seed), { input: 0.25, recurrent: 0 }),
    );
    for (const [l, { input, leftToRight, rightToLeft }] of a.entries()) {
      expect(input?.copy()).toEqual(b[l].input?.copy());
      const values = [...(input?.copy() ?? [])];
      expect(new Set(values)).toEqual(new Set([0, Math.fround(4 / 3)]));
      expect(values.filter((x) => x === 0).length / values.length).toBeCloseTo(0.25, 1);
      expect([leftToRight, rightToLeft]).toEqual([undefined, undefined]);
    }
  });

  it('reads both sides: what comes later moves what comes before, and no other sentence does', () => {
    const { arena, layers: encoder } = build();
    const packing = pack(arena, [3, 3]);
    const input = randomMatrix(new Random(5), 6, 5);
    const run = () => matrixOf(encoder.encode(packing, tensorOf(arena, input)));
    const before = run();
    input[2][0] += 1;
    const after = run();
    const moved = before.map((row, r) => row.some((x, c) => x !== after[r][c]));
    expect(moved).toEqual([true, true, true, false, false, false]);
    expect(columns(before, 0, 3)).not.toEqual(columns(after, 0, 3));
  });
});
