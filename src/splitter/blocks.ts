// Splits a stream of text into blocks of whole paragraphs, so that a text of any length takes little memory.
import { isBlank } from './characters.js';
import { lineBreaks } from './paragraphs.js';

export interface TextBlock {
  readonly text: string;
  /** Its offset in the whole text, in UTF-16 units. */
  readonly offset: number;
}

/** The longest paragraph in UTF-16 units; a longer one is split after its last blank, if any. */
const LONGEST = 1 << 20;

/** The blocks of a text that arrives in chunks. Concatenated they are the text; their paragraphs depend on the text alone. */
export async function* blocksOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<TextBlock> {
  let [text, offset] = ['', 0];
  // In the buffered text: the start of the current paragraph, and the end of the last blank.
  let [start, blank] = [0, 0];
  // Line breaks since the last non-blank character.
  let [breaks, before] = [0, 0];
  for await (const chunk of chunks) {
    const ends: number[] = [];
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk.charCodeAt(at);
      const place = text.length + at;
      if (place - start === LONGEST) {
        start = blank > start ? blank : isPair(before, unit) ? place - 1 : place;
        ends.push(start);
      }
      if (isBlank(unit)) {
        breaks += lineBreaks(unit, before);
        blank = place + 1;
      } else {
        breaks = 0;
      }
      if (breaks >= 2) start = place + 1;
      before = unit;
    }
    text += chunk;
    let end = 0;
    for (const next of ends.at(-1) === start ? ends : [...ends, start]) {
      if (next > end) yield { text: text.slice(end, next), offset: offset + end };
      end = next;
    }
    text = text.slice(end);
    offset += end;
    start -= end;
    blank -= end;
  }
  if (text !== '') yield { text, offset };
}

/** Whether two units are a surrogate pair. */
function isPair(first: number, second: number): boolean {
  return first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
}
