// A made-up language whose tags depend on words at any distance to the left and to the right.
import type { Random } from '../../src/engine/random.js';

/**
 * Words 0 and 1 open, 2 and 3 close, the others are plain. The tag of a plain word says which word opened last to the
 * left of it, if any, and which will close next to the right of it: nine tags. The four others have a tag each.
 */
export const vocabulary = 12;
export const tagCount = 13;

export interface Sentence {
  words: number[];
  tags: number[];
}

function tagged(words: number[]): Sentence {
  let opened = 0;
  const left = words.map((word) => {
    if (word < 2) opened = 1 + word;
    return opened;
  });
  let closing = 0;
  const right = words.toReversed().map((word) => {
    if (word === 2 || word === 3) closing = word - 1;
    return closing;
  });
  right.reverse();
  return { words, tags: words.map((word, i) => (word < 4 ? 9 + word : 3 * left[i] + right[i])) };
}

/** Sentences of 1 to 14 words, none of them among `seen`, to which they are added. */
export function sentences(random: Random, count: number, seen: Set<string>): Sentence[] {
  const made: Sentence[] = [];
  while (made.length < count) {
    const words = Array.from({ length: 1 + random.below(14) }, () =>
      random.uniform() < 0.25 ? random.below(4) : 4 + random.below(vocabulary - 4),
    );
    const key = words.join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    made.push(tagged(words));
  }
  return made;
}
