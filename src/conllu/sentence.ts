// A sentence of a treebank: every column is the string in the file, so that writing restores its bytes.

/** The two file formats: CoNLL-U (Universal Dependencies) and the older CoNLL-X. */
export type Format = 'conllu' | 'conllx';

/** The columns that words, ranges and empty nodes share, as in the file: `_` and empty strings are kept. */
export interface Columns {
  form: string;
  lemma: string;
  upos: string;
  xpos: string;
  feats: string;
  deprel: string;
  deps: string;
  misc: string;
}

/** A syntactic word, a node of the tree. */
export interface Word extends Columns {
  /** Its position: 1 for the first. */
  id: number;
  /** The position of its head; 0 for ROOT, `noHead` if the file has `_`. */
  head: number;
}

/** A multiword token: the surface form of the words first…last. */
export interface TokenRange extends Columns {
  first: number;
  last: number;
  head: string;
}

/** An empty node of the enhanced graph, `after.index`: 8.1 is the first one after word 8, 0.1 is before word 1. */
export interface EmptyNode extends Columns {
  after: number;
  index: number;
  head: string;
}

/** A sentence of a treebank: its words, and everything else in its lines. */
export interface Sentence {
  /** Whole lines, with their `#`. */
  comments: string[];
  /** The words 1…n. */
  words: Word[];
  /** In ascending order, without overlap. */
  ranges: TokenRange[];
  /** In ascending order. */
  emptyNodes: EmptyNode[];
  /** The line of the file on which it or its first comment starts; 0 if it is not from a file. */
  line: number;
  /** The byte-order mark and blank lines before the first sentence of a file; empty for the others. */
  before: string;
  /** The end of each of its lines. */
  lineEnd: '\n' | '\r\n';
  /** The line ends of further blank lines, beyond the one that closes it. */
  after: string;
}

/** The head of a word that has none yet: `_` in the file. */
export const noHead = -1;

/** A word without tags and head: all columns except its form are `_`. */
export function newWord(id: number, form: string): Word {
  const [lemma, upos, xpos, feats, deprel, deps, misc] = ['_', '_', '_', '_', '_', '_', '_'];
  return { id, form, lemma, upos, xpos, feats, head: noHead, deprel, deps, misc };
}

/** A sentence that is not from a file. */
export function newSentence(words: Word[], comments: string[] = []): Sentence {
  return { comments, words, ranges: [], emptyNodes: [], line: 0, before: '', lineEnd: '\n', after: '' };
}

/** The value of the comment `# name = value`, such as sent_id or text. */
export function commentValue(sentence: Sentence, name: string): string | undefined {
  for (const comment of sentence.comments) {
    const equals = comment.indexOf('=');
    if (equals > 0 && comment.slice(1, equals).trim() === name) return comment.slice(equals + 1).trim();
  }
  return undefined;
}

/** The line of the file on which a word is, computed from the lines before it. */
export function lineOfWord(sentence: Sentence, id: number): number {
  const ranges = sentence.ranges.filter((range) => range.first <= id).length;
  const emptyNodes = sentence.emptyNodes.filter((node) => node.after < id).length;
  return sentence.line + sentence.comments.length + ranges + emptyNodes + id - 1;
}
