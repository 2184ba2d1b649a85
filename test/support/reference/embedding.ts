// Rows of a table, looked up by number.
import { addTo, type Matrix, zerosLike } from './matrix.js';

export function embedding(table: Matrix, ids: ArrayLike<number>) {
  const rows = Array.from(ids);
  return {
    output: rows.map((id) => table[id].slice()),
    backward(dOutput: Matrix) {
      const dTable = zerosLike(table);
      rows.forEach((id, i) => {
        addTo(dTable[id], dOutput[i]);
      });
      return { table: dTable };
    },
  };
}
