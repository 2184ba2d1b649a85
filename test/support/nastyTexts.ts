// Texts that are hard to take: every script, broken Unicode, layout of all kinds, and what looks like a file format.
import fc from 'fast-check';

/** Letters by rows of 128 code points, which is how Unicode deals out its scripts; the largest have one row each. */
const scripts: string[][] = lettersByRow();

function lettersByRow(): string[][] {
  const rows: string[][] = [];
  const large =
    /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Tangut}|\p{Script=Egyptian_Hieroglyphs}|\p{Script=Cuneiform}/u;
  for (let row = 0; row < 0x30000; row += 128) {
    const characters = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(row + at));
    const letters = characters.filter((character) => /\p{L}/u.test(character));
    if (letters.length > 0 && !large.test(letters[0])) rows.push(letters);
  }
  return [...rows, ['漢', '字', '説', '明'], ['한', '국', '어'], ['𗀀', '𗀁'], ['𓀀', '𓀁'], ['𒀀', '𒀁']];
}

const among = (...texts: string[]) => fc.constantFrom(...texts);
/** Characters of code points from `first` to `last`. */
const between = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code));
const several = (unit: fc.Arbitrary<string>, maxLength: number, minLength = 1) =>
  fc.array(unit, { minLength, maxLength }).map((units) => units.join(''));
const repeated = (unit: fc.Arbitrary<string>, most: number) =>
  fc.tuple(unit, fc.integer({ min: 1, max: most })).map(([text, times]) => text.repeat(times));

const english = among(
  ...'The a man saw me with of and it walks , . ? ! Mr. U.S. e.g. 5 p.m. 3.5% $1,000.50 :-) … -- '.split(' '),
  ...[
    "don't",
    "DON'T",
    'cannot',
    'gonna',
    "it's",
    "I'd've",
    'İ',
    'ﬁne',
    'STRAẞE',
    'Ǆ',
    'https://example.org/?q=1#x',
  ],
);
const scriptWord = fc.constantFrom(...scripts).chain((letters) => several(fc.constantFrom(...letters), 8));
const lineEnd = among('\n', '\r', '\r\n', '\n\n', '\r\r', '\n\r', '\u0085', '\u2028', '\u2029', '\v', '\f');
const blank = among(' ', '  ', '\t', '\u00a0', '\u3000', '\u2003', '\u200b', '\ufeff', '\u1680');
const control = fc.oneof(between(0, 0x1f), between(0x7f, 0x9f), among('\0', '\x1b[31m', '\x07'));
const invisible = among(
  ...[
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u2060',
    '\u2063',
    '\ufeff',
    '\u00ad',
    '\u180e',
    '\u034f',
    '\ufff9',
  ],
);
const bidirectional = fc.oneof(
  between(0x202a, 0x202e),
  between(0x2066, 0x2069),
  among('\u061c', 'שלום', 'مدرسة'),
);
const mark = fc.oneof(
  between(0x300, 0x36f),
  among('\u0489', '\u0e49', '\u3099', '\u20e3', '\ufe0f', '\u{e0100}'),
);
const zalgo = fc.tuple(english, several(mark, 40)).map(([word, marks]) => word + marks);
const emoji = among(
  ...['😀', '👩‍👩‍👧‍👦', '👩🏽‍🚀', '🏳️‍🌈', '👍🏿', '🇩🇪', '🇩🇪🇳🇱🇫', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '❤️', '👩‍', '🏽', '☺'],
);
const halfPair = fc.oneof(between(0xd800, 0xdbff), between(0xdc00, 0xdfff));
const unassigned = fc.oneof(
  between(0xe000, 0xf8ff),
  between(0xf0000, 0x10fffd),
  between(0xfdd0, 0xfdef),
  among('\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}', '\u0378', '\ufffd'),
);
const format = among(
  ...['_', '#', '# text = x', '# newdoc', '=', '|', 'SpaceAfter=No', '1-2', '1.1', '_\t_', '0', '-1'],
  '1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tend\tend\tNOUN\tNN\t_\t0\troot\t_\t_\n\n',
  ...['<svg>', '&amp;', '&', '<', ']]>', '<!--', '"', "'", '\\', '\\n', '{"a":1}', '%s', '$&', '-->'],
  ...['__proto__', 'constructor', 'toString', 'undefined', 'null', 'NaN', '(unknown)', '(root)'],
);
const punctuation = among(...'.,;:!?()[]{}<>"\'`´“”‘’«»…—–-/\\|*+~^°§%&@#$€£¥。、！？「」؟،।'.split(''));
const number = fc.oneof(
  several(between(0x30, 0x39), 12),
  several(between(0x660, 0x669), 6),
  among('1e-9', 'Ⅻ', '½'),
);

