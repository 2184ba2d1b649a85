// What a model knows by number: words, pretrained words, characters and tags to read, and what it can say.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { EncoderSettings } from './encoderSettings.js';

/** The first two of every list. */
export const UNKNOWN = 0;
export const ROOT = 1;
// Parentheses cannot stand in a normalized word of a treebank and in a tag alike, so these two clash with nothing.
export const special = ['(unknown)', '(root)'];

export interface VocabularyData {
  words: string[];
  /** How often each word occurs in the training data. */
  counts: number[];
  /** The words with pretrained vectors that stay as they are. */
  vectors: string[];
  characters: string[];
  upos: string[];
  xpos: string[];
  /** What the model can say, by the column that it says it in. */
  outputs: Record<string, string[]>;
  /** For each label of arcs, the heads that it had in the training data; older model files do not say. */
  labelHeads?: LabelHead[];
}

/** ROOT alone, words alone, or both. */
export type LabelHead = 'root' | 'word' | 'both';

export interface VocabularyOptions extends Pick<VocabularyData, 'labelHeads'> {
  outputs?: Record<string, string[]>;
  /** Words that have vectors made elsewhere. */
  pretrained?: Iterable<string>;
}

/** A longer word is spelled by its first and last characters. */
const LONGEST_SPELLING = 32;

/** Case and digits matter little to syntax, and folding them makes rare words less rare. */
export function normalize(form: string): string {
  return form.toLowerCase().replace(/[0-9]/g, '0');
}

/** The kinds of tags that a model reads. */
export function tagKinds({ tags }: Pick<EncoderSettings, 'tags'>): readonly ('upos' | 'xpos')[] {
  return tags === 'none' ? [] : tags === 'both' ? ['upos', 'xpos'] : [tags];
}

/** Names and how often they occur, the most frequent first. */
export function countOf(names: Iterable<string>): [name: string, times: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

export class Vocabulary {
  readonly data: VocabularyData;
  #words: Map<string, number>;
  #vectors: Map<string, number>;
  #characters: Map<string, number>;
  #tags: Record<'upos' | 'xpos', Map<string, number>>;
  #outputs: Map<string, Map<string, number>>;
  #spellings = new Map<string, Int32Array>();

  constructor(data: VocabularyData) {
    this.data = data;
    this.#words = numbered(data.words);
    this.#vectors = numbered(data.vectors);
    this.#characters = numbered(data.characters);
    this.#tags = { upos: numbered(data.upos), xpos: numbered(data.xpos) };
    this.#outputs = new Map(Object.entries(data.outputs).map(([column, names]) => [column, numbered(names)]));
  }

  /** Everything in the sentences, most frequent first. */
  static of(
    sentences: readonly Sentence[],
    settings: EncoderSettings,
    { outputs = {}, labelHeads, pretrained = [] }: VocabularyOptions = {},
  ): Vocabulary {
    const words = sentences.flatMap((sentence) => sentence.words);
    const names = (of: (word: Word) => string) => countOf(words.map(of)).map(([name]) => name);
    const counted = countOf(words.map(({ form }) => normalize(form))).filter(
      ([word, times]) => !special.includes(word) && times >= settings.minCount,
    );
    const known = new Set([...special, ...counted.map(([word]) => word)]);
    const fixed = settings.vectorSize > 0;
    const added = fixed ? [] : [...pretrained].filter((word) => !known.has(word));
    const spelled = settings.characterUnits > 0 ? charactersOf(words) : [];
    const tags = (kind: 'upos' | 'xpos') =>
      tagKinds(settings).includes(kind) ? [...special, ...names((word) => word[kind])] : [];
    return new Vocabulary({
      words: [...special, ...counted.map(([word]) => word), ...added],
      counts: [0, 0, ...counted.map(([, times]) => times), ...added.map(() => 0)],
      vectors: fixed ? [...special, ...pretrained] : [],
      characters: [...special, ...countOf(spelled).map(([character]) => character)],
      upos: tags('upos'),
      xpos: tags('xpos'),
      outputs,
      ...(labelHeads && { labelHeads }),
    });
  }

  word(form: string): number {
    return this.#words.get(normalize(form)) ?? UNKNOWN;
  }

  /** The number of a word's pretrained vector. */
  vector(form: string): number {
    return this.#vectors.get(normalize(form)) ?? UNKNOWN;
  }

  /** The numbers of a word's characters: the same array for the same word, so that it can be known by it. */
  spelling(form: string): Int32Array {
    let spelling = this.#spellings.get(form);
    if (!spelling) {
      const characters = Array.from(form);
      const numbers = characters.map((character) => this.#characters.get(character) ?? UNKNOWN);
      const half = LONGEST_SPELLING / 2;
      const short =
        numbers.length > LONGEST_SPELLING ? [...numbers.slice(0, half), ...numbers.slice(-half)] : numbers;
      spelling = Int32Array.from(short.length > 0 ? short : [UNKNOWN]);
      if (this.#spellings.size >= MOST_SPELLINGS) this.#spellings.clear();
      // A copy, since a form that was cut out of a text would keep the whole text in memory.
      this.#spellings.set(characters.join(''), spelling);
    }
    return spelling;
  }

  /** −1 for what the model cannot say. */
  output(column: string, name: string): number {
    return this.#outputs.get(column)?.get(name) ?? -1;
  }

  tag(kind: 'upos' | 'xpos', tag: string): number {
    return this.#tags[kind].get(tag) ?? UNKNOWN;
  }
}

function* charactersOf(words: readonly Word[]): Generator<string> {
  for (const { form } of words) yield* form;
}

/** Text without end has words without end: the spellings kept are thrown away at this many. */
const MOST_SPELLINGS = 30_000;

function numbered(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, id) => [name, id]));
}
