// What every drawing of a sentence needs: its tree, validated, and its title.
import { headsOf } from '../conllu/heads.js';
import { commentValue, noHead, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { assertTree } from '../tree/tree.js';

/** The heads of a sentence, [n+1]; a word without a head is attached to ROOT. Throws unless they form a tree. */
export function drawnHeads(sentence: Sentence): Int32Array {
  const heads = headsOf(sentence).map((head, word) => (word > 0 && head === noHead ? 0 : head));
  assertTree(heads);
  return heads;
}

/** The text of a sentence: its comment `# text = …`, or else its tokens with spaces between them. */
export function textOf(sentence: Sentence): string {
  const text = commentValue(sentence, 'text');
  if (text !== undefined) return text;
  return tokensOf(sentence)
    .map(({ columns }) => columns.form)
    .join(' ');
}

/** The first word in which two sentences differ, if they do. */
export function differingWord(gold: Sentence, system: Sentence): number | undefined {
  const length = Math.max(gold.words.length, system.words.length);
  for (let index = 0; index < length; index++) {
    if (gold.words[index]?.form !== system.words[index]?.form) return index + 1;
  }
  return undefined;
}

/** Throws unless two sentences have the same words, so that both trees can be drawn over them. */
export function assertSameWords(gold: Sentence, system: Sentence): void {
  const word = differingWord(gold, system);
  if (word !== undefined) throw new Error(`The two sentences differ in word ${word}.`);
}

/** The number of words in which two sentences differ: in their form, head or label, or because one lacks them. */
export function differencesOf(a: Sentence, b: Sentence): number {
  const [long, short] = a.words.length >= b.words.length ? [a, b] : [b, a];
  return long.words.filter(({ form, head, deprel }, at) => {
    const other = short.words[at];
    return form !== other?.form || head !== other.head || deprel !== other.deprel;
  }).length;
}

/** Matches right-to-left letters. */
export const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
