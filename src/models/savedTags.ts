// Reads the vocabulary of a model that tags.
import { isEditChoice } from '../tagger/editChoice.js';
import { readLemmaRule } from '../tagger/lemmaRule.js';
import type { TaggerSettings } from '../tagger/taggerSettings.js';
import { readWordKnowledge, TaggerVocabulary } from '../tagger/taggerVocabulary.js';
import { invalidVocabulary, readVocabulary } from './savedVocabulary.js';

export async function readTaggerVocabulary(
  given: unknown,
  { encoder, columns }: Pick<TaggerSettings, 'encoder' | 'columns'>,
): Promise<TaggerVocabulary> {
  const { lexicon, outputs, labelHeads } = await readVocabulary(given, encoder);
  const knowledge = readWordKnowledge(Object(given));
  const isChosen = (name: string) => Object.hasOwn(outputs, name) && outputs[name].length > 0;
  const isValid =
    knowledge &&
    columns.every((name) => isChosen(name) || (name === 'lemma' && knowledge.lemmas !== undefined)) &&
    (outputs.lemma ?? []).every(knowledge.lemmas ? readLemmaRule : isEditChoice);
  if (!isValid) throw invalidVocabulary();
  return new TaggerVocabulary(lexicon, outputs, knowledge, labelHeads);
}
