// How many tags are right: what training watches on the dev set.
import type { Tags } from './tagger.js';

/** Per cent of words with the right tag in each column, and the mean of the columns. */
export function tagAccuracy(
  columns: readonly string[],
  gold: readonly Tags[],
  tags: readonly Tags[],
): Record<string, number> {
  const shares = columns.map((_, column) => {
    let [words, right] = [0, 0];
    for (const [s, sentence] of gold.entries()) {
      for (let word = 1; word < sentence[column].length; word++) {
        words++;
        if (sentence[column][word] === tags[s][column][word]) right++;
      }
    }
    return (100 * right) / words;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { ...Object.fromEntries(columns.map((name, at) => [name, shares[at]])), mean };
}
