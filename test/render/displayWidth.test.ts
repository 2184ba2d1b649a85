import { describe, expect, it } from 'vitest';
import { displayWidth, graphemes, shortened } from '../../src/render/displayWidth.js';

/** The characters of a Unicode class, but for some. */
function characters(kind: RegExp, except: RegExp = /^$/): string[] {
  const found: string[] = [];
  for (let code = 0x20; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    if (kind.test(character) && !except.test(character)) found.push(character);
  }
  return found;
}

describe('the display width', () => {
  it.each([
    ['', 0],
    ['cat', 3],
    ['naïve', 5],
    ['naı\u0308ve', 5], // with a combining diaeresis
    ['дом', 3],
    ['猫', 2],
    ['ねこ', 4],
    ['ネコ', 4],
    ['ﾈｺ', 2], // halfwidth
    ['Ａ１', 4], // fullwidth
    ['고양이', 6],
    ['\u1100\u1161\u11A8', 2], // a Hangul syllable in three parts
    ['。、「」', 8],
    ['“…”', 3], // ambiguous: narrow
    ['שָׁלוֹם', 4],
    ['बिल्ली', 5], // vowel signs beside their consonant take a cell
    ['🐈', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪🇫🇷', 4],
    ['☎', 1],
    ['☎️', 2],
    ['1️⃣', 2],
    ['a\u200Bb\uFEFF', 2],
    ['x🐈猫', 5],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('is 2 for every ideograph, kana, Hangul syllable and emoji', () => {
    const wide = [
      ...characters(/\p{Ideographic}/u, /\p{Mn}/u),
      ...characters(/[\p{Script=Hiragana}\p{Script=Katakana}]/u, /[\uFF66-\uFF9D]/),
      ...characters(/[\uAC00-\uD7A3]/),
      ...characters(/\p{Emoji_Presentation}/u),
    ];
    expect(wide.length).toBeGreaterThan(100_000);
    expect(wide.filter((character) => displayWidth(character) !== 2)).toEqual([]);
  });

  it('is 0 for every mark that takes no room', () => {
    const marks = characters(/[\p{Mn}\p{Me}]/u);
    expect(marks.length).toBeGreaterThan(1500);
    expect(marks.filter((character) => displayWidth(character) !== 0)).toEqual([]);
  });

  it('is 1 for every letter of the narrow scripts', () => {
    const letters = characters(
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u,
      /[\P{L}\uFF21-\uFF5A]/u,
    );
    expect(letters.length).toBeGreaterThan(2500);
    expect(letters.filter((character) => displayWidth(character) !== 1)).toEqual([]);
  });
});

it('graphemes keep together what is read as one', () => {
  expect(graphemes('abc')).toEqual(['a', 'b', 'c']);
  expect(graphemes('e\u0301👍🏽猫')).toEqual(['e\u0301', '👍🏽', '猫']);
  const long = [
    'a',
    ...Array.from({ length: 3000 }, (_, at) => ['🇩🇪', '👩\u200d🚀', 'e\u0301', '猫'][at % 4]),
  ];
  expect(graphemes(long.join(''))).toEqual(long);
});

describe('a shortened text', () => {
  it.each([
    ['word', 4, 'word'],
    ['words', 4, 'wor…'],
    ['猫猫', 4, '猫猫'],
    ['猫猫猫', 4, '猫…'],
    ['猫猫猫', 5, '猫猫…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['👩\u200d🚀🇩🇪a', 4, '👩\u200d🚀…'],
  ])('of %j to %i cells is %j', (text, width, expected) => {
    expect(shortened(text, width)).toBe(expected);
    expect(displayWidth(expected)).toBeLessThanOrEqual(width);
  });

  it('may have many characters that take no room', () => {
    const text = `${'\u00ad'.repeat(200_000)}word`;
    expect(shortened(text, 3)).toBe(`${'\u00ad'.repeat(200_000)}wo…`);
  });
});
