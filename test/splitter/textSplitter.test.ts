import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/evaluate/alignment.js';
import { sharedTask } from '../../src/evaluate/sharedTask.js';
import { layTreebank } from '../../src/evaluate/treebank.js';
import { paragraphsOf, paragraphsText } from '../../src/splitter/documents.js';
import type { PlacedSentence } from '../../src/splitter/sentences.js';
import { TextSplitter } from '../../src/splitter/textSplitter.js';
import { visible } from '../support/deciders.js';
import { tinySplitter } from '../support/tinyModels.js';
import { spaced, toyTexts } from '../support/toyTexts.js';

const sentences = toyTexts(60, 1);
const { model, best } = await tinySplitter(sentences);
const textSplitter = new TextSplitter(model);
const forms = ({ sentence }: PlacedSentence) => sentence.words.map(({ form }) => form);

describe('a trained splitter', () => {
  it('has learned its treebank, as training has measured', () => {
    expect(best.mean).toBe(100);
    const text = paragraphsText(paragraphsOf(sentences));
    const found = [...textSplitter.split(text)].map(({ sentence }) => sentence);
    const { Tokens, Sentences, Words } = sharedTask(
      align(layTreebank(sentences, 'gold'), layTreebank(found, 'found')),
    );
    expect([Tokens.f1, Sentences.f1, Words.f1]).toEqual([100, 100, 100]);
  });

  it('knows what it has not seen by what it is like', () => {
    const text = "sori Dibun't? Ta 4.5!";
    const found = [...textSplitter.split(text)];
    expect(found.map(forms)).toEqual([
      ['sori', 'Dibu', "n't", '?'],
      ['Ta', '4.5', '!'],
    ]);
    expect(found[0].starts).toEqual([0, 5, 9, 12]);
  });

  it('finds words with blanks in them, if its treebank has some', async () => {
    expect(model.vocabulary.data.blanks).toBe(false);
    const other = await tinySplitter(toyTexts(60, 2, spaced));
    expect(other.best.tokens).toBe(100);
    const text = 'di hoc\nsinh ba 10 000 sinh!';
    const [found] = new TextSplitter(other.model).split(text);
    expect(forms(found)).toEqual(['di', 'hoc sinh', 'ba', '10 000', 'sinh', '!']);
    expect(found.starts.map((start, at) => text.slice(start, found.ends[at]))).toContain('hoc\nsinh');
  });

  it('splits a stream like the whole, however it is cut', async () => {
    const text = paragraphsText(paragraphsOf(sentences.slice(0, 12)));
    const whole = [...textSplitter.split(text)];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((end, at) => text.slice(places[at], end));
        const streamed: PlacedSentence[] = [];
        for await (const sentence of textSplitter.stream(chunks)) streamed.push(sentence);
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const tokens = [...textSplitter.split(text)].flatMap(({ starts, ends }) =>
          starts.map((start, at) => text.slice(start, ends[at])),
        );
        expect(tokens.join('')).toBe(visible(text));
      }),
      { numRuns: 30 },
    );
  });

  it('takes little memory for long texts', () => {
    const { arena } = model.parameters.engine;
    const first = 'Kelu sori! '.repeat(2_000);
    for (const _ of textSplitter.split(first));
    const before = arena.bytes;
    for (const _ of textSplitter.split(first.repeat(3)));
    expect(arena.bytes).toBe(before);
  });
});
