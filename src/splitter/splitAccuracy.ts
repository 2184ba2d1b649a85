// The accuracy of a splitter on the dev set during training.
import { isBeforeBlank } from './characters.js';
import { insideToken, isMultiword, isSentenceEnd, isTokenEnd, tokenEnd } from './decisions.js';
import type { SplitterItem } from './splitter.js';

/**
 * F1 of tokens, of sentences, and of tokens with the right multiword status, and the mean of the three; `blanks` is
 * whether a token may contain blanks.
 */
export function splitAccuracy(
  items: readonly SplitterItem[],
  outputs: readonly Uint8Array[],
  blanks: boolean,
): Record<'tokens' | 'sentences' | 'words' | 'mean', number> {
  const [tokens, words, sentences] = [new Spans(), new Spans(), new Spans()];
  let place = 0;
  for (const [i, { gold, classes, closes, n }] of items.entries()) {
    const last = gold.findLastIndex((decision) => decision >= 0);
    for (let at = 0; at < n; at++) {
      if (gold[at] < 0) continue;
      place++;
      // Splitting overrules the network before a blank and at the end of a paragraph.
      let given = outputs[i][at];
      if (!blanks && given === insideToken && isBeforeBlank(classes[at])) given = tokenEnd(false, false);
      if (closes && at === last) given = tokenEnd(isMultiword(given), true);
      tokens.add(place, isTokenEnd(gold[at]), isTokenEnd(given));
      const same = isMultiword(gold[at]) === isMultiword(given);
      words.add(place, isTokenEnd(gold[at]), isTokenEnd(given), same);
      sentences.add(place, isSentenceEnd(gold[at]), isSentenceEnd(given));
    }
  }
  const scores = { tokens: tokens.f1, sentences: sentences.f1, words: words.f1 };
  return { ...scores, mean: (scores.tokens + scores.sentences + scores.words) / 3 };
}

/** Consecutive segments of the gold text and of the split text. */
class Spans {
  #goldStart = 0;
  #givenStart = 0;
  #gold = 0;
  #given = 0;
  #right = 0;

  /** Takes whether a segment ends here in gold and in the split text; `same` is whether a shared end counts as right. */
  add(place: number, gold: boolean, given: boolean, same = true): void {
    if (gold && given && same && this.#goldStart === this.#givenStart) this.#right++;
    if (gold) {
      this.#gold++;
      this.#goldStart = place;
    }
    if (given) {
      this.#given++;
      this.#givenStart = place;
    }
  }

  /** In per cent. */
  get f1(): number {
    return (200 * this.#right) / (this.#gold + this.#given);
  }
}
