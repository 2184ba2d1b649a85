// The vocabulary of a tagger: its encoder's lexicon, its tags, the lemmas and the spelling of words, and the tags of emoji.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Lexicon } from '../encoder/encoder.js';
import { countOf, type LabelHead, type Outputs, Vocabulary } from '../encoder/vocabulary.js';
import { type EmojiTags, emojiTagsOf } from './emojiTags.js';
import type { TaggedWord } from './lemmaEntry.js';
import { lemmaRuleOf } from './lemmaRule.js';
import { hasLemma, isCell, LemmaTable } from './lemmaTable.js';

export const tagColumns = ['upos', 'xpos', 'feats', 'lemma'] as const;
export type TagColumn = (typeof tagColumns)[number];

/**
 * Older model files lack this: their networks choose among edits for lemmas, and tag emoji like any word. In others the
 * network's lemma rules, which some lack, help the lemmatizer.
 */
export interface WordKnowledge {
  readonly lemmas?: LemmaTable;
  /** Words in lower case that are spelt right though they are like training words; with them, others are corrected. */
  readonly rightWords?: ReadonlySet<string>;
  readonly emoji?: EmojiTags;
}

export class TaggerVocabulary extends Vocabulary {
  /** More lemmas may replace it before the first word is tagged. */
  knowledge: WordKnowledge;

  constructor(
    lexicon: Lexicon,
    outputs: Outputs,
    knowledge: WordKnowledge,
    labelHeads?: readonly LabelHead[],
  ) {
    super(lexicon, outputs, labelHeads);
    this.knowledge = knowledge;
  }

  override get data(): object {
    const { lemmas, rightWords, emoji } = this.knowledge;
    return {
      ...super.data,
      ...(lemmas && { lemmas: lemmas.data }),
      ...(rightWords && { rightWords: [...rightWords].join('\n') }),
      ...(emoji && { emoji }),
    };
  }
}

/** A lemma rule of fewer training words is left to the lemmatizer. */
const FEWEST_WORDS = 3;

/** The tags of each column in the sentences, and the more frequent rules of their lemmas. */
export function tagOutputs(sentences: readonly Sentence[], columns: readonly TagColumn[]): Outputs {
  const words = sentences.flatMap((sentence) => sentence.words);
  const outputs: Record<string, string[]> = {};
  for (const name of columns) {
    const texts = name === 'lemma' ? lemmaRulesOf(words) : words.map((word) => word[name]);
    const fewest = name === 'lemma' ? FEWEST_WORDS : 1;
    const frequent = countOf(texts).filter(([, times]) => times >= fewest);
    if (frequent.length > 0) outputs[name] = frequent.map(([text]) => text);
  }
  return outputs;
}

function lemmaRulesOf(words: readonly Word[]): string[] {
  return words.filter(hasLemma).map(({ form, lemma }) => lemmaRuleOf(form, lemma));
}

/** The lemmas and emoji tags that the sentences teach. */
export function knowledgeOf(sentences: readonly Sentence[], columns: readonly TagColumn[]): WordKnowledge {
  const words = sentences.flatMap((sentence) => sentence.words);
  const emoji = columns.includes('upos') ? emojiTagsOf(words) : undefined;
  return {
    ...(columns.includes('lemma') && { lemmas: LemmaTable.of(wordsWithLemmas(sentences, columns)) }),
    ...(emoji && { emoji }),
  };
}

/** The words of sentences as a table of lemmas has them. */
export function wordsWithLemmas(
  sentences: readonly Sentence[],
  columns: readonly TagColumn[],
): (TaggedWord & { readonly lemma: string })[] {
  return sentences.flatMap(({ words }) =>
    words.map((word) => ({ ...lemmatizable(word.form, word, columns), lemma: word.lemma })),
  );
}

/**
 * What a lemma depends on: besides form and UPOS, the XPOS and the features. In older model files it was the XPOS or,
 * without an XPOS column, the features.
 */
export function lemmatizable(
  form: string,
  { upos = '_', xpos = '_', feats = '_' }: Partial<Word>,
  columns: readonly TagColumn[],
  { isOlder = false }: { readonly isOlder?: boolean } = {},
): TaggedWord {
  const known = (name: TagColumn, value: string) => (columns.includes(name) ? value : '_');
  const tag = `${known('xpos', xpos)} ${known('feats', feats)}`;
  const olderTag = columns.includes('xpos') ? xpos : known('feats', feats);
  return { form, upos: known('upos', upos), tag: isOlder ? olderTag : tag };
}

/** The tags of a word as `lemmatizable` has it; undefined in older model files, which lack some. */
export function tagsOf({
  upos,
  tag,
}: Pick<TaggedWord, 'upos' | 'tag'>): Readonly<Record<string, string>> | undefined {
  const end = tag.indexOf(' ');
  return end < 0 ? undefined : { upos, xpos: tag.slice(0, end), feats: tag.slice(end + 1) };
}

/** The word knowledge of a model file; undefined if invalid. */
export function readWordKnowledge({
  lemmas,
  rightWords,
  emoji,
}: Readonly<Record<string, unknown>>): WordKnowledge | undefined {
  const table = lemmas === undefined ? undefined : LemmaTable.read(lemmas);
  if (lemmas !== undefined && !table) return undefined;
  if (rightWords !== undefined && typeof rightWords !== 'string') return undefined;
  if (emoji !== undefined && !areTags(emoji)) return undefined;
  return {
    ...(table && { lemmas: table }),
    ...(rightWords !== undefined && { rightWords: new Set(rightWords.split('\n')) }),
    ...(emoji !== undefined && { emoji }),
  };
}

function areTags(value: unknown): value is EmojiTags {
  return typeof value === 'object' && value !== null && Object.values(value).every(isCell);
}
