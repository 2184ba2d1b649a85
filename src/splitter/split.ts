// Splits raw text into sentences of tokens, as a decider decides.
import { type Characters, charactersOf } from './characters.js';
import type { Conventions } from './conventions.js';
import { insideToken, isSentenceEnd, tokenEnd } from './decisions.js';
import { type Piece, paragraphSpans, piecesOf } from './paragraphs.js';
import type { PatternMatch } from './patterns.js';
import { type PlacedSentence, SentenceBuilder } from './sentences.js';

/** Decides for each character of each piece what ends with it. */
export type Decider = (pieces: readonly Characters[]) => Uint8Array[];

/** Pieces are decided together up to this many UTF-16 units, which bounds the memory in use. */
const BATCH = 8192;

/**
 * The sentences of a text with the offsets of their words, yielded as they are found. A line break counts as a blank; an
 * empty line ends the paragraph.
 */
export function* splitText(
  text: string,
  decide: Decider,
  conventions: Conventions,
): Generator<PlacedSentence> {
  const builder = new SentenceBuilder(text, conventions);
  const hold = holdingTo(conventions.patterns.matchesOf(text));
  for (const batch of batchesOf(text)) {
    const read = batch.map((piece) => ({ piece, characters: charactersOf(text, piece.from, piece.to) }));
    // A piece may be entirely blank.
    const pieces = read.filter(({ characters }) => characters.count > 0);
    const decisions = decide(pieces.map(({ characters }) => characters));
    for (const [p, { piece, characters }] of pieces.entries()) {
      const { start, end, closes } = piece;
      const { count, starts, ends } = characters;
      for (let at = 0; at < count; at++) {
        // The other characters are context.
        if (starts[at] < start || starts[at] >= end) continue;
        const sentence = builder.add(starts[at], ends[at], hold(starts[at], ends[at], decisions[p][at]));
        if (sentence) yield sentence;
      }
      const sentence = closes ? builder.endParagraph() : undefined;
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

function* batchesOf(text: string): Generator<Piece[]> {
  let batch: Piece[] = [];
  let length = 0;
  for (const paragraph of paragraphSpans(text)) {
    for (const piece of piecesOf(text, paragraph)) {
      batch.push(piece);
      length += piece.to - piece.from;
      if (length < BATCH) continue;
      yield batch;
      [batch, length] = [[], 0];
    }
  }
  if (batch.length > 0) yield batch;
}
