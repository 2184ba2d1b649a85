// A hidden layer: an activation of a linear layer, with dropout.
import type { Engine } from '../engine/engine.js';
import type { Tensor } from '../engine/tensor.js';
import { masked } from './dropout.js';
import { type Initialize, zeros } from './initialize.js';
import { Linear } from './linear.js';
import type { Parameters } from './parameters.js';

export const activations = ['tanh', 'relu', 'leaky-relu'] as const;
export type Activation = (typeof activations)[number];

/** The slopes of rectifiers below 0; Dozat & Manning 2017 have 0.1. */
const slopes = { relu: 0, 'leaky-relu': 0.1 } as const;

export interface MlpOptions {
  readonly activation?: Activation;
  /** The initial biases. */
  readonly biases?: Initialize;
}

export class Mlp {
  readonly linear: Linear;
  #parameters: Parameters;
  #activation: Activation;

  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    units: number,
    { activation = 'tanh', biases = zeros }: MlpOptions = {},
  ) {
    this.linear = new Linear(parameters, name, inputs, units, biases);
    this.#parameters = parameters;
    this.#activation = activation;
  }

  /** [rows, inputs] → [rows, units]; the mask is [rows, units]. */
  forward(input: Tensor, mask?: Tensor) {
    const { engine } = this.#parameters;
    const { output: hidden, backward } = this.linear.forward(input);
    activate(engine, this.#activation, hidden);
    return {
      output: masked(engine, hidden, mask),
      backward: (dOutput: Tensor): Tensor => {
        const dHidden = engine.arena.scratch(hidden.shape);
        activateBackward(engine, this.#activation, hidden, masked(engine, dOutput, mask), dHidden);
        return backward(dHidden);
      },
    };
  }
}

/** x ← activation(x) */
function activate({ kernels }: Engine, activation: Activation, { size, pointer }: Tensor): void {
  if (activation === 'tanh') kernels.tanhForward(size, pointer, pointer);
  else kernels.rectifierForward(size, slopes[activation], pointer, pointer);
}

/** dx = dy · the activation's slope where its output is y */
function activateBackward(
  { kernels }: Engine,
  activation: Activation,
  y: Tensor,
  dy: Tensor,
  dx: Tensor,
): void {
  if (activation === 'tanh') kernels.tanhBackward(y.size, y.pointer, dy.pointer, dx.pointer);
  else kernels.rectifierBackward(y.size, slopes[activation], y.pointer, dy.pointer, dx.pointer);
}
