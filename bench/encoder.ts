// The paper's encoder as a subject of measurement: word 100 + tag 28 → two layers of biLSTM, on a batch with the
// sentence lengths of a treebank.
import type { Engine } from '../dist/engine/engine.js';
import { Random } from '../dist/engine/random.js';
import { BiLstm } from '../dist/nn/bilstm.js';
import { Embedding } from '../dist/nn/embedding.js';
import { pack } from '../dist/nn/packing.js';
import { Parameters } from '../dist/nn/parameters.js';
import type { Replica } from '../dist/node/threads.js';

const [WORD, TAG, VOCABULARY, TAGS] = [100, 28, 10_000, 18];

/** Quantiles of sentence length in the English Web Treebank's training part: 975 words. */
export const lengths = [
  1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 13, 13, 14, 14, 15,
  15, 16, 16, 17, 17, 18, 18, 19, 20, 20, 21, 22, 22, 23, 24, 24, 25, 26, 27, 29, 30, 31, 33, 35, 38, 41, 47,
  60,
];

/** Sentences of these lengths to encode or to learn from, or a number of matrix products. */
export type Task = { encode: readonly number[] } | { learn: readonly number[] } | { multiply: number };

/** A replica that works on sentences of random words. */
export function createReplica(
  engine: Engine,
  { units }: { units: number },
  values?: number,
): Replica<Task, void> {
  const { arena, kernels } = engine;
  const parameters = new Parameters(engine);
  const words = new Embedding(parameters, 'words', VOCABULARY, WORD);
  const tags = new Embedding(parameters, 'tags', TAGS, TAG);
  const encoder = new BiLstm(parameters, 'encoder', WORD + TAG, [units, units]);
  parameters.allocate({ values });
  const random = new Random(1);

  const embed = (sentences: readonly number[]) => {
    const packing = pack(arena, sentences);
    const ids = [VOCABULARY, TAGS].map((size) => {
      const tensor = arena.scratchIntegers([packing.rows]);
      tensor.set(Array.from({ length: packing.rows }, () => random.below(size)));
      return tensor;
    });
    const input = arena.scratch([packing.rows, WORD + TAG]);
    const embedded = [words.forward(ids[0], input, 0), tags.forward(ids[1], input, WORD)];
    return { packing, input, embedded };
  };

  /** Encodes a batch, as parsing does. */
  const forward = (sentences: readonly number[]): void =>
    arena.scope(() => {
      const { packing, input } = embed(sentences);
      encoder.encode(packing, input);
    });

  /** Forward with dropout, and backward from a made-up gradient in place of a scorer's. */
  const backward = (sentences: readonly number[]): void =>
    arena.scope(() => {
      const { packing, input, embedded } = embed(sentences);
      const masks = encoder.masks(packing, random, { input: 0.33, recurrent: 0.33 });
      const { output, backward } = encoder.forward(packing, input, masks);
      kernels.fill(output.size, 1e-3, output.pointer);
      const dInput = backward(output);
      for (const part of embedded) part.backward(dInput);
    });

  const multiply = (count: number): void =>
    arena.scope(() => {
      const [m, k, n] = [500, 256, 1024];
      const [a, b, c] = [arena.scratch([m, k]), arena.scratch([k, n]), arena.scratch([m, n])];
      for (const x of [a, b]) x.fill(0.5);
      for (let i = 0; i < count; i++) {
        engine.gemm(false, false, m, n, k, 1, a.pointer, k, b.pointer, n, 0, c.pointer, n);
      }
    });

  return {
    parameters,
    run(task) {
      if ('multiply' in task) multiply(task.multiply);
      else if ('learn' in task) backward(task.learn);
      else forward(task.encode);
    },
  };
}

/** Floating-point operations per word of the matrix products of a forward pass. */
export function forwardFlops(units: number): number {
  const projections = (WORD + TAG) * 8 * units + 2 * units * 8 * units;
  const steps = 2 * 2 * units * 4 * units;
  return 2 * (projections + steps);
}
