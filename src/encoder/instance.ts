// A sentence as a model sees it: numbers for words, tags and labels, ROOT first; and batches of them.
import { headsOf } from '../conllu/heads.js';
import type { Sentence, Word } from '../conllu/sentence.js';
import type { EncoderSettings } from './encoderSettings.js';
import { ROOT, tagKinds, UNKNOWN, type Vocabulary } from './vocabulary.js';

/** What the encoder reads. */
export interface Input {
  /** Words; the arrays have one more place, for ROOT. */
  readonly n: number;
  readonly words: Int32Array; // [n+1]
  /** Numbers of pretrained vectors that stay as they are; absent where the model has none, as are the spellings. */
  readonly vectors?: Int32Array; // [n+1]
  readonly spellings?: readonly Int32Array[]; // [n+1]
  /** A column for each kind of tags. */
  readonly tags: readonly Int32Array[]; // [n+1] each
}

/** A sentence to be parsed, or to learn parsing from. */
export interface Instance extends Input {
  /** −1 where there is none. */
  readonly heads: Int32Array; // [n+1]
  /** −1 where there is none, or one that the model does not know. */
  readonly labels: Int32Array; // [n+1]
}

const rootSpelling = Int32Array.of(ROOT);

/** A column of numbers, ROOT's first. */
export function numbers(n: number, root: number, of: (at: number) => number): Int32Array {
  return Int32Array.from({ length: n + 1 }, (_, at) => (at === 0 ? root : of(at - 1)));
}

/** What of a word a model may read. */
export type TaggedForm = Pick<Word, 'form' | 'upos' | 'xpos'>;

export function inputOf(
  { words }: { readonly words: readonly TaggedForm[] },
  vocabulary: Vocabulary,
  settings: EncoderSettings,
): Input {
  const n = words.length;
  return {
    n,
    words: numbers(n, ROOT, (at) => vocabulary.word(words[at].form)),
    tags: tagKinds(settings).map((kind) => numbers(n, ROOT, (at) => vocabulary.tag(kind, words[at][kind]))),
    ...(settings.vectorSize > 0 && {
      vectors: numbers(n, UNKNOWN, (at) => vocabulary.vector(words[at].form)),
    }),
    ...(settings.characterUnits > 0 && {
      spellings: [rootSpelling, ...words.map(({ form }) => vocabulary.spelling(form))],
    }),
  };
}

export function instanceOf(sentence: Sentence, vocabulary: Vocabulary, settings: EncoderSettings): Instance {
  const { words } = sentence;
  return {
    ...inputOf(sentence, vocabulary, settings),
    heads: headsOf(sentence),
    labels: numbers(words.length, -1, (at) => vocabulary.output('deprel', words[at].deprel)),
  };
}

/** Some places of an input, as an input of its own. */
export function placesOf({ words, vectors, spellings, tags }: Input, places: readonly number[]): Input {
  const of = (column: Int32Array) => Int32Array.from(places, (at) => column[at]);
  return {
    n: places.length - 1,
    words: of(words),
    tags: tags.map(of),
    ...(vectors && { vectors: of(vectors) }),
    ...(spellings && { spellings: places.map((at) => spellings[at]) }),
  };
}

/** The numbers from…to, without the last. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Sentences whose rows lie one after the other: sentence s has rows starts[s]…starts[s] + n, ROOT's first. */
export interface Batch<Item extends Input = Instance> {
  readonly instances: readonly Item[];
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly rows: number;
}

export function batchOf<Item extends Input>(instances: readonly Item[]): Batch<Item> {
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
export function column<Item extends Input>(
  batch: Batch<Item>,
  of: (instance: Item) => Int32Array,
): Int32Array {
  const all = new Int32Array(batch.rows);
  for (const [s, instance] of batch.instances.entries()) all.set(of(instance), batch.starts[s]);
  return all;
}
