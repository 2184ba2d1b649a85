import { describe, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { Biaffine } from '../../src/nn/biaffine.js';
import { expectClose, fill, randomMatrix, tensorOf } from '../support/matrices.js';
import { expectGradient, network } from '../support/network.js';
import { biaffine } from '../support/reference/biaffine.js';
import { plus } from '../support/reference/matrix.js';

describe('biaffine', () => {
  it.each([
    { units: 1, lengths: [1] },
    { units: 5, lengths: [3, 1, 4] },
    { units: 20, lengths: [11, 12] },
  ])('matches the reference: $units units, lengths $lengths', ({ units, lengths }) => {
    const random = new Random(units);
    const { arena, layers: layer } = network((parameters) => new Biaffine(parameters, 'arcs', units));
    const weights = { weight: randomMatrix(random, units, units), bias: randomMatrix(random, 1, units) };
    fill(layer.wanted.weight.value, weights.weight);
    fill(layer.wanted.bias.value, weights.bias);
    const sentences = lengths.map((length) => {
      const [heads, modifiers] = [randomMatrix(random, length, units), randomMatrix(random, length, units)];
      const dScores = randomMatrix(random, length, length);
      const { output, backward } = biaffine(heads, modifiers, weights);
      return { heads, modifiers, dScores, scores: output, d: backward(dScores) };
    });

    const heads = tensorOf(
      arena,
      sentences.flatMap((sentence) => sentence.heads),
    );
    const modifiers = tensorOf(
      arena,
      sentences.flatMap((sentence) => sentence.modifiers),
    );
    const actual = layer.forward(heads, modifiers, lengths);
    sentences.forEach((sentence, s) => {
      expectClose(actual.scores[s], sentence.scores);
    });
    const d = actual.backward(sentences.map(({ dScores }) => tensorOf(arena, dScores)));
    expectClose(
      d.heads,
      sentences.flatMap((sentence) => sentence.d.heads),
    );
    expectClose(
      d.modifiers,
      sentences.flatMap((sentence) => sentence.d.modifiers),
    );
    const weight = sentences.map((sentence) => sentence.d.weight);
    expectGradient(
      layer.wanted.weight,
      weight.reduce((a, b) => a.map((row, r) => plus(row, b[r]))),
    );
    expectGradient(layer.wanted.bias, [sentences.map((sentence) => sentence.d.bias[0]).reduce(plus)]);
  });
});
