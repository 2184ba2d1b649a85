// Endings of words as inputs: which are known, and that they alone can tell words apart.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { UNKNOWN, WordLexicon } from '../../src/encoder/lexicon.js';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { loadModels } from '../../src/models/bundle.js';
import { saveModel } from '../../src/models/saved.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { tabbed } from '../support/sentences.js';

const word = (form: string) => `1 ${form} _ ${form.endsWith('en') ? 'VERB' : 'NOUN'} _ _ 0 root _ _\n\n`;
const treebank = ['Gehen', 'sehen', 'drehen', 'en', 'EN', 'en', 'Haus'].map(word).join('');
const sentences = [...readSentences(tabbed(treebank))];
const settings = readTaggerSettings({
  ...{ columns: ['upos'], endingSize: 6, wordSize: 0, characterUnits: 0, units: 6, layers: 1 },
});
if (settings.encoder.kind !== 'bilstm') throw new TypeError('Another encoder.');
const lexicon = WordLexicon.of(sentences, settings.encoder);

describe('endings', () => {
  it('are known if they occur three times; a short word is not the ending of a long one', () => {
    expect(lexicon.data.endings?.slice(2).sort()).toEqual(['^en', 'ehen', 'en', 'hen', 'n']);
    expect(lexicon.ending('VERGEHEN', 4)).toBe(lexicon.ending('sehen', 4));
    expect(lexicon.ending('en', 2)).not.toBe(lexicon.ending('sehen', 2));
    expect(lexicon.ending('en', 4)).toBe(lexicon.ending('en', 2));
    expect(lexicon.ending('Haus', 2)).toBe(UNKNOWN);
  });

  it('are in the inputs and the file of a model', async () => {
    const tagger = new Tagger(createEngine(), settings, Tagger.vocabularyOf(sentences, settings));
    tagger.parameters.initialize(new Random(1));
    const item = (form: string) => tagger.itemOf([...readSentences(tabbed(word(form)))][0]);
    const state = (form: string) => {
      const { engine } = tagger.parameters;
      return engine.arena.scope(() => [
        ...tagger.encoder.encodeRows(item(form), 0, 2).use((values) => values.slice()),
      ]);
    };
    // Nothing but the ending tells words apart.
    expect(state('vergehen')).toEqual(state('sehen'));
    expect(state('Haus')).not.toEqual(state('sehen'));
    const { models } = await loadModels(createEngine(), saveModel(tagger, {}));
    const [loaded] = models;
    expect(loaded.vocabulary.data).toEqual(tagger.vocabulary.data);
  });
});
