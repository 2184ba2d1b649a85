// Lemmas that show in how a word is written. Addresses and hashtags are their own lemmas, whatever their endings. In
// some treebanks the lemma of a number has no marks between groups of digits: "1,100" → "1100". A way of writing tells
// the lemma if training does not say otherwise.
import { isExample } from './lemmaEntry.js';
import type { LemmaTable } from './lemmaTable.js';

interface Writing {
  readonly pattern: RegExp;
  lemmaOf(word: string): string;
  /** Whether it holds unless training has examples; else examples are needed. */
  readonly isUsual: boolean;
}

const itself = (word: string) => word;
const withoutMarks = (word: string) => word.replace(/\D/g, '');

const writings: readonly Writing[] = [
  { pattern: /^[#@][\p{L}\p{N}_]/u, lemmaOf: itself, isUsual: true },
  { pattern: /^(?:\p{L}+:\/\/|www\.|mailto:|[^\s@]+@[^\s@]+\.)/u, lemmaOf: itself, isUsual: true },
  // Names of hosts and newsgroups; the parts of abbreviations like "a.k.a." are shorter.
  { pattern: /^\p{L}[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]{2,}){2,}$/u, lemmaOf: itself, isUsual: true },
  ...[',', '\\.', "['’]", '[\u00a0\u202f]'].map((mark) => ({
    pattern: new RegExp(`^\\d{1,3}(?:${mark}\\d{3})+$`),
    lemmaOf: withoutMarks,
    isUsual: false,
  })),
];

/** The share of examples in training that may differ, as typing errors do. */
const MOST_OTHERS = 0.05;

export class WrittenLemmas {
  readonly #table: LemmaTable;
  /** The ways of writing that tell the lemma; found at first use. */
  readonly #telling = new Map<Writing, boolean>();

  constructor(table: LemmaTable) {
    this.#table = table;
  }

  /** The lemma of an unseen word in lower case; undefined if its writing does not tell it. */
  lemmaOf(word: string): string | undefined {
    const writing = writings.find(({ pattern }) => pattern.test(word));
    return writing && this.#tells(writing) ? writing.lemmaOf(word) : undefined;
  }

  #tells(writing: Writing): boolean {
    let tells = this.#telling.get(writing);
    if (tells === undefined) {
      tells = tellsIn(this.#table, writing);
      this.#telling.set(writing, tells);
    }
    return tells;
  }
}

function tellsIn(table: LemmaTable, { pattern, lemmaOf, isUsual }: Writing): boolean {
  let [all, others] = [0, 0];
  for (const { word, entries } of table.all()) {
    if (!pattern.test(word)) continue;
    for (const { lemma } of entries.filter(isExample)) {
      all++;
      if (lemma.toLowerCase() !== lemmaOf(word)) others++;
    }
  }
  return all === 0 ? isUsual : others <= MOST_OTHERS * all;
}
