// Searching 200,000 words by patterns: milliseconds with and without an index, and the ratio to nested loops over the
// words of each sentence, written by hand for each pattern, which stop as early as their order allows.
import type { Sentence, Word } from '../dist/conllu/sentence.js';
import { Pattern } from '../dist/search/pattern.js';
import { TreebankIndex } from '../dist/search/treebankIndex.js';
import { madeUpSentences } from './corpus.js';
import { type Row, type Tables, timeOf } from './table.js';

const WORDS = 200_000;
const ROUNDS = 5;

/** Calls back for each pair of different words of a sentence. */
function pairs({ words }: Sentence, visit: (a: Word, b: Word) => void): void {
  for (const a of words) for (const b of words) if (a !== b) visit(a, b);
}

const subjects: { pattern: string; plain: (sentence: Sentence) => number }[] = [
  {
    pattern: 'pattern { V [upos=VERB]; V -[nsubj]-> S }',
    plain: (sentence) => {
      let found = 0;
      pairs(sentence, (v, s) => {
        if (v.upos === 'VERB' && s.head === v.id && s.deprel === 'nsubj') found++;
      });
      return found;
    },
  },
  {
    pattern:
      'pattern { V [upos=VERB]; V -[nsubj]-> S; V -[obj]-> O; S -[amod]-> A } without { O -[nmod]-> N }',
    plain: (sentence) => {
      let found = 0;
      pairs(sentence, (v, s) => {
        if (v.upos !== 'VERB') return;
        pairs(sentence, (o, a) => {
          if (s.head !== v.id || s.deprel !== 'nsubj' || o.head !== v.id || o.deprel !== 'obj') return;
          if (a.head !== s.id || a.deprel !== 'amod' || a === v || o === s) return;
          if (!sentence.words.some(({ head, deprel }) => head === o.id && deprel === 'nmod')) found++;
        });
      });
      return found;
    },
  },
  {
    pattern: 'pattern { N [form="bifam"]; N -[case]-> P }',
    plain: (sentence) => {
      let found = 0;
      pairs(sentence, (n, p) => {
        if (n.form === 'bifam' && p.head === n.id && p.deprel === 'case') found++;
      });
      return found;
    },
  },
];

export async function bench(): Promise<Tables> {
  const sentences: Sentence[] = [];
  let words = 0;
  for (const sentence of madeUpSentences(WORDS, 1)) {
    sentences.push(sentence);
    words += sentence.words.length;
    if (words >= WORDS) break;
  }
  // The first search builds the index.
  const build = timeOf(ROUNDS, () =>
    new TreebankIndex(sentences).search(new Pattern('pattern { N [upos=none] }')).next(),
  );
  const rows: Row[] = subjects.map(({ pattern: text, plain }) => {
    const pattern = new Pattern(text);
    const index = new TreebankIndex(sentences);
    const counts = { indexed: 0, direct: 0, plain: 0 };
    const search = timeOf(ROUNDS, () => {
      counts.indexed = [...index.search(pattern)].length;
    });
    const direct = timeOf(ROUNDS, () => {
      counts.direct = sentences.reduce((sum, sentence) => sum + pattern.matches(sentence).length, 0);
    });
    const loops = timeOf(ROUNDS, () => {
      counts.plain = sentences.reduce((sum, sentence) => sum + plain(sentence), 0);
    });
    if (new Set(Object.values(counts)).size > 1)
      throw new Error(`The ways differ: ${JSON.stringify(counts)}.`);
    return {
      pattern: text,
      matches: counts.indexed,
      'indexed, ms': search,
      'without index, ms': direct,
      'nested loops, ms': loops,
      'loops : indexed': loops / search,
    };
  });
  return {
    [`Searching ${words} words in ${sentences.length} sentences`]: rows,
    'Building the index': [{ ms: build }],
  };
}
