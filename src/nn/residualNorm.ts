// The end of a transformer's sublayer: a linear layer, dropout, a residual connection and layer norm.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { Dense } from './dense.js';
import { drawDropout } from './dropout.js';
import { LayerNorm } from './layerNorm.js';
import type { Parameters } from './parameters.js';

export class ResidualNorm {
  readonly dense: Dense;
  readonly norm: LayerNorm;
  #parameters: Parameters;
  #rate: number;

  /** `rate` is the dropout rate. */
  constructor(
    parameters: Parameters,
    name: string,
    inputs: number,
    size: number,
    { epsilon, rate }: { epsilon: number; rate: number },
  ) {
    this.dense = new Dense(parameters, `${name}.dense`, inputs, size);
    this.norm = new LayerNorm(parameters, `${name}.LayerNorm`, size, epsilon);
    this.#parameters = parameters;
    this.#rate = rate;
  }

  /** norm(around + dropout(hidden·Wᵀ + b)) into `output`: [rows, inputs] and [rows, size] → [rows, size]. */
  forward(hidden: Tensor, around: Tensor, output: Tensor, random?: Random) {
    const { bias } = this.dense;
    const { engine } = this.#parameters;
    const { arena, kernels } = engine;
    const [rows, size] = around.shape;
    const drop = drawDropout(engine, this.#rate, random);
    const product = this.dense.product(hidden);
    const sum = product.output;
    kernels.addRow(rows, size, bias.value.pointer, sum.pointer, size);
    drop?.(sum, sum);
    kernels.axpy(sum.size, 1, around.pointer, sum.pointer);
    const norm = this.norm.forward(sum, output);
    return {
      /** Fills the gradients of both inputs. */
      backward: (dOutput: Tensor, dHidden: Tensor, dAround: Tensor): void => {
        norm.backward(dOutput, dAround);
        const dProduct = drop ? arena.scratch([rows, size]) : dAround;
        drop?.(dAround, dProduct);
        kernels.sumRows(rows, size, dProduct.pointer, size, bias.gradient.pointer);
        product.backward(dProduct, dHidden);
      },
    };
  }
}
