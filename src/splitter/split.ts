// Splits raw text into sentences of tokens: cuts it into batches of pieces, and builds sentences from what is decided about
// their characters.
import { type Characters, charactersOf } from './characters.js';
import type { Conventions } from './conventions.js';
import { insideToken, isSentenceEnd, tokenEnd } from './decisions.js';
import { type Piece, paragraphSpans, piecesOf } from './paragraphs.js';
import type { PatternMatch } from './patterns.js';
import { type PlacedSentence, SentenceBuilder } from './sentences.js';

/** A piece with its characters, of which there is at least one. */
export interface ReadPiece extends Piece {
  readonly characters: Characters;
}

/** Pieces are decided together up to this many UTF-16 units, which bounds the memory in use. */
const BATCH = 8192;

/** The pieces of a text that are decided together. */
export function* batchesOf(text: string): Generator<ReadPiece[]> {
  let batch: ReadPiece[] = [];
  let length = 0;
  for (const paragraph of paragraphSpans(text)) {
    for (const piece of piecesOf(text, paragraph)) {
      const characters = charactersOf(text, piece.from, piece.to);
      // A piece may be entirely blank.
      if (characters.count > 0) batch.push({ ...piece, characters });
      length += piece.to - piece.from;
      if (length < BATCH) continue;
      yield batch;
      [batch, length] = [[], 0];
    }
  }
  if (batch.length > 0) yield batch;
}

/**
 * The sentences of a text with the offsets of their words. A line break counts as a blank; an empty line ends the
 * paragraph.
 */
export class Assembly {
  #builder: SentenceBuilder;
  #hold: (start: number, end: number, decision: number) => number;

  constructor(text: string, conventions: Conventions) {
    this.#builder = new SentenceBuilder(text, conventions);
    this.#hold = holdingTo(conventions.patterns.matchesOf(text));
  }

  /** Takes the next batch, with a decision for each character of each piece; yields the sentences that end in it. */
  *add(batch: readonly ReadPiece[], decisions: readonly Uint8Array[]): Generator<PlacedSentence> {
    for (const [p, { start, end, closes, characters }] of batch.entries()) {
      const { count, starts, ends } = characters;
      for (let at = 0; at < count; at++) {
        // The other characters are context.
        if (starts[at] < start || starts[at] >= end) continue;
        const decision = this.#hold(starts[at], ends[at], decisions[p][at]);
        const sentence = this.#builder.add(starts[at], ends[at], decision);
        if (sentence) yield sentence;
      }
      const sentence = closes ? this.#builder.endParagraph() : undefined;
      if (sentence) yield sentence;
    }
  }
}

/** The decisions for consecutive characters, overridden by pattern matches. */
function holdingTo(
  matches: Iterator<PatternMatch, void>,
): (start: number, end: number, decision: number) => number {
  let next = matches.next();
  return (start, end, decision) => {
    while (!next.done && next.value.end <= start) next = matches.next();
    if (next.done) return decision;
    const match = next.value;
    if (match.start <= start && end < match.end) return insideToken;
    const isBorder = match.whole && (end === match.start || end === match.end);
    return isBorder ? tokenEnd(false, isSentenceEnd(decision)) : decision;
  };
}
