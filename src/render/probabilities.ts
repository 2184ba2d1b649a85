// The probabilities of a sentence's arcs, where its file tells them.
import { confidenceName } from '../conllu/confidence.js';
import type { Sentence } from '../conllu/sentence.js';

const item = new RegExp(`(?:^|\\|)${confidenceName}=(0|1|[01]?\\.\\d+)(?:\\||$)`);

/** The probability of each word's arc, by position, if the MISC column of every word tells it. */
export function probabilitiesOf(sentence: Sentence): number[] | undefined {
  const probabilities = [1]; // [n+1]
  for (const { misc } of sentence.words) {
    const found = item.exec(misc);
    if (!found) return undefined;
    probabilities.push(Number(found[1]));
  }
  return probabilities;
}
