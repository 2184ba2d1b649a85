// The paper's recurrences as plain loops with back-pointers: the baseline for the fast decoders. Scores are
// tables of (n+2)×(n+2), those of arcs (n+1)×(n+1) by head and modifier. Each returns the goal's score.

export function plainArcHybrid(
  n: number,
  shift: Float32Array,
  reduceLeft: Float32Array,
  reduceRight: Float32Array,
): number {
  const size = n + 2;
  const value = new Float32Array(size * size).fill(-Infinity);
  const back = new Int32Array(size * size);
  for (let i = 0; i <= n; i++) value[i * size + i + 1] = 0;
  for (let width = 2; width <= n + 1; width++) {
    for (let k = 0; k + width <= n + 1; k++) {
      const j = k + width;
      const cell = k * size + j;
      for (let i = k + 1; i < j; i++) {
        const both = value[k * size + i] + shift[k * size + i] + value[i * size + j];
        const right = both + reduceRight[i * size + j];
        if (right > value[cell]) {
          value[cell] = right;
          back[cell] = i;
        }
        const left = both + reduceLeft[i * size + j];
        if (left > value[cell] && j <= n) {
          value[cell] = left;
          back[cell] = -i;
        }
      }
    }
  }
  return value[n + 1];
}

export function plainArcEager(
  n: number,
  shift: Float32Array,
  reduceLeft: Float32Array,
  rightArc: Float32Array,
  reduce: Float32Array,
): number {
  const size = n + 2;
  // [i^0, j], then [i^1, j]
  const value = [0, 1].map(() => new Float32Array(size * size).fill(-Infinity));
  const back = [0, 1].map(() => new Int32Array(size * size));
  for (const table of value) for (let i = 0; i <= n; i++) table[i * size + i + 1] = 0;
  for (let width = 2; width <= n + 1; width++) {
    for (let k = 0; k + width <= n + 1; k++) {
      const j = k + width;
      const cell = k * size + j;
      for (let b = 0; b <= (k > 0 ? 1 : 0); b++) {
        for (let i = k + 1; i < j; i++) {
          const before = value[b][k * size + i];
          const right = before + rightArc[k * size + i] + value[1][i * size + j] + reduce[i * size + j];
          if (right > value[b][cell]) {
            value[b][cell] = right;
            back[b][cell] = i;
          }
          const left = before + shift[k * size + i] + value[0][i * size + j] + reduceLeft[i * size + j];
          if (left > value[b][cell] && j <= n) {
            value[b][cell] = left;
            back[b][cell] = -i;
          }
        }
      }
    }
  }
  return value[0][n + 1];
}

/** Eisner's algorithm: right[i, j] and left[i, j] are complete spans, arcs between their ends the incomplete ones. */
export function plainEisner(n: number, arcs: Float32Array): number {
  const size = n + 1;
  const fresh = () => new Float32Array(size * size).fill(-Infinity);
  const [right, left, arcRight, arcLeft] = [fresh(), fresh(), fresh(), fresh()];
  const back = Array.from({ length: 4 }, () => new Int32Array(size * size));
  for (let i = 0; i <= n; i++) {
    right[i * size + i] = 0;
    left[i * size + i] = 0;
  }
  const better = (table: Float32Array, which: number, cell: number, score: number, k: number) => {
    if (score > table[cell]) {
      table[cell] = score;
      back[which][cell] = k;
    }
  };
  for (let width = 1; width <= n; width++) {
    for (let i = 0; i + width <= n; i++) {
      const j = i + width;
      const cell = i * size + j;
      for (let k = i; k < j; k++) {
        const halves = right[i * size + k] + left[(k + 1) * size + j];
        better(arcRight, 0, cell, halves + arcs[i * size + j], k);
        if (i > 0) better(arcLeft, 1, cell, halves + arcs[j * size + i], k);
      }
      for (let k = i + 1; k <= j; k++)
        better(right, 2, cell, arcRight[i * size + k] + right[k * size + j], k);
      for (let k = i; k < j; k++) better(left, 3, cell, left[i * size + k] + arcLeft[k * size + j], k);
    }
  }
  return right[n];
}

/** Without the hook trick, in O(n⁵). */
export function plainArcStandard(
  n: number,
  shift: Float32Array,
  reduceLeft: Float32Array,
  reduceRight: Float32Array,
  attachLeft: Float32Array,
  attachRight: Float32Array,
): number {
  const size = n + 2;
  const at = (i: number, h: number, j: number) => (i * size + j) * size + h;
  const value = new Float32Array(size ** 3).fill(-Infinity);
  const back = new Int32Array(size ** 3);
  for (let i = 0; i <= n; i++) value[at(i, i, i + 1)] = 0;
  for (let width = 2; width <= n + 1; width++) {
    for (let i = 0; i + width <= n + 1; i++) {
      const j = i + width;
      for (let k = i + 1; k < j; k++) {
        for (let h1 = i; h1 < k; h1++) {
          for (let h2 = k; h2 < j; h2++) {
            const both = value[at(i, h1, k)] + shift[h1 * size + k] + value[at(k, h2, j)];
            const right = both + attachRight[h1 * size + h2] + reduceRight[h2 * size + j];
            if (right > value[at(i, h1, j)]) {
              value[at(i, h1, j)] = right;
              back[at(i, h1, j)] = k * size + h2;
            }
            const left = both + attachLeft[h1 * size + h2] + reduceLeft[h2 * size + j];
            if (left > value[at(i, h2, j)] && h1 > 0) {
              value[at(i, h2, j)] = left;
              back[at(i, h2, j)] = k * size + h1;
            }
          }
        }
      }
    }
  }
  return value[at(0, 0, n + 1)];
}
