// Tags from the tagger in the columns of a sentence.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { TagModel, Tags } from '../tagger/tagHead.js';
import type { PlainSentence } from './annotator.js';

/** A sentence as threads take it: with its tags, unless it has none or they are not to count. */
export function plainSentence({ words }: Sentence, anew: boolean): PlainSentence {
  const forms = words.map(({ form }) => form);
  if (anew || words.every(({ upos, xpos }) => upos === '_' && xpos === '_')) return { forms };
  return { forms, tags: { upos: words.map(({ upos }) => upos), xpos: words.map(({ xpos }) => xpos) } };
}

/** A copy of the sentence with tags; what a column holds already stays, unless everything is tagged anew. */
export function taggedSentence(sentence: Sentence, tagger: TagModel, tags: Tags, anew: boolean): Sentence {
  const tagged = tagger.tagHead.tagged(sentence, tags);
  if (anew) return tagged;
  const words = tagged.words.map((word, at): Word => {
    const given = sentence.words[at];
    const kept = tagger.settings.columns.filter((name) => given[name] !== '_');
    return kept.length === 0
      ? word
      : { ...word, ...Object.fromEntries(kept.map((name) => [name, given[name]])) };
  });
  return { ...tagged, words };
}
