// Reads the rows of a sentence: words, ranges and empty nodes.
import { counted, listed, quoted } from './quotation.js';
import { type Columns, type Format, noHead, type Sentence, type Word } from './sentence.js';

export interface RowOptions {
  /** CoNLL-U by default. */
  format?: Format;
  /**
   * Whether each word must have a head (the default) or may have `_` because it is not parsed yet. If heads are
   * ignored, as by a tagger, they may be any numbers and need not form a tree.
   */
  heads?: 'required' | 'optional' | 'ignored';
}

/** Adds a row to a sentence, or returns the problem with it. */
export function addRow(sentence: Sentence, row: string, options: RowOptions): string | undefined {
  const cells = cellsOf(row);
  if (cells.length !== 10) return `the word has ${counted(cells.length, 'column')} instead of 10`;
  const id = cells[0];
  const next = sentence.words.length + 1;
  if (id === String(next)) return addWord(sentence, cells, options);
  if (options.format !== 'conllx') {
    const range = /^([1-9]\d*)-([1-9]\d*)$/.exec(id);
    if (range) return addRange(sentence, Number(range[1]), Number(range[2]), cells);
    const node = /^(0|[1-9]\d*)\.([1-9]\d*)$/.exec(id);
    if (node) return addEmptyNode(sentence, Number(node[1]), Number(node[2]), cells);
  }
  if (!/^[1-9]\d*$/.test(id)) return `the id ${quoted(id)} is not valid`;
  return outOfOrder(id, Number(id), next);
}

/** Its columns. String.split would take half as long again. */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let end = row.indexOf('\t'); end >= 0; end = row.indexOf('\t', start)) {
    cells.push(row.slice(start, end));
    start = end + 1;
  }
  cells.push(row.slice(start));
  return cells;
}

function addWord(sentence: Sentence, cells: string[], options: RowOptions): string | undefined {
  const id = sentence.words.length + 1;
  const head = cells[6];
  if (head === '_') {
    if ((options.heads ?? 'required') === 'required') return `word ${id} has no head`;
  } else if (!isNumber(head)) {
    return `the head ${quoted(head)} of word ${id} is not a number`;
  }
  // Not by columnsOf: most rows are words, and copying its object would take a sixth of the time of reading.
  const word: Word = {
    id,
    form: cells[1],
    lemma: cells[2],
    upos: cells[3],
    xpos: cells[4],
    feats: cells[5],
    head: head === '_' ? noHead : Number(head),
    deprel: cells[7],
    deps: cells[8],
    misc: cells[9],
  };
  if (options.format === 'conllx') {
    // CoNLL-U has no columns for the last two of CoNLL-X, PHEAD and PDEPREL, the arc of a projective tree. They are
    // kept in MISC, which CoNLL-X does not have; the writer restores them from there.
    const [projectiveHead, projectiveLabel] = [cells[8], cells[9]];
    if (projectiveHead !== '_' && !isNumber(projectiveHead)) {
      return `the projective head ${quoted(projectiveHead)} of word ${id} is not a number`;
    }
    word.deps = '_';
    word.misc = '_';
    if (projectiveHead !== '_' || projectiveLabel !== '_') {
      word.misc = `PHead=${projectiveHead}|PDeprel=${projectiveLabel}`;
    }
  }
  sentence.words.push(word);
  return undefined;
}

function addRange(sentence: Sentence, first: number, last: number, cells: string[]): string | undefined {
  const previous = sentence.ranges.at(-1);
  if (first > last) return `the range ${first}-${last} ends before it starts`;
  if (previous && first <= previous.last) {
    return `the range ${first}-${last} overlaps the range ${previous.first}-${previous.last}`;
  }
  if (first !== sentence.words.length + 1) {
    return `the range ${first}-${last} does not directly precede word ${first}`;
  }
  sentence.ranges.push({ first, last, head: cells[6], ...columnsOf(cells) });
  return undefined;
}

function addEmptyNode(sentence: Sentence, after: number, index: number, cells: string[]): string | undefined {
  const id = `${after}.${index}`;
  const previous = sentence.emptyNodes.at(-1);
  const count = previous?.after === after ? previous.index : 0;
  if (index !== count + 1) return outOfOrder(id, index, count + 1);
  // A range directly precedes its first word: the order in Universal Dependencies is 4, 4.1, 5-6, 5.
  if (after !== sentence.words.length || sentence.ranges.at(-1)?.first === after + 1) {
    return `the empty node ${id} does not directly follow ${after === 0 ? 'the comments' : `word ${after}`}`;
  }
  sentence.emptyNodes.push({ after, index, head: cells[6], ...columnsOf(cells) });
  return undefined;
}

function outOfOrder(id: string, found: number, expected: number): string {
  if (found < expected) return `the id ${listed([id])} is repeated`;
  return `there is a gap in the ids before ${listed([id])}`;
}

/** Whether a cell is a number without leading zeros, which would be lost in writing. */
function isNumber(cell: string): boolean {
  return /^(0|[1-9]\d*)$/.test(cell);
}

function columnsOf(cells: string[]): Columns {
  return {
    form: cells[1],
    lemma: cells[2],
    upos: cells[3],
    xpos: cells[4],
    feats: cells[5],
    deprel: cells[7],
    deps: cells[8],
    misc: cells[9],
  };
}
