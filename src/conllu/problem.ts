// The problems of a sentence whose lines are each valid: ranges and heads past its end, and heads that form no tree.
import { cyclesOf, headsOf, rootsOf } from './heads.js';
import { listed } from './quotation.js';
import { lineOfWord, noHead, type Sentence } from './sentence.js';

export interface Problem {
  text: string;
  line: number;
}

/** The problem of a sentence, if any: of its words and ranges, and of its tree unless heads are ignored. */
export function problemOf(sentence: Sentence, ignoresHeads: boolean): Problem | undefined {
  const n = sentence.words.length;
  if (n === 0) return { text: 'the sentence has no words', line: sentence.line };
  const range = sentence.ranges.at(-1);
  if (range && range.last > n) {
    const text = `the range ${range.first}-${range.last} points past the last word, which is ${n}`;
    return { text, line: lineOfWord(sentence, range.first) - 1 };
  }
  return ignoresHeads ? undefined : treeProblemOf(sentence);
}

function treeProblemOf(sentence: Sentence): Problem | undefined {
  const n = sentence.words.length;
  const outside = sentence.words.find((word) => word.head > n);
  if (outside) {
    const text = `the head ${outside.head} of word ${outside.id} points past the last word, which is ${n}`;
    return { text, line: lineOfWord(sentence, outside.id) };
  }
  const heads = headsOf(sentence);
  // A word without a head may become the root.
  if (rootsOf(heads).length === 0 && !heads.includes(noHead, 1)) {
    return { text: 'the sentence has no root: no word has the head 0', line: sentence.line };
  }
  const [cycle] = cyclesOf(heads);
  if (cycle) {
    const text =
      cycle.length === 1
        ? `word ${cycle[0]} is its own head`
        : `the heads of the words ${listed(cycle)} form a cycle`;
    return { text, line: lineOfWord(sentence, cycle[0]) };
  }
  return undefined;
}

export function severalRoots(sentence: Sentence): Problem | undefined {
  const roots = rootsOf(headsOf(sentence));
  if (roots.length < 2) return undefined;
  const text = `the sentence has several roots, the words ${listed(roots)}`;
  return { text, line: lineOfWord(sentence, roots[1]) };
}
