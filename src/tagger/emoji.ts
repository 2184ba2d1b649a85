// Tags emoji by rule, as symbols. Most treebanks predate them, and a network that has seen only a handful takes them
// for punctuation, which has no letters either.
import type { Word } from '../conllu/sentence.js';

/** The tag of emoji in each column. */
export type EmojiTags = Readonly<Partial<Record<'upos' | 'xpos' | 'feats', string>>>;

/** With this many emoji in training, the network learns by itself how the treebank tags them. */
const ENOUGH = 10;

/**
 * Pictures, flags and keycaps, with modifiers and joiners. Signs that are text unless U+FE0F follows, such as ♥, ™ and
 * ‼, are left to the network: some of them are punctuation.
 */
const picture =
  '(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}(?=\\u{FE0F})|[0-9#*]\\u{FE0F}?\\u{20E3})';
const modifier = '(?:\\p{Emoji_Modifier}|\\u{FE0F}|[\\u{E0020}-\\u{E007F}])';
/** After a joiner, any pictograph counts as an emoji. */
const joined = `(?:\\u{200D}\\p{Extended_Pictographic}${modifier}*)`;
const emoji = new RegExp(`^(?:${picture}${modifier}*${joined}*)+$`, 'u');

/** Made of punctuation and signs; UD tags emoticons as symbols too. */
const emoticon = /^[\p{P}\p{S}]{2,}$/u;

/** Whether a word consists of emoji. */
export function isEmoji(form: string): boolean {
  return emoji.test(form);
}

/**
 * The tags that emoji get by rule, derived from the training words: UPOS is SYM, and the other columns are the most
 * frequent ones of emoticons. Undefined if the treebank has no symbols, or enough emoji.
 */
export function emojiTagsOf(words: readonly Word[]): EmojiTags | undefined {
  if (!words.some(({ upos }) => upos === 'SYM')) return undefined;
  if (words.filter(({ form }) => isEmoji(form)).length >= ENOUGH) return undefined;
  const emoticons = words.filter(({ form, upos }) => upos === 'SYM' && emoticon.test(form));
  if (emoticons.length === 0) return { upos: 'SYM' };
  const most = (name: 'xpos' | 'feats') => {
    const counts = new Map<string, number>();
    for (const word of emoticons) counts.set(word[name], (counts.get(word[name]) ?? 0) + 1);
    return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  };
  return { upos: 'SYM', xpos: most('xpos'), feats: most('feats') };
}
