// Splits raw text into paragraphs, which end at an empty line, and long ones into pieces that the network reads in parallel.
import { isBlank } from './characters.js';

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A part of a paragraph, with its context. */
export interface Piece extends TextSpan {
  readonly from: number;
  readonly to: number;
  /** Whether the paragraph ends with it. */
  readonly closes: boolean;
}

/** Lengths in UTF-16 units: most paragraphs are one piece. */
const PIECE = 480;
const CONTEXT = 60;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const PARAGRAPH_SEPARATOR = 0x2029;

/** The line breaks that a blank adds: an empty line, which ends a paragraph, is two in a row. */
export function lineBreaks(unit: number, before: number): number {
  if (unit === PARAGRAPH_SEPARATOR) return 2;
  return unit === CARRIAGE_RETURN || (unit === LINE_FEED && before !== CARRIAGE_RETURN) ? 1 : 0;
}

/** The paragraphs of a text, without the blanks around them. */
export function* paragraphSpans(text: string): Generator<TextSpan> {
  let [start, end, breaks, before] = [-1, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      breaks += lineBreaks(unit, before);
    } else {
      if (start < 0) start = at;
      if (breaks >= 2 && end > start) {
        yield { start, end };
        start = at;
      }
      breaks = 0;
      end = at + 1;
    }
    before = unit;
  }
  if (start >= 0) yield { start, end };
}

/** The pieces of a paragraph; none splits a surrogate pair. */
export function* piecesOf(text: string, { start, end }: TextSpan): Generator<Piece> {
  for (let at = start; at < end; ) {
    const next = end - at <= PIECE + CONTEXT ? end : whole(text, at + PIECE);
    const from = whole(text, Math.max(start, at - CONTEXT));
    const to = whole(text, Math.min(end, next + CONTEXT));
    yield { start: at, end: next, from, to, closes: next === end };
    at = next;
  }
}

/** The offset, or the next one if it would split a surrogate pair. */
function whole(text: string, at: number): number {
  const isCut = /^[\udc00-\udfff]$/.test(text.charAt(at)) && /^[\ud800-\udbff]$/.test(text.charAt(at - 1));
  return isCut ? at + 1 : at;
}
