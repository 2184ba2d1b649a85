// How many tokens and sentences a splitter finds: what training watches on the dev set.
import { isBeforeBlank } from './characters.js';
import { insideToken, isMultiword, isSentenceEnd, isTokenEnd, tokenEnd } from './decisions.js';
import type { SplitterItem } from './splitter.js';

/**
 * F1 of tokens, of sentences, and of tokens that are rightly multiword tokens or not, and the mean of the three; `blanks`
 * is whether a token may contain some.
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
      // Where there is nothing to decide.
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

/** Stretches of the gold text and of the given one, each from the end of the last on. */
class Spans {
  #goldStart = 0;
  #givenStart = 0;
  #gold = 0;
  #given = 0;
  #right = 0;

  /** Whether one ends at a place; `same` is whether it counts as right if it does in both. */
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
