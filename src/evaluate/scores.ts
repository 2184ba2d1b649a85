// Attachment and tag scores of the gold words, with or without punctuation, and the counts per sentence behind them.
//
// A gold word is right if it is aligned with a system word that is right; with the same tokens on both sides this is the
// common definition. Labels include their subtypes. Punctuation is every word with the gold UPOS tag PUNCT.
import { type Alignment, hasRightHead } from './alignment.js';
import { percentage } from './rates.js';
import { none } from './treebank.js';

/** Whether punctuation counts. */
export type Punctuation = 'with' | 'without';

/** The counts of one or several gold sentences. */
export interface Tally {
  /** The sentences with a word that counts. */
  sentences: number;
  words: number;
  /** The words with the right head, with the right head and label, and with the right tags. */
  heads: number;
  arcs: number;
  upos: number;
  xpos: number;
  /** The sentences with all heads right, and with all heads and labels right. */
  exactHeads: number;
  exactArcs: number;
}

/** Attachment and tag scores, in per cent. */
export interface TreeScores {
  punctuation: Punctuation;
  sentences: number;
  words: number;
  /** Per cent of the words: the right head; the right head and label. */
  uas: number;
  las: number;
  /** Per cent of the sentences: all heads right; all heads and labels right. */
  uem: number;
  lem: number;
  /** Per cent of the words. */
  upos: number;
  xpos: number;
}

export function scores(alignment: Alignment, punctuation: Punctuation): TreeScores {
  return scoresOf(talliesOf(alignment, punctuation), punctuation);
}

export function scoresOf(tallies: readonly Tally[], punctuation: Punctuation): TreeScores {
  const sum = (count: keyof Tally) => sumOf(tallies, count);
  const [sentences, words] = [sum('sentences'), sum('words')];
  return {
    punctuation,
    sentences,
    words,
    uas: percentage(sum('heads'), words),
    las: percentage(sum('arcs'), words),
    uem: percentage(sum('exactHeads'), sentences),
    lem: percentage(sum('exactArcs'), sentences),
    upos: percentage(sum('upos'), words),
    xpos: percentage(sum('xpos'), words),
  };
}

export function sumOf(tallies: readonly Tally[], count: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[count], 0);
}

/** One tally per gold sentence. */
export function talliesOf(alignment: Alignment, punctuation: Punctuation): Tally[] {
  const { gold, system, systemOf } = alignment;
  const counting = countingWords(alignment, punctuation);
  const tallies = gold.sentences.map(
    (): Tally => ({
      sentences: 0,
      words: 0,
      heads: 0,
      arcs: 0,
      upos: 0,
      xpos: 0,
      exactHeads: 0,
      exactArcs: 0,
    }),
  );
  gold.words.forEach(({ word, sentence }, g) => {
    if (!counting.gold[g]) return;
    const tally = tallies[sentence];
    tally.words++;
    const s = systemOf[g];
    if (s === none) return;
    const partner = system.words[s].word;
    if (hasRightHead(alignment, g)) {
      tally.heads++;
      if (partner.deprel === word.deprel) tally.arcs++;
    }
    if (partner.upos === word.upos) tally.upos++;
    if (partner.xpos === word.xpos) tally.xpos++;
  });
  // An exact match is between whole sentences: the system's has the same end and no other words.
  const systemSizes = new Int32Array(system.sentences.length);
  system.words.forEach(({ sentence }, s) => {
    systemSizes[sentence] += counting.system[s];
  });
  const sizes = new Map(
    system.sentenceSpans.map(({ start, end }, sentence) => [`${start}-${end}`, systemSizes[sentence]]),
  );
  tallies.forEach((tally, sentence) => {
    if (tally.words === 0) return;
    tally.sentences = 1;
    const { start, end } = gold.sentenceSpans[sentence];
    if (sizes.get(`${start}-${end}`) !== tally.words) return;
    if (tally.heads === tally.words) tally.exactHeads = 1;
    if (tally.arcs === tally.words) tally.exactArcs = 1;
  });
  return tallies;
}

/** 1 for each word that counts. A system word follows its gold partner or, without one, its own tag. */
export function countingWords(
  { gold, system, goldOf }: Alignment,
  punctuation: Punctuation,
): { gold: Uint8Array; system: Uint8Array } {
  const counts = (upos: string) => (punctuation === 'with' || upos !== 'PUNCT' ? 1 : 0);
  return {
    gold: Uint8Array.from(gold.words, ({ word }) => counts(word.upos)),
    system: Uint8Array.from(system.words, ({ word }, s) =>
      counts((goldOf[s] === none ? word : gold.words[goldOf[s]].word).upos),
    ),
  };
}
