// Aligns the words of a system's treebank with those of the gold treebank, over the raw text that they share.
//
// A single-word token is aligned with the word on the same characters. The words of a multiword token have no characters
// of their own, so around such tokens the longest common subsequence of lower-cased forms decides. The algorithm follows
// the official evaluator of the CoNLL 2018 shared task step by step: its treatment of tokens that straddle the edge of a
// multiword token affects the figures, which must be comparable.
import { lineOfWord } from '../conllu/sentence.js';
import { none, type PlacedWord, type Treebank } from './treebank.js';

export interface Alignment {
  gold: Treebank;
  system: Treebank;
  /** The partner of each gold word, or `none`. */
  systemOf: Int32Array; // [gold words]
  /** The partner of each system word, or `none`. */
  goldOf: Int32Array; // [system words]
}

/** Throws an Error with the place if the raw texts differ. */
export function align(gold: Treebank, system: Treebank): Alignment {
  if (gold.text !== system.text) throw new Error(differenceOf(gold, system));
  const alignment = {
    gold,
    system,
    systemOf: new Int32Array(gold.words.length).fill(none),
    goldOf: new Int32Array(system.words.length).fill(none),
  };
  let g = 0;
  let s = 0;
  while (g < gold.words.length && s < system.words.length) {
    const goldWord = gold.words[g];
    const systemWord = system.words[s];
    if (goldWord.multiword || systemWord.multiword) {
      [g, s] = alignMultiword(alignment, g, s);
    } else if (goldWord.span.start === systemWord.span.start && goldWord.span.end === systemWord.span.end) {
      pair(alignment, g++, s++);
    } else if (goldWord.span.start <= systemWord.span.start) {
      g++;
    } else {
      s++;
    }
  }
  return alignment;
}

/** Whether the gold word is aligned with a word that has the right head. */
export function hasRightHead({ gold, system, systemOf, goldOf }: Alignment, goldWord: number): boolean {
  const partner = systemOf[goldWord];
  if (partner === none) return false;
  const { head } = system.words[partner];
  const given = head >= 0 ? goldOf[head] : head;
  return given !== none && given === gold.words[goldWord].head;
}

function pair({ systemOf, goldOf }: Alignment, goldWord: number, systemWord: number): void {
  systemOf[goldWord] = systemWord;
  goldOf[systemWord] = goldWord;
}

/** Aligns the words of the multiword token at g or s and of all tokens that overlap it; returns the first words after them. */
function alignMultiword(alignment: Alignment, g: number, s: number): [number, number] {
  const gold = alignment.gold.words;
  const system = alignment.system.words;
  // A plain word that starts before the multiword token does not belong to it.
  const token = (gold[g].multiword ? gold[g] : system[s]).span;
  if (!system[s].multiword && system[s].span.start < token.start) s++;
  else if (!gold[g].multiword && gold[g].span.start < token.start) g++;
  const [firstGold, firstSystem] = [g, s];

  let end = token.end;
  while (isInside(gold[g], end) || isInside(system[s], end)) {
    const goldIsNext = g < gold.length && (s >= system.length || gold[g].span.start <= system[s].span.start);
    const word = goldIsNext ? gold[g++] : system[s++];
    if (word.multiword) end = Math.max(end, word.span.end);
  }
  alignForms(alignment, firstGold, g, firstSystem, s);
  return [g, s];
}

function isInside(word: PlacedWord | undefined, end: number): boolean {
  if (!word) return false;
  return word.multiword ? word.span.start < end : word.span.end <= end;
}

/** Aligns the gold words from firstGold up to endGold with system words by a longest common subsequence of forms. */
function alignForms(
  alignment: Alignment,
  firstGold: number,
  endGold: number,
  firstSystem: number,
  endSystem: number,
): void {
  const gold = alignment.gold.words.slice(firstGold, endGold).map((word) => word.lowerCaseForm);
  const system = alignment.system.words.slice(firstSystem, endSystem).map((word) => word.lowerCaseForm);
  const width = system.length + 1;
  const longest = new Int32Array((gold.length + 1) * width); // [gold+1, system+1], of what follows g and s
  for (let g = gold.length - 1; g >= 0; g--) {
    for (let s = system.length - 1; s >= 0; s--) {
      const at = g * width + s;
      longest[at] =
        gold[g] === system[s] ? 1 + longest[at + width + 1] : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  for (let g = 0, s = 0; g < gold.length && s < system.length; ) {
    const at = g * width + s;
    if (gold[g] === system[s]) pair(alignment, firstGold + g++, firstSystem + s++);
    else if (longest[at] === longest[at + width]) g++;
    else s++;
  }
}

/** A sentence that says where the raw texts differ. */
function differenceOf(gold: Treebank, system: Treebank): string {
  let at = 0;
  while (gold.text[at] === system.text[at]) at++;
  return `The texts of ${gold.name} and ${system.name} differ: ${placeOf(gold, at)}, but ${placeOf(system, at)}.`;
}

function placeOf({ name, text, words, sentences }: Treebank, at: number): string {
  const word = words.find(({ span }) => at < span.end);
  if (!word) return `${name} ends there`;
  const line = lineOfWord(sentences[word.sentence], word.word.id) - (word.multiword ? 1 : 0);
  return `${name} continues with ${JSON.stringify(text.slice(at, at + 20))} at line ${line}`;
}
