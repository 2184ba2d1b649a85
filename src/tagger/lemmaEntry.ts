// Words as a lemmatizer sees them, and those of the training treebank.

/** A tagged word: `tag` is what a lemmatizer uses besides UPOS. */
export interface TaggedWord {
  readonly form: string;
  readonly upos: string;
  readonly tag: string;
}

/** A training word with one of its lemmas, and how often it has this lemma; 0 if a lexicon says so. */
export interface LemmaEntry extends TaggedWord {
  readonly lemma: string;
  readonly times: number;
}

/** Whether an entry shows what other words are like. A lexicon lists exceptions. */
export function isExample({ times }: LemmaEntry): boolean {
  return times > 0;
}

/** Whether two words have the same tags. */
export function haveSameTags(a: TaggedWord, b: TaggedWord): boolean {
  return a.upos === b.upos && a.tag === b.tag;
}

/** The XPOS of a word; in older model files without it, the features. */
export function xposOf({ tag }: TaggedWord): string {
  const end = tag.indexOf(' ');
  return end < 0 ? tag : tag.slice(0, end);
}
