// Scores configurations. Each slot (e.g. s1, s0, b0) has its own projection of the encoder's output, computed once per
// sentence; a configuration's hidden layer is then the tanh of a sum of rows, one per slot.
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { glorot, uniform, zeros } from './initialize.js';
import type { Parameter, Parameters } from './parameters.js';
import { WeightMatrix } from './weightMatrix.js';

/** The projected rows of a batch. Scores computed from them add their gradients here before `backward` is called. */
export interface Projections {
  readonly value: Tensor; // [rows, slots, hidden]
  readonly gradient: Tensor; // [rows, slots, hidden]
  /** The gradient of the encoder's output [rows, inputs]. */
  backward(): Tensor;
}

/** Dropout masks, of sentences or of single configurations, and the mask of each configuration. */
export interface SlotMask {
  masks: Tensor; // [masks, hidden]
  rows: IntegerTensor; // [configurations]
}

export class Slots {
  readonly slots: number;
  readonly hidden: number;
  readonly outputs: number;
  readonly projection: Parameter; // [inputs, slots, hidden]
  readonly empty: Parameter; // [slots, hidden], the contribution of a slot without a word
  readonly bias: Parameter; // [hidden]
  readonly weight: Parameter; // [outputs, hidden]
  readonly outputBias: Parameter; // [outputs]
  readonly parameters: Parameters;
  #matrix: WeightMatrix;

  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    slots: number,
    hidden: number,
    outputs: number,
  ) {
    this.slots = slots;
    this.hidden = hidden;
    this.outputs = outputs;
    const [shape, initialize] = [[inputs, slots, hidden], glorot(inputs, hidden)];
    this.#matrix = new WeightMatrix(parameters, `${name}.projection`, shape, 'inputs', initialize);
    this.projection = this.#matrix.parameter;
    this.empty = parameters.add(`${name}.empty`, [slots, hidden], uniform(Math.sqrt(3 / hidden)));
    this.bias = parameters.add(`${name}.bias`, [hidden], zeros);
    this.weight = parameters.add(`${name}.weight`, [outputs, hidden], glorot(hidden, outputs));
    this.outputBias = parameters.add(`${name}.outputBias`, [outputs], zeros);
    this.parameters = parameters;
  }

  /** Projects all slots of all rows with one product. */
  project(encoded: Tensor): Projections {
    const { arena, kernels } = this.parameters.engine;
    const value = this.#matrix.product(encoded); // [rows, slots · hidden]
    // Allocated here, because the first use may be in a scope that ends before backward.
    const gradient = arena.scratch(this.parameters.isTrained ? value.shape : [0]);
    kernels.fill(gradient.size, 0, gradient.pointer);
    return {
      value,
      gradient,
      backward: () => {
        const dEncoded = arena.scratch(encoded.shape);
        this.#matrix.backward(encoded, gradient, dEncoded);
        return dEncoded;
      },
    };
  }

  /** `configurations` [count, slots] has each slot's row in the projections, or −1; scores are [count, outputs]. */
  score(projections: Projections, configurations: IntegerTensor, mask?: SlotMask) {
    const { slots, hidden, outputs } = this;
    const { arena, gemm, kernels } = this.parameters.engine;
    const count = configurations.shape[0];
    const indices = configurations.pointer;
    const weight = this.weight.value.pointer;
    const units = arena.scratch([count, hidden]);
    kernels.slotSums(
      count,
      slots,
      hidden,
      indices,
      projections.value.pointer,
      this.empty.value.pointer,
      this.bias.value.pointer,
      units.pointer,
    );
    kernels.tanhForward(units.size, units.pointer, units.pointer);
    const masked = (x: Tensor): Tensor => {
      if (!mask) return x;
      const y = arena.scratch(x.shape);
      kernels.maskRows(count, hidden, mask.rows.pointer, mask.masks.pointer, x.pointer, y.pointer);
      return y;
    };
    const features = masked(units);
    const f = features.pointer;
    const scores = arena.scratch([count, outputs]);
    gemm(false, true, count, outputs, hidden, 1, f, hidden, weight, hidden, 0, scores.pointer, outputs);
    kernels.addRow(count, outputs, this.outputBias.value.pointer, scores.pointer, outputs);
    return {
      scores,
      /** Adds to the gradient of the projections. */
      backward: (dScores: Tensor): void => {
        const d = dScores.pointer;
        const dWeight = this.weight.gradient.pointer;
        gemm(true, false, outputs, hidden, count, 1, d, outputs, f, hidden, 1, dWeight, hidden);
        kernels.sumRows(count, outputs, d, outputs, this.outputBias.gradient.pointer);
        const dUnits = arena.scratch([count, hidden]);
        gemm(false, false, count, hidden, outputs, 1, d, outputs, weight, hidden, 0, dUnits.pointer, hidden);
        const dSums = masked(dUnits);
        kernels.tanhBackward(units.size, units.pointer, dSums.pointer, dSums.pointer);
        kernels.sumRows(count, hidden, dSums.pointer, hidden, this.bias.gradient.pointer);
        kernels.slotScatter(
          count,
          slots,
          hidden,
          indices,
          dSums.pointer,
          projections.gradient.pointer,
          this.empty.gradient.pointer,
        );
      },
    };
  }
}
