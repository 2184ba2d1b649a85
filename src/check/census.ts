// What a treebank file contains, counted sentence by sentence.
import { headsOf, rootsOf } from '../conllu/heads.js';
import { lineOfWord, type Sentence } from '../conllu/sentence.js';
import { isProjective } from '../tree/projectivity.js';

/** How often something occurs, and the first lines where it does. */
export interface Occurrences {
  count: number;
  lines: number[];
}

/** The most lines to keep, so that memory does not grow with the file. */
export const mostPlaces = 1000;

export interface Census {
  file: string;
  sentences: number;
  words: number;
  longestSentence: number;
  multiwordTokens: number;
  emptyNodes: number;
  /** Words whose head is to their right. */
  headLater: number;
  labels: number;
  labelsSeenOnce: { label: string; line: number }[];
  nonProjective: Occurrences;
  severalRoots: Occurrences;
  /** The first reason why each unreadable sentence cannot be read. */
  errors: Messages;
  /** Problems that do not prevent reading. */
  warnings: Messages;
}

export interface Messages {
  count: number;
  messages: string[];
}

export class CensusTaker {
  readonly #census: Census;
  /** The line of a label's first arc, and whether there were more. */
  readonly #labels = new Map<string, { line: number; count: number }>();

  constructor(file: string) {
    this.#census = {
      ...{
        file,
        sentences: 0,
        words: 0,
        longestSentence: 0,
        multiwordTokens: 0,
        emptyNodes: 0,
        headLater: 0,
      },
      ...{ labels: 0, labelsSeenOnce: [], nonProjective: { count: 0, lines: [] } },
      ...{ severalRoots: { count: 0, lines: [] } },
      ...{ errors: { count: 0, messages: [] }, warnings: { count: 0, messages: [] } },
    };
  }

  add(sentence: Sentence): void {
    const census = this.#census;
    const { words } = sentence;
    census.sentences++;
    census.words += words.length;
    census.longestSentence = Math.max(census.longestSentence, words.length);
    census.multiwordTokens += sentence.ranges.length;
    census.emptyNodes += sentence.emptyNodes.length;
    for (const { id, head, deprel } of words) {
      if (head > id) census.headLater++;
      const seen = this.#labels.get(deprel);
      if (seen) seen.count++;
      else this.#labels.set(deprel, { line: lineOfWord(sentence, id), count: 1 });
    }
    const heads = headsOf(sentence);
    if (!isProjective(heads)) note(census.nonProjective, sentence.line);
    if (rootsOf(heads).length > 1) note(census.severalRoots, sentence.line);
  }

  addError(message: string): void {
    keep(this.#census.errors, message);
  }

  addWarning(message: string): void {
    keep(this.#census.warnings, message);
  }

  result(): Census {
    const once = [...this.#labels].filter(([, { count }]) => count === 1);
    return {
      ...this.#census,
      labels: this.#labels.size,
      labelsSeenOnce: once.map(([label, { line }]) => ({ label, line })),
    };
  }
}

function note(places: Occurrences, line: number): void {
  places.count++;
  if (places.lines.length < mostPlaces) places.lines.push(line);
}

function keep(messages: Messages, message: string): void {
  messages.count++;
  if (messages.messages.length < mostPlaces) messages.messages.push(message);
}