const pieces: fc.WeightedArbitrary<string>[] = [
  { arbitrary: english, weight: 8 },
  { arbitrary: scriptWord, weight: 4 },
  { arbitrary: lineEnd, weight: 2 },
  { arbitrary: blank, weight: 2 },
  { arbitrary: punctuation, weight: 2 },
  { arbitrary: number, weight: 1 },
  ...[control, invisible, bidirectional, mark, emoji, halfPair, unassigned, format, zalgo].map(
    (arbitrary) => ({
      arbitrary,
      weight: 1,
    }),
  ),
  { arbitrary: fc.string({ unit: 'binary', maxLength: 5 }), weight: 1 },
];

/** Pieces of all kinds, with something between them. */
const mixture = fc
  .array(fc.tuple(fc.oneof(...pieces), fc.oneof({ arbitrary: among('', ' '), weight: 8 }, blank, lineEnd)), {
    maxLength: 24,
    size: 'max',
  })
  .map((all) => all.flat().join(''));

/** Of one kind only. */
const pure = fc.oneof(
  several(punctuation, 60),
  several(blank, 60),
  several(lineEnd, 60),
  several(scriptWord, 8),
  several(emoji, 20),
  several(halfPair, 40),
  several(control, 40),
  several(fc.oneof(format, lineEnd), 12),
  several(
    fc.tuple(among('#', '_', '-', '*', '>'), english, lineEnd).map((line) => line.join('')),
    10,
  ),
);

/** The same again and again; few are as long as these may be. */
const monotonous = fc.oneof(
  { arbitrary: repeated(fc.oneof(...pieces), 30), weight: 4 },
  {
    arbitrary: repeated(
      among('(', '[(', '((a) ', ')', '.', '"', '7', 'ab', '𝒳', '漢', '\u0301', '\ud83d'),
      700,
    ),
    weight: 1,
  },
);

/** A text that is hard to take; most are short. */
export const nastyTexts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: mixture, weight: 16 },
  { arbitrary: pure, weight: 3 },
  { arbitrary: monotonous, weight: 1 },
);

/** The same texts for the same seed. */
export function sampleOfTexts(count: number, seed: number): string[] {
  return fc.sample(nastyTexts, { numRuns: count, seed });
}

/** Texts of unusual size, by what they are. */
export const extremeTexts: Readonly<Record<string, string>> = {
  nothing: '',
  'a NUL': '\0',
  'more than a megabyte without a blank': 'x'.repeat((1 << 20) + 1000),
  '50,000 line feeds': `a${'\n'.repeat(50_000)}b`,
  '50,000 line ends of two characters': `a${'\r\n'.repeat(50_000)}b`,
  '3,000 lines of a letter': 'a\n'.repeat(3_000),
  '1,000 paragraphs': 'Go.\n\n'.repeat(1_000),
  'a million blanks': `a${' '.repeat(1 << 20)}b`,
  '20,000 marks on a letter': `e${'\u0301'.repeat(20_000)}`,
  'a number of 10,000 digits': '1234567890'.repeat(1_000),
  '2,000 brackets that open': '('.repeat(2_000),
  '2,000 characters joined by joiners': '👩\u200d'.repeat(1_000),
  '10,000 halves of surrogate pairs': '\ud83d'.repeat(10_000),
  '3,000 words in one sentence': 'and so '.repeat(1_500),
};
