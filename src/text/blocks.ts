// Cuts a stream of text into blocks of whole paragraphs, so that a text of any length is split in little memory.
import { isBlank } from '../model/characters.js';
import { lineBreaks } from './paragraphs.js';

export interface Block {
  readonly text: string;
  /** Where it begins in the whole text, in UTF-16 units. */
  readonly offset: number;
}

/** A paragraph that is longer, in UTF-16 units, is taken for two, cut at a blank if it has one. */
const LONGEST = 1 << 20;

/** The blocks of a text that comes in chunks; put together they are the text. */
export async function* blocksOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Block> {
  let [text, offset] = ['', 0];
  // Line breaks since the last character that is not blank, and where the last paragraph to end has ended.
  let [breaks, before, end] = [0, 0, 0];
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk.charCodeAt(at);
      breaks = isBlank(unit) ? breaks + lineBreaks(unit, before) : 0;
      if (breaks >= 2) end = text.length + at + 1;
      before = unit;
    }
    text += chunk;
    if (end === 0 && text.length > LONGEST) end = cutOf(text);
    if (end === 0) continue;
    yield { text: text.slice(0, end), offset };
    text = text.slice(end);
    offset += end;
    end = 0;
  }
  if (text !== '') yield { text, offset };
}

/** The place after the last blank, or else the end, if that cuts no surrogate pair. */
function cutOf(text: string): number {
  for (let at = text.length; at > 0; at--) if (isBlank(text.charCodeAt(at - 1))) return at;
  return /[\ud800-\udbff]$/.test(text.slice(-1)) ? text.length - 1 : text.length;
}
