// Sentences with an index over their words, for repeated searches.
import type { Sentence } from '../conllu/sentence.js';
import type { ClauseBlock } from './clauses.js';
import type { Match, Pattern } from './pattern.js';
import { isOneOf, labelPasses } from './tests.js';

/** A match and its sentence. */
export interface FoundMatch extends Match {
  readonly sentence: Sentence;
  /** The position of the sentence in the index, from 0. */
  readonly at: number;
}

const columns = ['form', 'lemma', 'upos', 'deprel'] as const;
type Column = (typeof columns)[number];

/** A necessary condition for a match: a value that passes occurs in this column. */
interface Requirement {
  readonly column: Column;
  readonly passes: (value: string) => boolean;
  /** The values that pass, if they are listed. */
  readonly values?: readonly string[];
}

/** Finds all matches of a pattern in many sentences, and skips sentences that lack a word it needs. */
export class TreebankIndex {
  readonly sentences: readonly Sentence[];
  /** For each value of a column, the positions of the sentences that have it, in ascending order. */
  #postings: Record<Column, Map<string, number[]>> | undefined;

  constructor(sentences: Iterable<Sentence>) {
    this.sentences = [...sentences];
  }

  /** All matches, in the order of the sentences. */
  *search(pattern: Pattern): Generator<FoundMatch> {
    for (const at of this.#candidates(pattern)) {
      const sentence = this.sentences[at];
      for (const match of pattern.matches(sentence)) yield { ...match, sentence, at };
    }
  }

  /** The sentences that meet the pattern's rarest requirement. */
  #candidates({ clauses }: Pattern): Iterable<number> {
    const postings = this.#postings ?? this.#build();
    let best: number[] | undefined;
    for (const { column, passes, values } of requirementsOf(clauses.main)) {
      const lists = values
        ? values.map((value) => postings[column].get(value) ?? [])
        : [...postings[column]].filter(([value]) => passes(value)).map(([, list]) => list);
      const size = lists.reduce((sum, list) => sum + list.length, 0);
      if (best && best.length <= size) continue;
      best = lists.length === 1 ? lists[0] : [...new Set(lists.flat())].sort((a, b) => a - b);
    }
    return best ?? this.sentences.keys();
  }

  #build(): Record<Column, Map<string, number[]>> {
    const postings = { form: new Map(), lemma: new Map(), upos: new Map(), deprel: new Map() } as Record<
      Column,
      Map<string, number[]>
    >;
    for (const [at, { words }] of this.sentences.entries()) {
      for (const word of words) {
        for (const column of columns) {
          const list = postings[column].get(word[column]);
          if (!list) postings[column].set(word[column], [at]);
          else if (list[list.length - 1] !== at) list.push(at);
        }
      }
    }
    this.#postings = postings;
    return postings;
  }
}

function requirementsOf({ clauses }: ClauseBlock): Requirement[] {
  const requirements: Requirement[] = [];
  for (const clause of clauses) {
    if (clause.kind === 'edge' && clause.label) {
      const { label } = clause;
      requirements.push({ column: 'deprel', passes: (value) => labelPasses(value, label) });
    }
    if (clause.kind !== 'node' || clause.alternatives.length !== 1) continue;
    for (const { feature, test, values } of clause.alternatives[0]) {
      const column = columns.find((name) => name === feature);
      // A label is not a feature of a node.
      if (test !== 'is' || !column || column === 'deprel') continue;
      const strings = values.filter((value) => typeof value === 'string');
      const isList = strings.length === values.length;
      requirements.push({
        column,
        passes: (value) => isOneOf(value, values),
        ...(isList && { values: strings }),
      });
    }
  }
  return requirements;
}
