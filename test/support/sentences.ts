// Arbitrary CoNLL-U and CoNLL-X files, put together as text line by line, without any code of src/.
import fc from 'fast-check';
import { anyTree } from './trees.js';

/** Turns single spaces into tabs, so that rows can be written readably: `1 She she PRON _ _ 2 nsubj _ _`. */
export function tabbed(text: string): string {
  return text.replaceAll(' ', '\t');
}

const breaks = /[\t\n\r\0]/g;

const column = fc.oneof(
  fc.constantFrom('_', '', 'a', '#', 'ä', '林', '🌲', '\uFEFF', '\u2028'),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replace(breaks, ' ')),
);

/** What follows the id in a row, where the head is given and all else is arbitrary. */
function cells(head: string): fc.Arbitrary<string> {
  return fc
    .array(column, { minLength: 8, maxLength: 8 })
    .map((columns) => [...columns.slice(0, 5), head, ...columns.slice(5)].join('\t'));
}

/** The lines of a CoNLL-U sentence; it may have several roots. */
const sentenceLines: fc.Arbitrary<string[]> = anyTree(6).chain((heads) => {
  const n = heads.length - 1;
  const words = fc.tuple(...Array.from(heads.subarray(1), (head) => cells(String(head))));
  // For each gap between words, the rows of empty nodes; for each word, how far a range that starts there would go.
  const nodes = fc.array(fc.array(cells('_'), { maxLength: 2 }), { minLength: n + 1, maxLength: n + 1 });
  const reaches = fc.array(fc.option(fc.nat(n), { freq: 2 }), { minLength: n, maxLength: n });
  return fc.tuple(fc.array(column, { maxLength: 3 }), words, nodes, reaches, cells('_')).map((parts) => {
    const [comments, wordCells, nodeCells, reach, rangeCells] = parts;
    const lines = comments.map((comment) => `#${comment}`);
    let covered = 0;
    for (let position = 0; position <= n; position++) {
      const last = Math.min(n, position + (reach[position - 1] ?? n));
      if (position > covered && reach[position - 1] != null) {
        lines.push(`${position}-${last}\t${rangeCells}`);
        covered = last;
      }
      if (position > 0) lines.push(`${position}\t${wordCells[position - 1]}`);
      lines.push(...nodeCells[position].map((node, index) => `${position}.${index + 1}\t${node}`));
    }
    return lines;
  });
});

/** The lines of a CoNLL-X sentence. */
const sentenceLinesOfX: fc.Arbitrary<string[]> = anyTree(6).chain((heads) =>
  fc
    .tuple(
      ...Array.from(heads.subarray(1), (head) =>
        fc.tuple(cells(String(head)), fc.constantFrom('_', '0', '12')),
      ),
    )
    .map((rows) =>
      rows.map(([row, projectiveHead], index) =>
        `${index + 1}\t${row}`.split('\t').with(8, projectiveHead).join('\t'),
      ),
    ),
);

/** A file with its byte-order mark or without, further blank lines, and line ends of either kind a sentence. */
function fileOf(lines: fc.Arbitrary<string[]>): fc.Arbitrary<string> {
  const lineEnd = fc.constantFrom('\n', '\r\n');
  const blanks = fc.array(lineEnd, { maxLength: 2 }).map((ends) => ends.join(''));
  const sentence = fc
    .tuple(lines, lineEnd, blanks)
    .map(([rows, end, after]) => `${rows.join(end)}${end}${end}${after}`);
  return fc
    .tuple(fc.constantFrom('', '\uFEFF'), blanks, fc.array(sentence, { minLength: 1, maxLength: 4 }))
    .map(([mark, before, sentences]) => mark + before + sentences.join(''));
}

export const anyFile: fc.Arbitrary<string> = fileOf(sentenceLines);
export const anyFileOfX: fc.Arbitrary<string> = fileOf(sentenceLinesOfX);
