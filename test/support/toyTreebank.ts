// Made-up treebanks: random words, tags, labels and projective trees, from a seed.
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import { Random } from '../../src/engine/random.js';

/** A random projective tree with one root: the words between a span's ends hang on the span's head in random pieces. */
function randomHeads(n: number, random: Random): number[] {
  const heads = new Array<number>(n + 1).fill(0);
  const spans: [first: number, last: number, head: number][] = [[1, n, 0]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last, head] = span;
    if (first > last) continue;
    // Below ROOT there is one piece, elsewhere the span is cut at random.
    const end = head === 0 ? last : first + random.below(last - first + 1);
    const top = first + random.below(end - first + 1);
    heads[top] = head;
    spans.push([first, top - 1, top], [top + 1, end, top], [end + 1, last, head]);
  }
  return heads;
}

export function toyTreebank(sentences: number, longest: number, seed: number): Sentence[] {
  const random = new Random(seed);
  return Array.from({ length: sentences }, () => {
    const n = 1 + random.below(longest);
    const heads = randomHeads(n, random);
    const words = Array.from({ length: n }, (_, at) => ({
      ...newWord(at + 1, `word${'abcdefghijklmnopqrst'[random.below(20)]}`),
      upos: ['NOUN', 'VERB', 'ADJ'][random.below(3)],
      head: heads[at + 1],
      deprel: heads[at + 1] === 0 ? 'root' : ['nsubj', 'obj', 'nmod'][random.below(3)],
    }));
    return newSentence(words);
  });
}
