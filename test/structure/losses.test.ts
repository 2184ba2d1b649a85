// The losses of all kinds of parsers against their definitions: value and gradient, over all trees of short sentences.
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/encoder/batch.js';
import { Random } from '../../src/engine/random.js';
import type { Tensor } from '../../src/engine/tensor.js';
import { dropoutMask } from '../../src/nn/dropout.js';
import type { Parser } from '../../src/parser/parser.js';
import type { Instance } from '../../src/structure/instance.js';
import type { TrainingStep } from '../../src/structure/scorer.js';
import { labelLoss, labelLossOfScores, treeLoss } from '../support/lossesByHand.js';
import { columns, matrixOf, tensorOf } from '../support/matrices.js';
import { kinds } from '../support/parserKinds.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { dot, type Matrix } from '../support/reference/matrix.js';
import { slots } from '../support/reference/slots.js';
import { slotWeights } from '../support/scorer.js';
import { toyTreebank } from '../support/toyTreebank.js';

const sentences = toyTreebank(9, 4, 6);
const crossing = Int32Array.of(-1, 3, 4, 0, 3);

/**
 * Sentences to learn from; where trees need not be projective, those of four words have one that is not. The first word
 * has a label that the model does not know.
 */
function instances(parser: Parser): Instance[] {
  const crosses = parser.structure.trees.includes(crossing);
  return instancesOf(parser, sentences).map((instance, s) => ({
    ...instance,
    heads: crosses && instance.n === 4 ? crossing : instance.heads,
    labels: s === 0 ? instance.labels.with(1, -1) : instance.labels,
  }));
}

type Train = (batch: ReturnType<typeof batchOf<Instance>>, encoded: Tensor) => TrainingStep;

/** A batch's loss and its gradient by the encoder's output are those of the loss by hand, summed over the sentences. */
function expectLoss(
  parser: Parser,
  train: Train,
  byHand: (parser: Parser, instance: Instance, encoded: Tensor) => number,
): void {
  const { arena } = parser.parameters.engine;
  const batch = batchOf(instances(parser));
  const { rows, loss, gradient } = arena.scope(() => {
    const encoded = parser.encoder.encode(batch);
    const rows = matrixOf(encoded);
    const step = train(batch, encoded);
    return { rows, loss: step.loss, gradient: matrixOf(step.gradient) };
  });
  const lossOf = (all: Matrix) =>
    batch.instances.reduce((sum, instance, s) => {
      const own = all.slice(batch.starts[s], batch.starts[s] + batch.lengths[s]);
      return sum + arena.scope(() => byHand(parser, instance, tensorOf(arena, own)));
    }, 0);
  expect(loss).toBeGreaterThan(1);
  expect(loss / lossOf(rows)).toBeCloseTo(1, 5);

  const random = new Random(8);
  const norm = Math.hypot(...gradient.map((row) => Math.hypot(...row)));
  const along = gradient.map((row) => row.map((x) => x / norm));
  const anywhere = rows.map((row) => row.map(() => random.normal() / Math.sqrt(rows.length * row.length)));
  for (const direction of [along, anywhere]) {
    const slope = direction.reduce((sum, row, r) => sum + dot(row, gradient[r]), 0);
    // A hinge may bend within one step, but hardly in the same way within the other.
    const errors = [0.002, 0.0007].map((step) => {
      const moved = (by: number) => lossOf(rows.map((row, r) => row.map((x, c) => x + by * direction[r][c])));
      return Math.abs((moved(step) - moved(-step)) / (2 * step) - slope) / norm;
    });
    expect(Math.min(...errors)).toBeLessThan(0.01);
  }
}

const variants = kinds.flatMap(({ name, settings }) => {
  const more =
    settings.training === 'local'
      ? [{ exploration: 0 }, { exploration: 1 }]
      : settings.training === 'global' && settings.system !== 'edge-factored'
        ? [{ prefer: 'reduce' as const }, { prefer: 'shift' as const }]
        : // Likelihoods are of canonical sequences, whatever is preferred.
          [{ prefer: 'shift' as const }];
  return more.flatMap((own) =>
    [true, false].map((singleRoot) => ({
      name: [name, ...Object.entries({ ...own, singleRoot }).map(([key, value]) => `${key} ${value}`)].join(
        ', ',
      ),
      settings: { ...settings, ...own, singleRoot, hiddenDropout: 0 },
    })),
  );
});

