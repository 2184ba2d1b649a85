import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { BiLstm } from '../../src/nn/bilstm.js';
import { Embedding } from '../../src/nn/embedding.js';
import { Gradients, sumDense } from '../../src/nn/gradients.js';
import { Linear } from '../../src/nn/linear.js';
import { pack } from '../../src/nn/packing.js';
import { Parameters } from '../../src/nn/parameters.js';
import { expectClose, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import type { Matrix } from '../support/reference/matrix.js';

/** A small network, on its own values or on another's. */
function create(engine: Engine, name = 'network', values?: number) {
  const parameters = new Parameters(engine, name);
  const words = new Embedding(parameters, 'words', 9, 3);
  const vectors = parameters.within('frozen', () => new Embedding(parameters, 'vectors', 5, 2));
  const encoder = new BiLstm(parameters, 'encoder', 5, [3]);
  const output = new Linear(parameters, 'output', 6, 2);
  parameters.allocate({ values });
  return { engine, parameters, words, vectors, encoder, output };
}

type Network = ReturnType<typeof create>;

/** Adds the gradients of some sentences, given as word ids and the gradients of their rows' outputs. */
function accumulate(network: Network, sentences: number[][], dOutput: Matrix): void {
  const { engine, words, vectors, encoder, output } = network;
  const { arena } = engine;
  arena.scope(() => {
    const packing = pack(
      arena,
      sentences.map((sentence) => sentence.length),
    );
    const ids = arena.scratchIntegers([packing.rows]);
    ids.set(sentences.flat());
    const vectorIds = arena.scratchIntegers([packing.rows]);
    vectorIds.fill(4);
    const input = arena.scratch([packing.rows, 5]);
    const embedded = words.forward(ids, input, 0);
    const fixed = vectors.forward(vectorIds, input, 3);
    const encoded = encoder.forward(packing, input);
    const dInput = encoded.backward(output.forward(encoded.output).backward(tensorOf(arena, dOutput)));
    embedded.backward(dInput);
    fixed.backward(dInput);
  });
}

describe('parameters', () => {
  it('lie in one block: dense, then trained tables, then fixed ones, each on a cache line', () => {
    const { parameters, words, vectors, output } = create(createEngine());
    const ends = parameters.all.map(({ offset, value }) => offset + value.size);
    parameters.all.forEach(({ offset, value }, i) => {
      expect(offset % 16).toBe(0);
      expect(value.pointer).toBe(parameters.pointer + 4 * offset);
      if (i > 0) expect(offset).toBeGreaterThanOrEqual(ends[i - 1]);
    });
    expect(parameters.all.map(({ name }) => name)).toEqual([
      'encoder.0.input',
      'encoder.0.bias',
      'encoder.0.leftToRight.recurrent',
      'encoder.0.rightToLeft.recurrent',
      'output.weight',
      'output.bias',
      'words',
      'vectors',
    ]);
    expect(words.table.offset).toBe(parameters.denseSize);
    expect(vectors.table.offset).toBe(parameters.trainedSize);
    expect(output.bias.gradient.pointer - parameters.gradients.pointer).toBe(4 * output.bias.offset);
  });

  it('are the same from the same seed and come back as they were saved', () => {
    const [a, b] = [create(createEngine()).parameters, create(createEngine()).parameters];
    a.initialize(new Random(1));
    b.initialize(new Random(2));
    expect(b.save()).not.toEqual(a.save());
    b.restore(a.save());
    expect(b.save()).toEqual(a.save());
    b.initialize(new Random(1));
    expect(b.save()).toEqual(a.save());
  });

  it('refuse what does not fit', () => {
    const { parameters } = create(createEngine());
    const saved = parameters.save();
    saved.set('output.bias', new Float32Array(3));
    expect(() => parameters.restore(saved)).toThrow(
      'The parameter "output.bias" has 3 values where 2 are needed.',
    );
    saved.delete('output.bias');
    expect(() => parameters.restore(saved)).toThrow('The parameter "output.bias" is missing.');
    expect(() => new Linear(parameters, 'output', 1, 1)).toThrow(
      'There are two parameters named "output.weight".',
    );
  });

  it('begin as Glorot has it: within the limit, spread evenly around 0', () => {
    const { parameters, output, encoder } = create(createEngine());
    parameters.initialize(new Random(1));
    for (const [values, inputs, outputs] of [
      [output.weight.value.copy(), 6, 2],
      [encoder.layers[0].input.value.copy(), 5, 12],
      [encoder.layers[0].leftToRight.recurrent.value.copy(), 3, 12],
    ] as const) {
      const limit = Math.sqrt(6 / (inputs + outputs));
      expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(limit);
      expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(0.8 * limit);
      expect(Math.abs(values.reduce((sum, x) => sum + x, 0) / values.length)).toBeLessThan(0.3 * limit);
    }
    expect([...output.bias.value.copy()]).toEqual([0, 0]);
  });
});

describe('gradients', () => {
  const sentences = [[1, 2, 3], [4], [3, 3], [8, 0]];
  const dOutput = randomMatrix(new Random(3), 8, 2);

  it('of two replicas on the same values add up to those of the whole batch', () => {
    const engine = createEngine();
    const whole = create(engine, 'whole');
    whole.parameters.initialize(new Random(1));
    accumulate(whole, sentences, dOutput);

    const main = create(engine, 'main', whole.parameters.pointer);
    // Another thread's engine on the same memory; all that comes from it is the address of its gradients.
    const worker = create(createEngine({ memory: engine.memory }), 'worker', whole.parameters.pointer);
    expect(worker.parameters.save()).toEqual(whole.parameters.save());
    for (let round = 0; round < 2; round++) {
      accumulate(main, sentences.slice(0, 2), dOutput.slice(0, 4));
      accumulate(worker, sentences.slice(2), dOutput.slice(4));
      const { gradients } = main.parameters;
      const other = worker.parameters.gradients.pointer;
      // In two parts, as two threads would.
      sumDense(engine, [gradients.pointer, other], 0, 32);
      sumDense(engine, [gradients.pointer, other], 32, main.parameters.denseSize);
      gradients.addTables(new Gradients(main.parameters, other));
      expect(gradients.norm()).toBeCloseTo(whole.parameters.gradients.norm(), 4);
      whole.parameters.dense.forEach((parameter, p) => {
        expectClose(main.parameters.dense[p].gradient, matrixOf(parameter.gradient), parameter.name);
      });
      expectClose(main.words.table.gradient.rows, matrixOf(whole.words.table.gradient.rows));
      expect(main.words.table.gradient.useTouched((rows) => [...rows])).toEqual([1, 2, 3, 4, 8, 0]);
      gradients.clear();
      worker.parameters.gradients.clear();
    }
  });

  it('clear to nothing', () => {
    const network = create(createEngine());
    network.parameters.initialize(new Random(1));
    accumulate(network, sentences, dOutput);
    const { gradients } = network.parameters;
    expect(gradients.norm()).toBeGreaterThan(0);
    gradients.clear();
    expect(gradients.norm()).toBe(0);
    const size = network.parameters.trainedSize;
    expect(
      network.engine.arena
        .view(gradients.pointer, [size])
        .copy()
        .every((x) => x === 0),
    ).toBe(true);
  });
});
