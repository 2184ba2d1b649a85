// What every model that tags has, and how sentences are tagged with it.
import { batchOf, type Input } from '../encoder/batch.js';
import type { Encoder, TaggedForm } from '../encoder/encoder.js';
import type { Parameters } from '../nn/parameters.js';
import type { TaggerVocabulary } from './taggerVocabulary.js';
import type { TagHead, TagHeadSettings } from './tagHead.js';

/** The tag indices of each column that the network fills; −1 for ROOT and for unknown tags. */
export type Tags = readonly Int32Array[]; // [n+1] each

/** A word that is tagged by rule, counting from 0, with its tags. */
export interface RuledWord {
  readonly at: number;
  readonly tags: Readonly<Record<string, string>>;
}

export interface TagInput extends Input {
  readonly ruled: readonly RuledWord[];
}

/** A model that tags, whatever else it does. */
export interface TagModel {
  readonly settings: Pick<TagHeadSettings, 'columns'>;
  readonly vocabulary: TaggerVocabulary;
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly tagHead: TagHead;
}

/** The input of a tagging model. */
export function tagInputOf(
  { encoder, tagHead }: Pick<TagModel, 'encoder' | 'tagHead'>,
  words: readonly TaggedForm[],
): TagInput {
  return { ...encoder.inputOf(words), ruled: tagHead.ruledIn(words) };
}

/** The tags of sentences, with a separate pass through the encoder. */
export function predictTags(
  { parameters, encoder, tagHead }: Pick<TagModel, 'parameters' | 'encoder' | 'tagHead'>,
  items: readonly TagInput[],
): Tags[] {
  return parameters.engine.arena.scope(() => {
    const batch = batchOf(items);
    const found = tagHead.tags(batch, encoder.encode(batch));
    return found.map((tags, s) => tagHead.withRules(tags, items[s].ruled));
  });
}

/** Joins the tags of the pieces of one sentence. */
export function joinedTags(pieces: readonly Tags[]): Tags {
  if (pieces.length === 1) return pieces[0];
  return pieces[0].map((_, column) =>
    Int32Array.from(pieces.flatMap((tags, piece) => [...tags[column].subarray(piece === 0 ? 0 : 1)])),
  );
}
