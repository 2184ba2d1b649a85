// What every drawing of a sentence needs: its tree, checked, and what to call it.
import { headsOf } from '../conllu/heads.js';
import { commentValue, noHead, type Sentence } from '../conllu/sentence.js';
import { assertTree } from '../tree/tree.js';

/** The heads of a sentence, [n+1]; a word that has none yet hangs on ROOT. Throws unless they form a tree. */
export function drawnHeads(sentence: Sentence): Int32Array {
  const heads = headsOf(sentence).map((head, word) => (word > 0 && head === noHead ? 0 : head));
  assertTree(heads);
  return heads;
}

/** The text of a sentence: its comment `# text = …`, or else its tokens with spaces between them. */
export function textOf(sentence: Sentence): string {
  const text = commentValue(sentence, 'text');
  if (text !== undefined) return text;
  const ranges = new Map(sentence.ranges.map((range) => [range.first, range]));
  const forms: string[] = [];
  for (let word = 1; word <= sentence.words.length; word++) {
    const range = ranges.get(word);
    forms.push((range ?? sentence.words[word - 1]).form);
    if (range) word = range.last;
  }
  return forms.join(' ');
}

/** Throws unless two sentences have the same words, so that their trees can be drawn over one of them. */
export function assertSameWords(gold: Sentence, system: Sentence): void {
  const forms = system.words.map((word) => word.form);
  const differing = gold.words.findIndex((word, index) => word.form !== forms[index]);
  if (differing < 0 && gold.words.length === forms.length) return;
  const word = differing < 0 ? gold.words.length + 1 : differing + 1;
  const [a, b] = [gold, system].map((sentence) => sentence.words[word - 1]?.form ?? 'nothing');
  throw new Error(`The two sentences differ at word ${word}, which is ${a} in one and ${b} in the other.`);
}

/** Finds letters that are written from right to left. */
export const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
