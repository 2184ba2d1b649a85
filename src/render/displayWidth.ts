// The number of terminal cells that a text occupies.
import { eastAsianWidth } from 'get-east-asian-width';

// Combining marks, invisible characters, and the vowels and final consonants of decomposed Hangul syllables.
const zero = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11FF\uD7B0-\uD7FB]/u;

// An emoji, or a character that a following variation selector makes an emoji.
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;

// A fast path for most text: Latin and Cyrillic letters, and the lines and arrows of a terminal tree.
const narrow = /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0400-\u0482\u048A-\u04FF\u2500-\u257F►◄]*$/;

/** Created when needed, since that takes as long as parsing some sentences. */
let segmenter: Intl.Segmenter | undefined;
/** UTF-16 units per call of the segmenter, whose time is quadratic; only stacks of combining marks are longer. */
const STRETCH = 500;

/** The user-perceived characters: letters with their marks, emoji sequences. */
export function graphemes(text: string): string[] {
  if (narrow.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  const all: string[] = [];
  for (let start = 0; start < text.length; ) {
    // Half of a surrogate pair goes to the next stretch.
    const stretch = text.slice(start, start + STRETCH).replace(/(?<=.)[\uD800-\uDBFF]$/s, '');
    const found = Array.from(segmenter.segment(stretch), ({ segment }) => segment);
    // The last one may continue in the next stretch.
    if (found.length > 1 && start + stretch.length < text.length) found.pop();
    for (const grapheme of found) start += grapheme.length;
    all.push(...found);
  }
  return all;
}

/** The cells of a text without control characters. Ambiguous widths count as narrow, as outside East Asia. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  if (!emoji.test(text)) return addedWidths(text);
  // Terminals add up the widths of characters, but an emoji sequence with joiners, modifiers or flags counts as one.
  return graphemes(text).reduce((sum, one) => sum + (emoji.test(one) ? 2 : addedWidths(one)), 0);
}

function addedWidths(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!zero.test(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}

/** The text, truncated to this many cells with … if it is longer. */
export function shortened(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let [start, cells] = ['', 0];
  for (const grapheme of graphemes(text)) {
    cells += displayWidth(grapheme);
    if (cells >= width) break;
    start += grapheme;
  }
  return `${start}…`;
}
