// Writes the tagger's output into the columns of a sentence.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { TagModel, Tags } from '../tagger/tagModel.js';
import type { PlainSentence } from './annotator.js';

/** A sentence as sent to threads: with its tags, unless it has none or they are to be replaced. */
export function plainSentence({ words }: Sentence, anew: boolean): PlainSentence {
  const forms = words.map(({ form }) => form);
  if (anew || words.every(({ upos, xpos }) => upos === '_' && xpos === '_')) return { forms };
  return { forms, tags: { upos: words.map(({ upos }) => upos), xpos: words.map(({ xpos }) => xpos) } };
}

/** A copy of the sentence with tags; existing values stay unless `anew` is set. */
export function taggedSentence(sentence: Sentence, tagger: TagModel, tags: Tags, anew: boolean): Sentence {
  const tagged = tagger.tagHead.tagged(sentence, tags);
  if (anew) return tagged;
  const { columns } = tagger.settings;
  const words = tagged.words.map((word, at): Word => {
    const given = sentence.words[at];
    if (columns.every((name) => given[name] === '_')) return word;
    const kept = columns.filter((name) => given[name] !== '_');
    return { ...word, ...Object.fromEntries(kept.map((name) => [name, given[name]])) };
  });
  return { ...tagged, words };
}
