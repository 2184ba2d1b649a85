// What counts as an emoji: for splitters, to which it is a token, and for taggers, to which it is a symbol.
//
// Each alternative below starts with another character, so matching never goes back, whatever the text.

/** One character of an emoji, or a keycap: a picture, half of a flag, a modifier, a joiner. */
const part =
  '(?:(?![\\p{P}©®™](?!\\u{FE0F}))\\p{Extended_Pictographic}|' +
  '[\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u{FE0F}\\u{200D}\\u{E0020}-\\u{E007F}]|[0-9#*]\\u{FE0F}?\\u{20E3})';

/** The source of an expression for a run of such characters; only those for which `isEmoji` holds are emoji. */
export const emojiRun: string = `${part}+`;

const onlyParts = new RegExp(`^${emojiRun}$`, 'u');
/** Signs that are text unless U+FE0F follows, such as ♥ and ☎, are emoji only beside one of these. */
const picture = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|\u{20E3}/u;

/** Whether a text is an emoji or several. */
export function isEmoji(text: string): boolean {
  return picture.test(text) && onlyParts.test(text);
}
