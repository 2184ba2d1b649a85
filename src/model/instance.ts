// A sentence as a model sees it: numbers for words, tags and labels, ROOT first; and batches of them.
import { headsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import type { Settings } from './settings.js';
import { ROOT, type Vocabulary } from './vocabulary.js';

export interface Instance {
  /** Words; the arrays have one more place, for ROOT. */
  readonly n: number;
  readonly words: Int32Array; // [n+1]
  readonly tags: Int32Array; // [n+1]
  /** −1 where there is none. */
  readonly heads: Int32Array; // [n+1]
  /** −1 where there is none, or one that the model does not know. */
  readonly labels: Int32Array; // [n+1]
}

export function instanceOf(sentence: Sentence, vocabulary: Vocabulary, settings: Settings): Instance {
  const { words } = sentence;
  const numbers = (first: number, of: (at: number) => number) =>
    Int32Array.from({ length: words.length + 1 }, (_, at) => (at === 0 ? first : of(at - 1)));
  return {
    n: words.length,
    words: numbers(ROOT, (at) => vocabulary.word(words[at].form)),
    tags: numbers(ROOT, (at) => (settings.tags === 'none' ? ROOT : vocabulary.tag(words[at][settings.tags]))),
    heads: headsOf(sentence),
    labels: numbers(-1, (at) => vocabulary.label(words[at].deprel)),
  };
}

/** Sentences whose rows lie one after the other: sentence s has rows starts[s]…starts[s] + n, ROOT's first. */
export interface Batch {
  readonly instances: readonly Instance[];
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly rows: number;
}

export function batchOf(instances: readonly Instance[]): Batch {
  const lengths = instances.map(({ n }) => n + 1);
  const starts: number[] = [];
  let rows = 0;
  for (const length of lengths) {
    starts.push(rows);
    rows += length;
  }
  return { instances, starts, lengths, rows };
}

/** The column of all rows of a batch. */
export function column(batch: Batch, of: (instance: Instance) => Int32Array): Int32Array {
  const all = new Int32Array(batch.rows);
  for (const [s, instance] of batch.instances.entries()) all.set(of(instance), batch.starts[s]);
  return all;
}
