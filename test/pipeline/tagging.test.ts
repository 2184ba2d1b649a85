import { describe, expect, it } from 'vitest';
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { OptionsError } from '../../src/pipeline/options.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { tinyParser, tinyTagger } from '../support/tinyModels.js';

const engine = createEngine();
const tagger = tinyTagger(engine);
const parser = tinyParser(engine);
const pipeline = new Pipeline({ tagger, parsers: [parser] });
const forms = [
  ['Kelu', 'ta', 'sori', '!'],
  ['moba', 'unseen', '?'],
];
const bare = forms.map((words) => newSentence(words.map((form, at) => newWord(at + 1, form))));
const best = (sentences: readonly Sentence[], options = {}) =>
  pipeline.parse(sentences, options).map(({ trees }) => trees[0].sentence);
const tags = ({ words }: Sentence) =>
  words.map(({ upos, xpos, feats, lemma }) => [upos, xpos, feats, lemma].join());
const arcs = ({ words }: Sentence) => words.map(({ head, deprel }) => `${head} ${deprel}`);

/** What the tagger says on its own. */
const tagged = bare.map((sentence) => tagger.tagged(sentence, tagger.predict([tagger.itemOf(sentence)])[0]));

async function* later<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('tagging and parsing', () => {
  it('tags what has no tags, and parses it with the tags it got', () => {
    const parsed = best(bare);
    expect(parsed.map(tags)).toEqual(tagged.map(tags));
    expect(new Set(parsed.flatMap(tags)).size).toBeGreaterThan(3);
    const parsedAlone = new Pipeline({ parsers: [parser] }).parse(tagged);
    expect(parsed).toEqual(parsedAlone.map(({ trees }) => trees[0].sentence));
    // Without tags the trees would be others.
    const untagged = new Pipeline({ parsers: [parser] }).parse(bare);
    expect(parsed.map(arcs)).not.toEqual(untagged.map(({ trees }) => arcs(trees[0].sentence)));
  });

  it('keeps the tags of a sentence that has some, unless it is told not to', () => {
    const given = tagged.map((sentence) => ({
      ...sentence,
      words: sentence.words.map((word, at) => ({ ...word, upos: at === 0 ? 'X' : word.upos, lemma: '_' })),
    }));
    expect(best(given).map(tags)).toEqual(given.map(tags));
    expect(best(given, { tag: true }).map(tags)).toEqual(tagged.map(tags));
    // One sentence has tags, the other none: each is treated for itself.
    expect(best([given[0], bare[1]]).map(tags)).toEqual([given[0], tagged[1]].map(tags));
  });

  it('keeps what stands in other columns of a sentence without tags', () => {
    const [sentence] = bare;
    const words = sentence.words.map((word) => ({ ...word, lemma: `own ${word.form}` }));
    const [parsed] = best([{ ...sentence, words }]);
    expect(parsed.words.map(({ lemma }) => lemma)).toEqual(words.map(({ lemma }) => lemma));
    expect(parsed.words.map(({ upos }) => upos)).toEqual(tagged[0].words.map(({ upos }) => upos));
  });

  it('tags a stream anew without touching trees', async () => {
    const [parsed] = best([bare[0]]);
    const wrong = { ...parsed, words: parsed.words.map((word) => ({ ...word, upos: 'X' })) };
    const out: Sentence[] = [];
    for await (const sentence of pipeline.tag(later([wrong, newSentence([])]))) out.push(sentence);
    expect(out).toEqual([parsed, newSentence([])]);
  });

  it('fills only the columns that its tagger knows', () => {
    const other = createEngine();
    const some = new Pipeline({ tagger: tinyTagger(other, ['xpos']), parsers: [tinyParser(other)] });
    const [{ trees }] = some.parse([bare[0]]);
    for (const { upos, xpos, lemma } of trees[0].sentence.words) {
      expect([upos, lemma]).toEqual(['_', '_']);
      expect(xpos).toMatch(/^(EVEN|ODD)$/);
    }
  });

  it('tags a sentence of any length piece by piece', () => {
    const words = Array.from({ length: 2500 }, (_, at) => forms[at % 2][at % 3]);
    const long = newSentence(words.map((form, at) => newWord(at + 1, form)));
    const [{ trees }] = pipeline.parse([long]);
    const piece = newSentence(words.slice(1000, 2000).map((form, at) => newWord(at + 1, form)));
    const alone = tagger.tagged(piece, tagger.predict([tagger.itemOf(piece)])[0]);
    expect(tags(trees[0].sentence).slice(1000, 2000)).toEqual(tags(alone));
    expect(tags(trees[0].sentence)).toHaveLength(2500);
  });

  it('says what is missing', async () => {
    const without = new Pipeline({ parsers: [parser] });
    expect(without.lacksTags).toBe(true);
    expect(pipeline.lacksTags).toBe(false);
    const noTagger = new OptionsError('There is no tagger among the models.');
    expect(() => without.check({ tag: true })).toThrow(noTagger);
    await expect(without.tag(later(bare)).next()).rejects.toThrow(noTagger);
    expect(() => new Pipeline({ tagger, parsers: [] }).check({})).toThrow(
      new OptionsError('There is no parser among the models.'),
    );
    expect(() => pipeline.split(['text'])).toThrow(
      new OptionsError('The model does not split text into words: give it tokens or CoNLL-U.'),
    );
  });
});
