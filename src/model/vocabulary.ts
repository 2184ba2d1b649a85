// The words, tags and labels that a model knows, by number.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Settings } from './settings.js';

/** The first two words and tags of every vocabulary. */
export const UNKNOWN = 0;
export const ROOT = 1;

export interface VocabularyData {
  words: string[];
  /** How often each word occurs in the training data. */
  counts: number[];
  tags: string[];
  labels: string[];
}

/** Case and digits matter little to syntax, and folding them makes rare words less rare. */
export function normalize(form: string): string {
  return form.toLowerCase().replace(/[0-9]/g, '0');
}

export class Vocabulary {
  readonly data: VocabularyData;
  #words: Map<string, number>;
  #tags: Map<string, number>;
  #labels: Map<string, number>;

  constructor(data: VocabularyData) {
    this.data = data;
    const numbered = (names: readonly string[]) => new Map(names.map((name, id) => [name, id]));
    this.#words = numbered(data.words);
    this.#tags = numbered(data.tags);
    this.#labels = numbered(data.labels);
  }

  /** Everything in the sentences, most frequent first, then the words of `more` that they lack. */
  static of(sentences: readonly Sentence[], settings: Settings, more: Iterable<string> = []): Vocabulary {
    const count = (of: (word: Word) => string) => {
      const counts = new Map<string, number>();
      for (const { words } of sentences) {
        for (const word of words) counts.set(of(word), (counts.get(of(word)) ?? 0) + 1);
      }
      return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    };
    // Parentheses cannot stand in a normalized word of a treebank and in a tag alike, so these two clash with nothing.
    const special = ['(unknown)', '(root)'];
    const words = count(({ form }) => normalize(form)).filter(([word]) => !special.includes(word));
    const known = new Set([...special, ...words.map(([word]) => word)]);
    const added = [...more].filter((word) => !known.has(word));
    const tags = settings.tags === 'none' ? [] : count((word) => word[settings.tags as 'upos' | 'xpos']);
    return new Vocabulary({
      words: [...special, ...words.map(([word]) => word), ...added],
      counts: [0, 0, ...words.map(([, times]) => times), ...added.map(() => 0)],
      tags: [...special, ...tags.map(([tag]) => tag)],
      labels: settings.labels ? count(({ deprel }) => deprel).map(([label]) => label) : [],
    });
  }

  word(form: string): number {
    return this.#words.get(normalize(form)) ?? UNKNOWN;
  }

  tag(tag: string): number {
    return this.#tags.get(tag) ?? UNKNOWN;
  }

  /** −1 for a label that the model does not know. */
  label(label: string): number {
    return this.#labels.get(label) ?? -1;
  }
}
