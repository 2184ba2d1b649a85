// Writes sentences as CoNLL-U or CoNLL-X; what was read is restored byte for byte.
import { type Columns, type Format, noHead, type Sentence, type Word } from './sentence.js';

/**
 * The lines of a sentence and the blank line that closes it. A sentence that would not be read back unchanged, such as
 * one with a tab in a column, throws an error.
 *
 * CoNLL-X has fewer columns: comments, ranges, empty nodes, DEPS and MISC are omitted, except for PHead and PDeprel,
 * which the reader of CoNLL-X put into MISC. UPOS and XPOS become CPOSTAG and POSTAG.
 */
export function writeSentence(sentence: Sentence, format: Format = 'conllu'): string {
  const lines = format === 'conllx' ? sentence.words.map(rowOfX) : linesOfU(sentence);
  const { before, lineEnd, after } = sentence;
  return `${before}${lines.join(lineEnd)}${lineEnd}${lineEnd}${after}`;
}

function linesOfU({ comments, words, ranges, emptyNodes }: Sentence): string[] {
  const lines = comments.map(checkedComment);
  let range = 0;
  let node = 0;
  for (let position = 0; position <= words.length; position++) {
    if (ranges[range]?.first === position) {
      const { first, last, head } = ranges[range];
      lines.push(row(`${first}-${last}`, head, ranges[range++]));
    }
    if (position > 0) lines.push(rowOfU(words[position - 1], position - 1));
    while (emptyNodes[node]?.after === position) {
      const { after, index, head } = emptyNodes[node];
      lines.push(row(`${after}.${index}`, head, emptyNodes[node++]));
    }
  }
  if (range < ranges.length) throw new Error(`The range of word ${ranges[range].first} is out of order.`);
  if (node < emptyNodes.length)
    throw new Error(`The empty node after ${emptyNodes[node].after} is out of order.`);
  return lines;
}

function rowOfU(word: Word, index: number): string {
  if (word.id !== index + 1) throw new Error(`The word ${index + 1} has the id ${word.id}.`);
  return row(String(word.id), word.head === noHead ? '_' : String(word.head), word);
}

function rowOfX(word: Word, index: number): string {
  const [, deps, misc] = /^PHead=([^|]*)\|PDeprel=(.*)$/s.exec(word.misc) ?? ['', '_', '_'];
  return rowOfU({ ...word, deps, misc }, index);
}

function row(id: string, head: string, columns: Columns): string {
  const { form, lemma, upos, xpos, feats, deprel, deps, misc } = columns;
  const line = `${id}\t${form}\t${lemma}\t${upos}\t${xpos}\t${feats}\t${head}\t${deprel}\t${deps}\t${misc}`;
  if (!/^([^\t\n\r\0]*\t){9}[^\t\n\r\0]*$/.test(line)) {
    throw new Error(`A column of ${id} contains a tab, a line end or a NUL: ${JSON.stringify(line)}.`);
  }
  return line;
}

function checkedComment(comment: string): string {
  if (/^#[^\n\r\0]*$/.test(comment)) return comment;
  throw new Error(`A comment must be one line that starts with #, unlike ${JSON.stringify(comment)}.`);
}
