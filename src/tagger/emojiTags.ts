// Tags emoji by rule, as symbols. Most treebanks predate them, and a network that has seen only a handful takes them
// for punctuation, which has no letters either.
import { isEmoji } from '../conllu/emoji.js';
import type { Word } from '../conllu/sentence.js';

/** The tag of emoji in each column. */
export type EmojiTags = Readonly<Partial<Record<'upos' | 'xpos' | 'feats', string>>>;

/** With this many emoji in training, the network learns by itself how the treebank tags them. */
const ENOUGH = 10;

/** Made of punctuation and signs; UD tags emoticons as symbols too. */
const emoticon = /^[\p{P}\p{S}]{2,}$/u;

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
