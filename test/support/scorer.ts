// A slot scorer with random weights, and the same for the reference.
import type { Random } from '../../src/engine/random.js';
import { Slots } from '../../src/nn/slots.js';
import { beside, fill, matrixOf, randomMatrix } from './matrices.js';
import { expectGradient, network } from './network.js';
import { transposed } from './reference/matrix.js';
import type { SlotWeights, slots } from './reference/slots.js';

export interface ScorerShape {
  inputs: number;
  slots: number;
  hidden: number;
  outputs: number;
}

export function scorer(random: Random, shape: ScorerShape) {
  const { inputs, hidden, outputs } = shape;
  const made = network((parameters) => new Slots(parameters, 'scorer', inputs, shape.slots, hidden, outputs));
  const weights: SlotWeights = {
    projections: Array.from({ length: shape.slots }, () => randomMatrix(random, inputs, hidden, 0.4)),
    empty: randomMatrix(random, shape.slots, hidden),
    bias: randomMatrix(random, 1, hidden),
    output: { weight: randomMatrix(random, hidden, outputs), bias: randomMatrix(random, 1, outputs) },
  };
  const layer = made.layers;
  fill(layer.projection.value, beside(...weights.projections));
  fill(layer.empty.value, weights.empty);
  fill(layer.bias.value, weights.bias);
  fill(layer.weight.value, transposed(weights.output.weight));
  fill(layer.outputBias.value, weights.output.bias);
  return { ...made, layer, weights };
}

type Gradients = ReturnType<ReturnType<typeof slots>['backward']>;

export function expectScorerGradients(layer: Slots, expected: Gradients): void {
  const inputs = expected.projections[0].length;
  expectGradient(
    layer.projection,
    Array.from({ length: inputs }, (_, i) => expected.projections.map((slot) => slot[i])).flat(),
  );
  expectGradient(layer.empty, expected.empty);
  expectGradient(layer.bias, expected.bias);
  expectGradient(layer.weight, transposed(expected.output.weight));
  expectGradient(layer.outputBias, expected.output.bias);
}

/** The weights of a scorer, for the reference. */
export function slotWeights(layer: Slots): SlotWeights {
  const projection = matrixOf(layer.projection.value); // [inputs · slots, hidden]
  return {
    projections: Array.from({ length: layer.slots }, (_, slot) =>
      projection.filter((_row, at) => at % layer.slots === slot),
    ),
    empty: matrixOf(layer.empty.value),
    bias: matrixOf(layer.bias.value),
    output: {
      weight: transposed(matrixOf(layer.weight.value)),
      bias: matrixOf(layer.outputBias.value),
    },
  };
}
