// Builds sentences from the decisions for each character of a text, and enforces invariants.
//
// Every non-blank character is in exactly one token. A token ends before a blank, unless tokens may contain blanks. It
// never ends before a character that continues the one before, and has at most 500 characters. A sentence ends with its
// paragraph and has at most 500 tokens: a longer one is split after the last token that ends like a sentence, else after
// punctuation, else anywhere.
import { newSentence, newWord, type Sentence } from '../conllu/sentence.js';
import { isBlank, isJoined, isJoiner, withSpaces } from './characters.js';
import type { Conventions } from './conventions.js';
import { isMultiword, isSentenceEnd, isTokenEnd } from './decisions.js';

/**
 * The offsets of the words 1…n of a sentence in a text, in UTF-16 units; word n is at index n − 1. The words of a
 * multiword token have the offsets of their own part if the parts make up the token, else those of the whole token.
 */
export interface Places {
  readonly starts: readonly number[]; // [n]
  readonly ends: readonly number[]; // [n]
}

/** A sentence with the offsets of its words in the text. */
export interface PlacedSentence extends Places {
  readonly sentence: Sentence;
}

/** In characters and in tokens. */
export const longestToken = 500;
export const longestSentence = 500;

interface Token {
  start: number;
  end: number;
  multiword: boolean;
}

export class SentenceBuilder {
  #text: string;
  #conventions: Conventions;
  #tokens: Token[] = [];
  #newParagraph = true;
  /** The current token: its start, its end so far, and its number of characters so far. */
  #start = 0;
  #end = 0;
  #length = 0;

  constructor(text: string, conventions: Conventions) {
    this.#text = text;
    this.#conventions = conventions;
  }

  /** Takes the next non-blank character; returns the sentence that ends with it or has become too long. */
  add(start: number, end: number, decision: number): PlacedSentence | undefined {
    if (this.#length++ === 0) this.#start = start;
    this.#end = end;
    if (!this.#endsToken(start, end, decision)) return undefined;
    this.#endToken(isMultiword(decision));
    if (isSentenceEnd(decision)) return this.#take(this.#tokens.length);
    return this.#tokens.length < longestSentence ? undefined : this.#take(this.#bestCut());
  }

  /** Ends the paragraph, and with it the open token and sentence. */
  endParagraph(): PlacedSentence | undefined {
    if (this.#length > 0) this.#endToken(false);
    const sentence = this.#tokens.length > 0 ? this.#take(this.#tokens.length) : undefined;
    this.#newParagraph = true;
    return sentence;
  }

  #endToken(multiword: boolean): void {
    this.#tokens.push({ start: this.#start, end: this.#end, multiword });
    this.#length = 0;
  }

  #endsToken(start: number, end: number, decision: number): boolean {
    const character = this.#text.codePointAt(start) as number;
    const next = this.#text.codePointAt(end);
    if (next === undefined || this.#length >= longestToken) return true;
    if (isBlank(next)) return !this.#conventions.blanks || isTokenEnd(decision);
    if (isJoiner(character) || isJoined(next)) return false;
    return isTokenEnd(decision);
  }

  /** The number of tokens of an overlong sentence that become a sentence. */
  #bestCut(): number {
    const ends = this.#tokens.map(({ end }) => this.#text.charAt(end - 1));
    for (const pattern of [/\p{Sentence_Terminal}/u, /\p{P}/u]) {
      const last = ends.findLastIndex((character) => pattern.test(character));
      if (last >= longestSentence / 2) return last + 1;
    }
    return this.#tokens.length;
  }

  #take(count: number): PlacedSentence {
    const tokens = this.#tokens.splice(0, count);
    const sentence = newSentence([]);
    const [starts, ends]: number[][] = [[], []];
    const place = (form: string, start: number, end: number) => {
      starts.push(start);
      ends.push(end);
      sentence.words.push(newWord(sentence.words.length + 1, form));
    };
    let text = '';
    for (const [t, { start, end, multiword }] of tokens.entries()) {
      const written = this.#text.slice(start, end);
      const form = withSpaces(written);
      const words = multiword ? this.#conventions.multiword.wordsOf(form) : undefined;
      const next = this.#text.codePointAt(end);
      const misc = next === undefined || isBlank(next) ? '_' : 'SpaceAfter=No';
      text += misc === '_' && t < tokens.length - 1 ? `${form} ` : form;
      if (!words) {
        place(form, start, end);
        sentence.words[sentence.words.length - 1].misc = misc;
        continue;
      }
      const first = sentence.words.length + 1;
      const { head: _, id: __, ...columns } = newWord(first, form);
      sentence.ranges.push({ ...columns, misc, first, last: first + words.length - 1, head: '_' });
      const areParts = words.join('') === written;
      let at = start;
      for (const word of words) {
        place(word, areParts ? at : start, areParts ? at + word.length : end);
        at += word.length;
      }
    }
    if (this.#newParagraph) sentence.comments.push('# newpar');
    sentence.comments.push(`# text = ${text}`);
    this.#newParagraph = false;
    return { sentence, starts, ends };
  }
}
