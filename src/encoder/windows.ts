// Lays out the pieces of sentences for a transformer, one sentence after another. A sentence with more pieces than the
// transformer has positions is read in windows that overlap by half, and each word is taken from the window with the
// most context on both sides.

/** A sentence in pieces. */
export interface PieceInput {
  /** The number of words. */
  readonly n: number;
  readonly pieces: Int32Array;
  /** The shape of each piece's word, as an index of `shapes`. */
  readonly shapes: Int32Array; // like `pieces`
  /** The first piece of each word; every word has at least one. */
  readonly starts: Int32Array; // [n]
}

export interface WindowOptions {
  /** The special pieces before and after each window. */
  readonly first: number;
  readonly last: number;
  /** The maximum number of pieces between them. */
  readonly capacity: number;
}

/** Rows for a transformer. */
export interface PieceRows {
  readonly pieces: Int32Array; // [rows]
  readonly shapes: Int32Array; // [rows]
  /** Counted from 0 in each window. */
  readonly positions: Int32Array; // [rows]
  /** The number of rows of each window. */
  readonly lengths: readonly number[];
  /** The rows of ROOT and the words, n+1 per sentence; ROOT is the first special piece. */
  readonly words: Int32Array;
}

/** Words from…to − 1. */
interface Window {
  readonly from: number;
  readonly to: number;
}

export function pieceRows(sentences: readonly PieceInput[], options: WindowOptions): PieceRows {
  const { first, last, capacity } = options;
  const pieces: number[] = [];
  const shapes: number[] = [];
  const positions: number[] = [];
  const lengths: number[] = [];
  const words: number[] = [];
  for (const sentence of sentences) {
    const windows = windowsOf(sentence, capacity);
    const rows = windows.map(({ from, to }) => {
      const row = pieces.length;
      const begin = from < sentence.n ? sentence.starts[from] : 0;
      const end = Math.min(endOf(sentence, to), begin + capacity);
      const own = sentence.pieces.subarray(begin, end);
      pieces.push(first, ...own, last);
      shapes.push(0, ...sentence.shapes.subarray(begin, end), 0);
      lengths.push(own.length + 2);
      for (let at = 0; at < lengths[lengths.length - 1]; at++) positions.push(at);
      // Where piece 0 of the sentence would be.
      return row + 1 - begin;
    });
    words.push(rows[0] - 1);
    for (let word = 0; word < sentence.n; word++) {
      words.push(rows[bestWindow(windows, word, sentence)] + sentence.starts[word]);
    }
  }
  return {
    pieces: Int32Array.from(pieces),
    shapes: Int32Array.from(shapes),
    positions: Int32Array.from(positions),
    lengths,
    words: Int32Array.from(words),
  };
}

/** The index just past the pieces of the words before `to`. */
function endOf({ n, pieces, starts }: PieceInput, to: number): number {
  return to < n ? starts[to] : pieces.length;
}

/** Windows of as many whole words as fit; only a word longer than a window is cut. */
export function windowsOf(sentence: PieceInput, capacity: number): Window[] {
  const { n, starts } = sentence;
  if (sentence.pieces.length <= capacity) return [{ from: 0, to: n }];
  const windows: Window[] = [];
  for (let from = 0; ; ) {
    let to = from + 1;
    while (to < n && endOf(sentence, to + 1) - starts[from] <= capacity) to++;
    windows.push({ from, to });
    if (to === n) return windows;
    const half = starts[from] + capacity / 2;
    from++;
    while (from < to && starts[from] < half) from++;
  }
}

/** The window with the most context for a word: the one whose nearer edge is farthest away. */
function bestWindow(windows: readonly Window[], word: number, { n }: PieceInput): number {
  let [best, most] = [0, -1];
  for (const [at, { from, to }] of windows.entries()) {
    if (word < from || word >= to) continue;
    // The ends of a sentence do not limit the context.
    const left = from === 0 ? n : word - from;
    const right = to === n ? n : to - 1 - word;
    const room = Math.min(left, right);
    if (room > most) [best, most] = [at, room];
  }
  return best;
}
