// Embedding lookup. Several tables can fill one input side by side, each its own columns.
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { uniform } from './initialize.js';
import type { Parameters, ParameterTable } from './parameters.js';

export class Embedding {
  readonly table: ParameterTable; // [rows, columns]
  #parameters: Parameters;

  constructor(parameters: Parameters, name: string, rows: number, columns: number) {
    // Vectors of length about 1, whatever their dimension.
    this.table = parameters.addTable(name, [rows, columns], uniform(Math.sqrt(3 / columns)));
    this.#parameters = parameters;
  }

  /** Copies each id's row into `output` [ids, …], starting at `column`; backward takes the gradient of all `output`. */
  forward(ids: IntegerTensor, output: Tensor, column: number) {
    const { table } = this;
    const [rows, columns] = table.shape;
    const stride = output.shape[1];
    const stranger = ids.use((numbers) => numbers.find((id) => !(id >= 0 && id < rows)));
    if (stranger !== undefined) {
      throw new RangeError(`"${table.name}" has ${rows} rows and none numbered ${stranger}.`);
    }
    const target = output.pointer + 4 * column;
    const { kernels } = this.#parameters.engine;
    if (table.integers) table.integers.gather(ids, target, stride);
    else kernels.gatherRows(ids.size, columns, ids.pointer, table.value.pointer, target, stride);
    return {
      backward: (dOutput: Tensor): void => {
        if (table.group !== 'frozen') table.gradient.add(ids, dOutput.pointer + 4 * column, stride);
      },
    };
  }
}
