// Precision, recall and F1 from counts, in per cent.

export interface Rates {
  /** The count in the gold treebank and in the system's. */
  gold: number;
  system: number;
  correct: number;
  precision: number;
  recall: number;
  f1: number;
}

export function ratesOf(gold: number, system: number, correct: number): Rates {
  return {
    gold,
    system,
    correct,
    precision: percentage(correct, system),
    recall: percentage(correct, gold),
    f1: percentage(2 * correct, gold + system),
  };
}

/** 0 of 0 is 0, as in the shared task. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : 100 * (part / whole);
}
