// Rows that occur several times in a batch, such as those of frequent words: what depends on a row alone is computed once
// for all that are equal.

export interface DistinctRows {
  /** The first of each group of equal rows, in order. */
  readonly firsts: readonly number[];
  /** For each row, the number of its group. */
  readonly places: Int32Array; // [rows]
}

/** Numbers objects in the order of their first occurrence, the same object alike. */
export function identities(objects: readonly object[]): Int32Array {
  const numbers = new Map<object, number>();
  return Int32Array.from(objects, (object) => {
    const number = numbers.get(object) ?? numbers.size;
    numbers.set(object, number);
    return number;
  });
}

/** Groups rows that are equal in all columns, [rows] each. */
export function distinctRows(columns: readonly Int32Array[]): DistinctRows {
  const rows = columns[0].length;
  const places = new Int32Array(rows);
  let firsts: number[] = [];
  // One column at a time: a group is a pair of its number so far and the value in the next column.
  for (const column of columns) {
    const groups = new Map<number, number>();
    firsts = [];
    for (let row = 0; row < rows; row++) {
      const key = column[row] * rows + places[row];
      let group = groups.get(key);
      if (group === undefined) {
        group = groups.size;
        groups.set(key, group);
        firsts.push(row);
      }
      places[row] = group;
    }
  }
  return { firsts, places };
}
