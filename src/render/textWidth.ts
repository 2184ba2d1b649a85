// Estimates the width of a text in a proportional font that is not available.
//
// Text cannot be measured without a browser, so each character counts with the width of its kind in common sans-serif
// fonts. On words of English and Dutch treebanks the estimate is 9% above the widths of Arial and 4% below those of
// DejaVu Sans. Drawings centre their texts, so an error is split between the gaps on both sides.
import { displayWidth, graphemes } from './displayWidth.js';

const kinds: [RegExp, number][] = [
  [/^[.,:;'`’‘|!ijlıí·]/u, 0.29],
  [/^[-\s()[\]{}/\\"“”°*ftrI]/u, 0.38],
  [/^[mwMW@%…—œæŒÆжшщюыЖШЩЮЫ]/u, 0.92],
  [/^[\p{Lu}&+=<>~#]/u, 0.7],
  [/^/u, 0.58],
];

/** An estimate of a text's width in pixels, for a font size in pixels. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0; // in ems
  for (const grapheme of graphemes(text)) {
    const cells = displayWidth(grapheme);
    width += cells === 1 ? kinds.find(([kind]) => kind.test(grapheme))![1] : cells * 0.55;
  }
  return width * fontSize;
}
