// The splitter's input: the non-blank characters of a text, each with its class and whether blanks are next to it.
//
// A character is a code point, so that surrogate pairs are never split. Blanks have no row of their own: the class of a
// character includes whether one precedes or follows it, which makes sequences a fifth shorter.

/** Scripts without blanks between words, by class. */
const unspacedScripts = {
  han: '\\p{Script=Han}',
  hiragana: '\\p{Script=Hiragana}\\p{Script=Bopomofo}',
  katakana: '\\p{Script=Katakana}',
  southeastAsian: '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}',
};
const lettersOf = (scripts: string) => new RegExp(`(?=\\p{L})[${scripts}]`, 'u');
const anyUnspaced = new RegExp(`[${Object.values(unspacedScripts).join('')}]`, 'u');

/** A character has the first class whose pattern it matches. The network relies on it for unknown characters. */
const patterns = {
  // White space, and characters that CoNLL-U cannot hold.
  blank: /[\s\p{Cc}\u200b]/u,
  // Characters that never start a token: marks, joiners, emoji skin tones, flag tags.
  joined: /\p{M}|\p{Join_Control}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]/u,
  format: /\p{Cf}/u,
  digit: /\p{Nd}/u,
  number: /\p{N}/u,
  han: lettersOf(unspacedScripts.han),
  hiragana: lettersOf(unspacedScripts.hiragana),
  katakana: lettersOf(unspacedScripts.katakana),
  southeastAsian: lettersOf(unspacedScripts.southeastAsian),
  hangul: /(?=\p{L})\p{Script=Hangul}/u,
  upperCase: /[\p{Lu}\p{Lt}]/u,
  lowerCase: /\p{Ll}/u,
  letter: /\p{L}/u,
  connector: /\p{Pc}/u,
  dash: /\p{Pd}/u,
  opening: /\p{Ps}/u,
  closing: /\p{Pe}/u,
  openingQuote: /\p{Pi}/u,
  closingQuote: /\p{Pf}/u,
  // In all scripts of Unicode.
  sentenceEnd: /\p{Sentence_Terminal}/u,
  punctuation: /\p{P}/u,
  flag: /\p{Regional_Indicator}/u,
  pictograph: /\p{Extended_Pictographic}/u,
  currency: /\p{Sc}/u,
  mathematical: /\p{Sm}/u,
  symbol: /\p{S}/u,
  // Unassigned, private use, or unpaired surrogate.
  other: /./su,
};

const names = Object.keys(patterns) as (keyof typeof patterns)[];
const classes = Object.values(patterns);
const [BLANK, JOINED] = (['blank', 'joined'] as const).map((name) => names.indexOf(name));
const numbersOf = (...of: (keyof typeof patterns)[]) => new Set(of.map((name) => names.indexOf(name)));
const unspaced = numbersOf(...(Object.keys(unspacedScripts) as (keyof typeof unspacedScripts)[]));
const letters = numbersOf('hangul', 'upperCase', 'lowerCase', 'letter', 'joined');

/** A cache of character classes plus one; 0 for not computed yet. */
const known = new Uint8Array(0x110000);

function classOf(codePoint: number): number {
  if (known[codePoint] === 0) {
    const character = String.fromCodePoint(codePoint);
    known[codePoint] = 1 + classes.findIndex((pattern) => pattern.test(character));
  }
  return known[codePoint] - 1;
}

export function isBlank(codePoint: number): boolean {
  return classOf(codePoint) === BLANK;
}

/** Whether some character of a text is of a script without blanks between words. */
export function hasUnspaced(text: string): boolean {
  return anyUnspaced.test(text);
}

const blanks = new RegExp(`${patterns.blank.source}+`, 'gu');

/** A text with each run of blanks replaced by one space. */
export function withSpaces(text: string): string {
  return text.replace(blanks, ' ');
}

/** Whether a character is a letter of a script without spaces between words. */
export function isUnspaced(codePoint: number): boolean {
  return unspaced.has(classOf(codePoint));
}

/** Whether a character is part of a word that is delimited by blanks or punctuation. */
export function isLetter(codePoint: number): boolean {
  return letters.has(classOf(codePoint));
}

/** Whether a character continues the one before it, so that no token ends between them. */
export function isJoined(codePoint: number): boolean {
  return classOf(codePoint) === JOINED;
}

/** Whether a character joins the one after it to the one before it. */
export function isJoiner(codePoint: number): boolean {
  return codePoint === 0x200c || codePoint === 0x200d;
}

/** The number of values in `Characters.classes`: each class without adjacent blanks, after one, before one, between two. */
export const classCount = 4 * classes.length;

/** Whether a blank follows a character, by its number in `Characters.classes`. */
export function isBeforeBlank(kind: number): boolean {
  return (kind & 2) !== 0;
}

/** The non-blank characters of a range of text. */
export interface Characters {
  readonly text: string;
  readonly count: number;
  /** The start and end of each in the text, in UTF-16 units. */
  readonly starts: Int32Array; // [count]
  readonly ends: Int32Array; // [count]
  readonly codePoints: Int32Array; // [count]
  readonly classes: Int32Array; // [count]
}

/** The characters from `start` up to `end`, neither of which may split a surrogate pair; the text counts as surrounded by blanks. */
export function charactersOf(text: string, start = 0, end = text.length): Characters {
  const starts = new Int32Array(end - start);
  const ends = new Int32Array(end - start);
  const codePoints = new Int32Array(end - start);
  const kinds = new Int32Array(end - start);
  let count = 0;
  let blankBefore = start === 0 || isBlank(text.charCodeAt(start - 1)); // every blank is one unit
  for (let at = start; at < end; ) {
    const codePoint = text.codePointAt(at) as number;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    const kind = classOf(codePoint);
    if (kind !== BLANK) {
      const blankAfter = next >= text.length || isBlank(text.charCodeAt(next));
      starts[count] = at;
      ends[count] = next;
      codePoints[count] = codePoint;
      kinds[count++] = 4 * kind + 2 * Number(blankAfter) + Number(blankBefore);
    }
    blankBefore = kind === BLANK;
    at = next;
  }
  return {
    text,
    count,
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
    codePoints: codePoints.subarray(0, count),
    classes: kinds.subarray(0, count),
  };
}
