// The lines of one sentence as they are in the file, valid or not, and its words and tree as far as they can be read.
import type { Line } from '../conllu/lines.js';
import { isTree } from '../tree/tree.js';
import { CheckedWord } from './checkedWord.js';
import { Row } from './row.js';

/** A line without its end; undefined for text that is not valid UTF-8. */
export interface CheckedLine {
  readonly number: number;
  readonly text: string | undefined;
  readonly end: '' | '\n' | '\r\n';
  /** Whether it started with a byte-order mark. */
  readonly hasMark: boolean;
}

export class CheckedBlock {
  /** The name of its file, for messages about two places. */
  readonly file: string;
  /** Without the blank line that closes it; a further blank line is a block without lines. */
  readonly lines: readonly CheckedLine[];
  /** The blank line that closes it, or one of white space only; absent at the end of a file. */
  readonly close: CheckedLine | undefined;
  readonly comments: readonly (CheckedLine & { readonly text: string })[];
  /** The lines with ten columns. */
  readonly rows: readonly Row[];
  readonly words: readonly Row[];
  readonly ranges: readonly Row[];
  readonly emptyNodes: readonly Row[];
  #tree: readonly CheckedWord[] | undefined;

  constructor(file: string, lines: readonly CheckedLine[], close: CheckedLine | undefined) {
    this.file = file;
    this.lines = lines;
    this.close = close;
    this.comments = lines.filter(isComment);
    this.rows = lines.flatMap((line) => {
      if (line.text === undefined || isComment(line)) return [];
      const cells = line.text.split('\t');
      return cells.length === 10 ? [new Row(line.number, cells)] : [];
    });
    this.words = this.rows.filter(({ kind }) => kind === 'word');
    this.ranges = this.rows.filter(({ kind }) => kind === 'range');
    this.emptyNodes = this.rows.filter(({ kind }) => kind === 'emptyNode');
  }

  /** Its first line with columns: the place of findings about the whole sentence. */
  get line(): number {
    return this.rows[0]?.line ?? this.lines[0]?.number ?? this.close?.number ?? 1;
  }

  /** The words of the tree in order; empty if the words and their heads form no tree. */
  get tree(): readonly CheckedWord[] {
    this.#tree ??= treeOf(this.words);
    return this.#tree;
  }

  /** The values of the comments `# name = value`, with their lines; undefined for a malformed line. */
  metadata(name: string): { readonly line: number; readonly value: string | undefined }[] {
    const starts = new RegExp(`^#\\s*${name}(?![\\w[])`);
    return this.comments
      .filter(({ text }) => starts.test(text))
      .map(({ number, text }) => {
        const value = /^\s*=\s*(\S.*)$/s.exec(text.replace(starts, ''))?.[1];
        return { line: number, value };
      });
  }
}

export function isComment(line: CheckedLine): line is CheckedLine & { readonly text: string } {
  return line.text?.startsWith('#') ?? false;
}

/** A line of a file, without its line end and byte-order mark. */
export function checkedLine(line: Line, number: number): CheckedLine {
  const end = line?.endsWith('\r\n') ? '\r\n' : line?.endsWith('\n') ? '\n' : '';
  const hasMark = number === 1 && (line?.startsWith('\uFEFF') ?? false);
  return { number, text: line?.slice(hasMark ? 1 : 0, line.length - end.length), end, hasMark };
}

function treeOf(rows: readonly Row[]): CheckedWord[] {
  const isSound = rows.every(({ first, head }, at) => first === at + 1 && /^(0|[1-9]\d*)$/.test(head));
  if (!isSound) return [];
  const heads = Int32Array.from([-1, ...rows.map(({ head }) => Number(head))]); // [n+1]
  return isTree(heads) ? CheckedWord.of(rows, heads) : [];
}
