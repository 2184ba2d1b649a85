// Accuracy by label, by sentence length and by arc length.
import { type Alignment, hasRightHead } from './alignment.js';
import { type Rates, ratesOf } from './rates.js';
import { countingWords, type Punctuation, scoresOf, type TreeScores, talliesOf } from './scores.js';
import { none, type PlacedWord } from './treebank.js';

/** The rates of one label. */
export interface LabelRates extends Rates {
  label: string;
}

/** The rates of arcs of one length. */
export interface DistanceRates extends Rates {
  /** ROOT for arcs from ROOT, else the distance between head and dependent. */
  distance: string;
}

/** The scores of sentences of some lengths. */
export interface LengthScores extends TreeScores {
  /** In gold words, punctuation included. */
  length: string;
}

/** Rates per label; correct arcs have the right head and label. The most frequent gold labels come first. */
export function byLabel(alignment: Alignment, punctuation: Punctuation): LabelRates[] {
  return [...arcRates(alignment, punctuation, ({ word }) => word.deprel)]
    .map(([label, rates]) => ({ label, ...rates }))
    .sort((a, b) => b.gold - a.gold || b.system - a.system || (a.label < b.label ? -1 : 1));
}

const distances = bins([1, 2, 3, 4, 5, 6, 11, 21]);

/** Rates per arc length; correct arcs have the right head, whatever their label. */
export function byDistance(alignment: Alignment, punctuation: Punctuation): DistanceRates[] {
  const rates = arcRates(alignment, punctuation, ({ word }) =>
    word.head > 0 ? distances.of(Math.abs(word.head - word.id)) : 'ROOT',
  );
  return ['ROOT', ...distances.names].flatMap((distance) => {
    const found = rates.get(distance);
    return found ? [{ distance, ...found }] : [];
  });
}

const lengths = bins([1, 6, 11, 21, 31, 41, 51]);

export function byLength(alignment: Alignment, punctuation: Punctuation): LengthScores[] {
  const tallies = talliesOf(alignment, punctuation);
  const { sentences } = alignment.gold;
  return lengths.names.flatMap((length) => {
    const group = tallies.filter((_, i) => lengths.of(sentences[i].words.length) === length);
    return group.length > 0 ? [{ length, ...scoresOf(group, punctuation) }] : [];
  });
}

/** Rates per class of arcs; an arc is correct if its head is right and its class is the same on both sides. */
function arcRates(
  alignment: Alignment,
  punctuation: Punctuation,
  classOf: (word: PlacedWord) => string,
): Map<string, Rates> {
  const { gold, system, systemOf } = alignment;
  const counting = countingWords(alignment, punctuation);
  const counts = new Map<string, { gold: number; system: number; correct: number }>();
  const add = (name: string, column: 'gold' | 'system' | 'correct') => {
    const count = counts.get(name) ?? { gold: 0, system: 0, correct: 0 };
    counts.set(name, count);
    count[column]++;
  };
  gold.words.forEach((word, g) => {
    if (!counting.gold[g]) return;
    const name = classOf(word);
    add(name, 'gold');
    const s = systemOf[g];
    if (s !== none && hasRightHead(alignment, g) && classOf(system.words[s]) === name) add(name, 'correct');
  });
  system.words.forEach((word, s) => {
    if (counting.system[s] && word.head !== none) add(classOf(word), 'system');
  });
  return new Map(
    [...counts].map(([name, count]) => [name, ratesOf(count.gold, count.system, count.correct)]),
  );
}

/** Groups of numbers that start at the given ones. */
function bins(starts: readonly number[]): { names: string[]; of: (value: number) => string } {
  const names = starts.map((start, i) => {
    const next = starts[i + 1];
    if (next === undefined) return `${start}+`;
    return next === start + 1 ? `${start}` : `${start}-${next - 1}`;
  });
  return { names, of: (value) => names[starts.findLastIndex((start) => start <= value)] };
}
