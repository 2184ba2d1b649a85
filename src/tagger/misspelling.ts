// Misspelt words that training lacks: which training word was meant. Universal Dependencies marks them with Typo=Yes,
// and gives them the lemmas of the correct words.
import type { LemmaEntry } from './lemmaEntry.js';
import type { LemmaWord } from './lemmaLines.js';

/** Shorter words are too much like others. */
const SHORTEST = 4;

/** The most letters that are forgotten at the end of a word. */
const MOST_FORGOTTEN = 2;

/** Whether a word counts as misspelt: its features say so, or it has a letter three times in a row, as in "sooo". */
export function isMisspelt(form: string, tag: string): boolean {
  return isTypo(tag) || /(\p{L})\1{2}/iu.test(form);
}

/**
 * The lemma of the word that was meant, in lower case: the most frequent one of the same UPOS that differs in the number
 * of repeated letters only or, in a typing error, by one mistake.
 */
export function meantLemma(
  word: string,
  upos: string,
  tag: string,
  words: Iterable<LemmaWord>,
): string | undefined {
  const asked = squeezed(word);
  const isNearEnough = (known: string) =>
    isTypo(tag) && asked.length >= SHORTEST && isOneMistake(asked, known);
  let meant: string | undefined;
  let most = 0;
  for (const { word: form, entries } of words) {
    const known = squeezed(form);
    if (known !== asked && !isNearEnough(known)) continue;
    for (const entry of entries) {
      // One mistake is less likely than repeated letters, however frequent the word is.
      const weight = known === asked ? entry.times * 1e6 : entry.times;
      if (entry.upos !== upos || isTypo(entry.tag) || weight <= most) continue;
      [meant, most] = [entry.lemma.toLowerCase(), weight];
    }
  }
  return meant;
}

/**
 * Whether a word is only the beginning of its lemma, because a blank divides it by mistake, as in "any one". Its lemma says
 * nothing about the same letters elsewhere.
 */
export function isPartOfWord({ form, tag, lemma }: LemmaEntry): boolean {
  return (
    isTypo(tag) &&
    lemma.length > form.length + MOST_FORGOTTEN &&
    lemma.toLowerCase().startsWith(form.toLowerCase())
  );
}

function isTypo(tag: string): boolean {
  return /\bTypo=Yes\b/.test(tag);
}

/** A word with repeated letters written once: "sooooo" → "so", "commment" → "coment". */
function squeezed(word: string): string {
  return word.replace(/(\p{L})\1+/gu, '$1');
}

/** Whether two words differ by one character too many, missing or wrong, or by two in the wrong order. */
export function isOneMistake(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < rest && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0];
  return a !== b && ((x.length <= 1 && y.length <= 1) || isSwap);
}