describe.each(variants)('$name', ({ settings }) => {
  const parser = () => randomParser(settings, sentences);

  it('learns trees by the loss of its definition', () => {
    const made = parser();
    expectLoss(made, (batch, encoded) => made.scorer.train(batch, encoded, new Random(1)), treeLoss);
  });
});

describe.each(['local', 'global', 'crf', 'softmax'] as const)('labels, %s', (training) => {
  it('are learned by the loss of its definition', () => {
    const system = training === 'softmax' ? 'edge-factored' : 'arc-hybrid';
    const parser = randomParser({ system, training, hiddenDropout: 0 }, sentences);
    expectLoss(
      parser,
      (batch, encoded) => {
        if (!parser.labeler) throw new Error('The parser has labels.');
        return parser.labeler.train(batch, encoded, new Random(1));
      },
      labelLoss,
    );
  });
});

describe('dropout', () => {
  const rate = 0.4;

  it('drops units of the labeler, the same ones of all words of a sentence', () => {
    const parser = randomParser({ hiddenDropout: rate }, sentences);
    const { labeler, parameters, settings } = parser;
    if (!labeler) throw new Error('The parser has labels.');
    const { arena } = parameters.engine;
    const batch = batchOf(instances(parser));
    const { hidden } = labeler.slots;
    const masks = dropoutMask(arena, new Random(3), [batch.instances.length, hidden], rate);
    if (!masks) throw new Error('There is dropout.');
    const weights = slotWeights(labeler.slots);
    const encoded = parser.encoder.encode(batch);
    const rows = matrixOf(encoded);
    const expected = batch.instances.reduce((sum, instance, s) => {
      const own = rows.slice(batch.starts[s], batch.starts[s] + batch.lengths[s]);
      const arcs = Array.from(instance.heads, (head, word) => [head, word]).slice(1);
      const mask = arcs.map(() => matrixOf(masks)[s]);
      return sum + labelLossOfScores(slots(own, weights, arcs, mask).output, instance, settings.training);
    }, 0);
    expect(labeler.train(batch, encoded, new Random(3)).loss / expected).toBeCloseTo(1, 5);
  });

  it.each([
    { system: 'arc-hybrid', training: 'local', parameter: 'greedy.weight', draw: 0 },
    { system: 'arc-eager', training: 'global', parameter: 'pairs.0.weight', draw: 0 },
    { system: 'arc-standard', training: 'crf', parameter: 'pairs.0.weight', draw: 0 },
    // Each group of tables has its own mask.
    { system: 'arc-standard', training: 'crf', parameter: 'pairs.1.weight', draw: 1 },
  ] as const)('drops units of the scorer: $system, $training, $parameter', (which) => {
    const { system, training, parameter, draw } = which;
    const parser = randomParser({ system, training, hiddenDropout: rate }, sentences);
    const { parameters, settings } = parser;
    const { arena } = parameters.engine;
    const batch = batchOf(
      instances(parser)
        .filter(({ n }) => n === 4)
        .slice(0, 1),
    );
    const random = new Random(3);
    const masks = [0, 1].map(() => dropoutMask(arena, random, [settings.hidden], rate));
    const mask = masks[draw];
    parser.scorer.train(batch, parser.encoder.encode(batch), new Random(3));
    const weight = parameters.dense.find(({ name }) => name === parameter);
    if (!mask || !weight) throw new Error('There is dropout, and a weight.');
    const [kept] = matrixOf(mask);
    // What is dropped has no part in the scores, so that nothing is learned about it.
    for (const [unit, factor] of kept.entries()) {
      const isUsed = columns(matrixOf(weight.gradient), unit, unit + 1).some(([d]) => d !== 0);
      expect(isUsed).toBe(factor !== 0);
    }
  });

  it('drops units of the heads and modifiers of arcs', () => {
    const losses = [0, rate].map((hiddenDropout) => {
      const parser = randomParser({ system: 'edge-factored', hiddenDropout }, sentences);
      const batch = batchOf(instances(parser));
      return parser.scorer.train(batch, parser.encoder.encode(batch), new Random(3)).loss;
    });
    expect(losses[1]).not.toBe(losses[0]);
  });
});
