// Edits that turn words into lemmas, both in lower case: an edit keeps a part of the word and replaces what is before
// and after it. A few edits produce most lemmas of a language: "cities" → "city" replaces the ending "ies" by "y",
// "gemacht" → "machen" drops the beginning "ge" and replaces the ending "t" by "en".

export interface Edit {
  /** The beginning of the word to replace, and its replacement. */
  readonly start: string;
  readonly startBy: string;
  /** The ending to replace, and its replacement. */
  readonly end: string;
  readonly endBy: string;
}

/**
 * The edit that turns the word into the lemma. It keeps their common beginning, which most words share with their
 * lemmas, or another common part if that is more than twice as long.
 */
export function editOf(word: string, lemma: string): Edit {
  const beginning = { length: sharedBeginning(word, lemma), at: 0, lemmaAt: 0 };
  const enough = 2 * beginning.length;
  const part = Math.min(word.length, lemma.length) > enough ? longestShared(word, lemma) : beginning;
  const { length, at, lemmaAt } = part.length > enough ? part : beginning;
  return {
    start: word.slice(0, at),
    startBy: lemma.slice(0, lemmaAt),
    end: word.slice(at + length),
    endBy: lemma.slice(lemmaAt + length),
  };
}

/** Applies an edit to a word; undefined if it does not fit, or keeps nothing of the word. */
export function edited(word: string, { start, startBy, end, endBy }: Edit): string | undefined {
  const isFit = word.length > start.length + end.length && word.startsWith(start) && word.endsWith(end);
  if (!isFit) return undefined;
  const lemma = startBy + word.slice(start.length, word.length - end.length) + endBy;
  // The edit may have split a surrogate pair.
  return /\p{Surrogate}/u.test(lemma) ? undefined : lemma;
}

/** The number of characters an edit adds to a lemma; a common end of the ending and its replacement counts as kept. */
export function addedBy({ startBy, end, endBy }: Edit): number {
  let kept = 0;
  while (kept < Math.min(end.length, endBy.length) && end.at(-1 - kept) === endBy.at(-1 - kept)) kept++;
  return startBy.length + endBy.length - kept;
}

function sharedBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** The longest common substring of two words, and where it begins in each; the first of several. */
function longestShared(word: string, lemma: string): { length: number; at: number; lemmaAt: number } {
  let best = { length: 0, at: 0, lemmaAt: 0 };
  // The length of the common part that ends at each character of the lemma and the current one of the word. Each row
  // overwrites the previous one, from right to left.
  const shared = new Array<number>(lemma.length + 1).fill(0);
  for (let i = 1; i <= word.length; i++) {
    for (let j = lemma.length; j >= 1; j--) {
      const length = word[i - 1] === lemma[j - 1] ? shared[j - 1] + 1 : 0;
      shared[j] = length;
      if (length > best.length) best = { length, at: i - length, lemmaAt: j - length };
    }
  }
  return best;
}
