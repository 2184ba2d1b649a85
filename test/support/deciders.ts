// Deciders of where tokens and sentences end that are no network, and splitting by them.
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Characters, charactersOf } from '../../src/splitter/characters.js';
import type { Conventions } from '../../src/splitter/conventions.js';
import { decisionCount, insideToken, tokenEnd } from '../../src/splitter/decisions.js';
import type { Paragraph } from '../../src/splitter/documents.js';
import type { PlacedSentence } from '../../src/splitter/sentences.js';
import { Assembly, batchesOf } from '../../src/splitter/split.js';

/** Decides for each character of each piece what ends with it. */
export type Decider = (pieces: readonly Characters[]) => Uint8Array[];

/** The sentences of a text, as a decider decides. */
export function* splitText(
  text: string,
  decide: Decider,
  conventions: Conventions,
): Generator<PlacedSentence> {
  const assembly = new Assembly(text, conventions);
  for (const batch of batchesOf(text)) {
    yield* assembly.add(batch, decide(batch.map(({ characters }) => characters)));
  }
}

/** Decides by a number for each place of the text, whatever stands there. */
export function arbitraryDecider(numbers: readonly number[]): Decider {
  return (pieces) =>
    pieces.map(({ starts }) =>
      Uint8Array.from(starts, (start) => numbers[start % numbers.length] % decisionCount),
    );
}

export const always =
  (decision: number): Decider =>
  (pieces) =>
    pieces.map(({ count }) => new Uint8Array(count).fill(decision));

/** Knows the right decisions for one text. */
export function goldDecider(paragraphs: readonly Paragraph[]): Decider {
  const decisions = new Map<number, number>();
  let offset = 0;
  for (const { text, tokens } of paragraphs) {
    for (const { end, words, last } of tokens)
      decisions.set(offset + end, tokenEnd(words !== undefined, last));
    offset += text.length + 2;
  }
  return (pieces: readonly Characters[]) =>
    pieces.map(({ ends }) => Uint8Array.from(ends, (end) => decisions.get(end) ?? insideToken));
}

/** The characters of a text that are in no token, as they are to be found in its tokens. */
export function visible(text: string): string {
  const { starts, ends } = charactersOf(text);
  return Array.from(starts, (start, at) => text.slice(start, ends[at])).join('');
}

/** Token forms, those of ranges in the place of their words'. */
export function tokenForms({ words, ranges }: Sentence): string[] {
  return words.flatMap(({ id, form }) => {
    const range = ranges.find(({ first, last }) => first <= id && id <= last);
    if (!range) return [form];
    return range.first === id ? [range.form] : [];
  });
}
