// The training words of a lemmatizer, with their tags and lemmas.
import type { LemmaEntry, TaggedWord } from './lemmaEntry.js';
import { LemmaLines, type LemmaTags, type LemmaWord } from './lemmaLines.js';

/** As a model file has it. */
export interface LemmaData {
  readonly tags: LemmaTags;
  /** The lines that have only characters of Latin-1, and all others: strings of the first kind are faster. */
  readonly words: { readonly latin: string; readonly others: string };
}

/** A word with its lemma, and how often it is there: once by default. */
type CountedWord = TaggedWord & { readonly lemma: string; readonly times?: number };

/** An entry in older model files, where they are a list. */
type ListedEntry = readonly [form: string, tags: number, lemma: string, times: number];

export class LemmaTable {
  readonly data: LemmaData;
  readonly #lines: readonly LemmaLines[];
  readonly #ofUpos = new Map<string, readonly LemmaWord[]>();

  private constructor(data: LemmaData, lines: readonly LemmaLines[]) {
    this.data = data;
    this.#lines = lines;
  }

  /** The table of training words, or of entries; words without a lemma are skipped. */
  static of(words: Iterable<CountedWord>): LemmaTable {
    const tags = new Map<string, number>();
    const times = new Map<string, number>();
    for (const word of words) {
      const { form, upos, tag, lemma } = word;
      if (!hasLemma(word) || ![form, upos, tag, lemma].every(isCell)) continue;
      const number = tags.get(`${upos}\t${tag}`) ?? tags.size;
      tags.set(`${upos}\t${tag}`, number);
      const key = `${form}\t${number}\t${lemma}`;
      times.set(key, (times.get(key) ?? 0) + (word.times ?? 1));
    }
    const entries = Array.from(times, ([key, count]): ListedEntry => {
      const [form, number, lemma] = key.split('\t');
      return [form, Number(number), lemma, count];
    });
    const table = LemmaTable.read({ tags: [...tags.keys()].map((pair) => pair.split('\t')), words: entries });
    if (!table) throw new Error('The lemmas of the training words are invalid.');
    return table;
  }

  /** The table of a model file, which may be older; undefined if invalid. */
  static read(given: unknown): LemmaTable | undefined {
    const { tags, words: listed } = Object(given) as Record<string, unknown>;
    const words = areEntries(listed) ? textsOf(listed) : listed;
    if (!areTags(tags) || !areTexts(words)) return undefined;
    const { latin, others } = words;
    const lines = [latin, others].flatMap((text) => LemmaLines.read(text, tags) ?? []);
    return lines.length === 2 ? new LemmaTable({ tags, words: { latin, others } }, lines) : undefined;
  }

  get uposes(): ReadonlySet<string> {
    return new Set(this.data.tags.map(([upos]) => upos));
  }

  /** The entries of a word in lower case. */
  entriesOf(word: string): readonly LemmaEntry[] {
    for (const lines of this.#lines) {
      const entries = lines.entriesOf(word);
      if (entries.length > 0) return entries;
    }
    return [];
  }

  /** The words that have an entry with the UPOS, with all their entries. */
  wordsOf(upos: string): readonly LemmaWord[] {
    let words = this.#ofUpos.get(upos);
    if (!words) {
      words = this.#lines.flatMap((lines) => lines.wordsOf(upos));
      this.#ofUpos.set(upos, words);
    }
    return words;
  }

  /** The words that have several entries. */
  severalTimes(): LemmaWord[] {
    return this.#lines.flatMap((lines) => lines.severalTimes());
  }

  *all(): Generator<LemmaWord> {
    for (const lines of this.#lines) yield* lines.all();
  }

  /** The table with more words, or entries. */
  with(entries: readonly CountedWord[]): LemmaTable {
    return LemmaTable.of([...[...this.all()].flatMap((word) => word.entries), ...entries]);
  }
}

/** Whether a treebank gives the lemma of a word: of a word split into pieces, only one has it. */
export function hasLemma({ form, lemma }: { readonly form: string; readonly lemma: string }): boolean {
  return lemma !== '' && (lemma !== '_' || form === '_');
}

/** Whether a value can be written in a column of a treebank. */
export function isCell(value: unknown): value is string {
  return typeof value === 'string' && !/[\t\n\r\0]/.test(value);
}

function textsOf(entries: readonly ListedEntry[]): LemmaData['words'] {
  const lines = new Map<string, string>();
  for (const [form, tags, lemma, times] of entries) {
    const word = form.toLowerCase();
    const fields = `${form}\t${tags}\t${lemma === form ? '' : lemma}\t${times}`;
    const line = lines.get(word);
    lines.set(word, line === undefined ? fields : `${line}\t${fields}`);
  }
  const sorted = [...lines.keys()].sort((a, b) => (a < b ? -1 : 1)).map((word) => lines.get(word) ?? '');
  const [latin, others]: [string[], string[]] = [[], []];
  for (const line of sorted) (/[^\0-\xff]/.test(line) ? others : latin).push(line);
  return { latin: latin.join('\n'), others: others.join('\n') };
}

function areTexts(value: unknown): value is LemmaData['words'] {
  const { latin, others } = Object(value) as Record<string, unknown>;
  return typeof latin === 'string' && typeof others === 'string';
}

function areTags(value: unknown): value is LemmaTags {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isCell))
  );
}

function areEntries(value: unknown): value is readonly ListedEntry[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => {
      if (!Array.isArray(entry) || entry.length !== 4) return false;
      const [form, tags, lemma, times] = entry;
      const areCells = isCell(form) && isCell(lemma) && lemma !== '';
      return areCells && Number.isInteger(tags) && Number.isInteger(times);
    })
  );
}
