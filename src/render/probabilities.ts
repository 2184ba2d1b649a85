// The probabilities of a sentence's arcs, from its file.
import { confidenceOf } from '../conllu/confidence.js';
import type { Sentence } from '../conllu/sentence.js';

/** The probability of each word's arc, by position, if the MISC column of every word has it. */
export function probabilitiesOf(sentence: Sentence): number[] | undefined {
  const probabilities = [1]; // [n+1]
  for (const { misc } of sentence.words) {
    const probability = confidenceOf(misc);
    if (probability === undefined) return undefined;
    probabilities.push(probability);
  }
  return probabilities;
}
