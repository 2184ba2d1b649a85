// Batches: the encoder inputs of several sentences, with their rows one after another.

/** What an encoder reads of a sentence; each encoder adds its own fields. */
export interface Input {
  /** The number of words. The encoder's output has one more row, for ROOT, which comes first. */
  readonly n: number;
}

/** Sentence s has rows starts[s]…starts[s] + n, ROOT's first. */
export interface Batch<Item extends Input> {
  readonly instances: readonly Item[];
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly rows: number;
}

export function batchOf<Item extends Input>(instances: readonly Item[]): Batch<Item> {
  const lengths = instances.map(({ n }) => n + 1);
  const starts: number[] = [];
  let rows = 0;
  for (const length of lengths) {
    starts.push(rows);
    rows += length;
  }
  return { instances, starts, lengths, rows };
}

/** One column over all rows of a batch. */
export function column<Item extends Input>(
  batch: Batch<Item>,
  of: (instance: Item) => Int32Array,
): Int32Array {
  const all = new Int32Array(batch.rows);
  for (const [s, instance] of batch.instances.entries()) all.set(of(instance), batch.starts[s]);
  return all;
}

/** A sentence's column of numbers, ROOT's first. */
export function numbers(n: number, root: number, of: (at: number) => number): Int32Array {
  return Int32Array.from({ length: n + 1 }, (_, at) => (at === 0 ? root : of(at - 1)));
}
