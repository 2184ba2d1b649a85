// Finds sentences that occur in more than one file, as none should in the splits of a treebank.
import { createHash } from 'node:crypto';
import { mostPlaces } from '../check/census.js';
import type { Sentence } from '../conllu/sentence.js';
import { textOf } from '../render/drawing.js';

/** The sentences that a file shares with an earlier one. */
export interface Leak {
  file: string;
  earlier: string;
  count: number;
  /** The first few, with their lines in both files. */
  sentences: { line: number; earlierLine: number; text: string }[];
}

export class LeakFinder {
  readonly #files: readonly string[];
  /** First occurrences by fingerprint: the words of a large treebank would fill the memory. */
  readonly #first = new Map<string, { file: number; line: number }>();
  readonly #leaks = new Map<string, Leak>();

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /** Adds a sentence of the file with this index. */
  add(file: number, sentence: Sentence): void {
    const words = sentence.words.map((word) => word.form).join('\t');
    const fingerprint = createHash('sha1').update(words).digest('base64').slice(0, 16); // 96 bits
    const first = this.#first.get(fingerprint);
    if (!first) this.#first.set(fingerprint, { file, line: sentence.line });
    else if (first.file !== file) this.#note(file, sentence, first);
  }

  result(): Leak[] {
    return [...this.#leaks.values()];
  }

  #note(file: number, sentence: Sentence, first: { file: number; line: number }): void {
    const pair = `${file} ${first.file}`;
    let leak = this.#leaks.get(pair);
    if (!leak) {
      leak = { file: this.#files[file], earlier: this.#files[first.file], count: 0, sentences: [] };
      this.#leaks.set(pair, leak);
    }
    leak.count++;
    if (leak.sentences.length < mostPlaces) {
      leak.sentences.push({ line: sentence.line, earlierLine: first.line, text: textOf(sentence) });
    }
  }
}
