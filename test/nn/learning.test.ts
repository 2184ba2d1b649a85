import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import type { Tensor } from '../../src/engine/tensor.js';
import { Adam, linearWarmup } from '../../src/nn/adam.js';
import { BiLstm } from '../../src/nn/bilstm.js';
import { Embedding } from '../../src/nn/embedding.js';
import { Linear } from '../../src/nn/linear.js';
import { crossEntropy } from '../../src/nn/losses.js';
import { pack } from '../../src/nn/packing.js';
import { Parameters } from '../../src/nn/parameters.js';
import { type Sentence, sentences, tagCount, vocabulary } from '../support/language.js';

const EMBEDDED = 10;

/** Words → two layers of biLSTM → a tag each: every part of the chain has to work for it to learn. */
function createTagger(seed: number, steps: number) {
  const engine = createEngine();
  const { arena } = engine;
  const parameters = new Parameters(engine);
  const embedding = new Embedding(parameters, 'words', vocabulary, EMBEDDED);
  const encoder = new BiLstm(parameters, 'encoder', EMBEDDED, [16, 16]);
  const output = new Linear(parameters, 'tags', 32, tagCount);
  parameters.allocate();
  const random = new Random(seed);
  parameters.initialize(random);
  const adam = new Adam(parameters, linearWarmup(0.02, steps / 10, steps));

  const embed = (batch: Sentence[]) => {
    const packing = pack(
      arena,
      batch.map(({ words }) => words.length),
    );
    const ids = arena.scratchIntegers([packing.rows]);
    ids.set(batch.flatMap(({ words }) => words));
    const input = arena.scratch([packing.rows, EMBEDDED]);
    return { packing, input, embedded: embedding.forward(ids, input, 0) };
  };

  const step = (batch: Sentence[]): number =>
    arena.scope(() => {
      const { packing, input, embedded } = embed(batch);
      const masks = encoder.masks(packing, random, { input: 0.02, recurrent: 0.02 });
      const encoded = encoder.forward(packing, input, masks);
      const scored = output.forward(encoded.output);
      const { loss, gradient } = crossEntropy(
        engine,
        scored.output,
        batch.flatMap(({ tags }) => tags),
      );
      embedded.backward(encoded.backward(scored.backward(gradient)));
      adam.step(packing.rows);
      return loss / packing.rows;
    });

  const best = (scores: Tensor): number[] =>
    Array.from({ length: scores.shape[0] }, (_, row) => {
      const [from, to] = [row * tagCount, (row + 1) * tagCount];
      return scores
        .copy()
        .subarray(from, to)
        .reduce((top, x, tag, all) => (x > all[top] ? tag : top), 0);
    });

  const tag = (batch: Sentence[]): number[] =>
    arena.scope(() => {
      const { packing, input } = embed(batch);
      return best(output.forward(encoder.encode(packing, input)).output);
    });

  return { parameters, step, tag };
}

describe('a tagger of two biLSTM layers', () => {
  const seen = new Set<string>();
  const training = sentences(new Random(1), 800, seen);
  const unseen = sentences(new Random(2), 200, seen);

  function train(seed: number, steps: number) {
    const tagger = createTagger(seed, steps);
    const random = new Random(seed);
    const losses = Array.from({ length: steps }, () =>
      tagger.step(Array.from({ length: 20 }, () => training[random.below(training.length)])),
    );
    return { tagger, losses };
  }

  it('learns a language with dependencies on both sides, without an error on unseen sentences', () => {
    const { tagger } = train(1, 400);
    expect(tagger.tag(unseen)).toEqual(unseen.flatMap(({ tags }) => tags));
  });

  it('comes to the same bytes from the same seed, and to others from another', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => train(seed, 5));
    expect(a.losses).toEqual(b.losses);
    expect(a.tagger.parameters.save()).toEqual(b.tagger.parameters.save());
    expect(a.losses).not.toEqual(c.losses);
  });
});
