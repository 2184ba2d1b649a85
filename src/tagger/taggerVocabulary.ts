// What a tagger knows: what its encoder looks words up in, the tags that it chooses among, the lemmas of words, and what it
// does with emoji.
import type { Lexicon } from '../encoder/encoder.js';
import { type Outputs, Vocabulary } from '../encoder/vocabulary.js';
import type { EmojiTags } from './emoji.js';
import type { LemmatizerData } from './lemmatizer.js';

/** What older model files lack: their networks choose among edits that make lemmas, and tag emoji as any word. */
export interface WordKnowledge {
  readonly lemmas?: LemmatizerData;
  readonly emoji?: EmojiTags;
}

export class TaggerVocabulary extends Vocabulary {
  readonly knowledge: WordKnowledge;

  constructor(lexicon: Lexicon, outputs: Outputs, knowledge: WordKnowledge) {
    super(lexicon, outputs);
    this.knowledge = knowledge;
  }

  override get data(): object {
    return { ...super.data, ...this.knowledge };
  }
}

/** What a model file knows about words; undefined where it is unsound. */
export function readWordKnowledge({
  lemmas,
  emoji,
}: Readonly<Record<string, unknown>>): WordKnowledge | undefined {
  if (!(lemmas === undefined || isLemmatizerData(lemmas)) || !(emoji === undefined || areTags(emoji))) {
    return undefined;
  }
  return { ...(lemmas && { lemmas }), ...(emoji && { emoji }) };
}

function isLemmatizerData(value: unknown): value is LemmatizerData {
  const { tags, words } = Object(value) as Record<string, unknown>;
  if (!Array.isArray(tags) || !Array.isArray(words)) return false;
  return (
    tags.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isCell)) &&
    words.every((word) => {
      if (!Array.isArray(word) || word.length !== 4) return false;
      const [form, number, lemma, times] = word;
      const isNumber = Number.isInteger(number) && number >= 0 && number < tags.length;
      return (
        isCell(form) && isNumber && isCell(lemma) && lemma !== '' && Number.isInteger(times) && times > 0
      );
    })
  );
}

function areTags(value: unknown): value is EmojiTags {
  return typeof value === 'object' && value !== null && Object.values(value).every(isCell);
}

/** Whether a value is fit for a column of a treebank. */
function isCell(value: unknown): value is string {
  return typeof value === 'string' && !/[\t\n\r\0]/.test(value);
}
