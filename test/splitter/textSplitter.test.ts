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
/** The sentences of a text, given whole or in chunks. */
async function split(text: string | readonly string[], by = textSplitter): Promise<PlacedSentence[]> {
  const found: PlacedSentence[] = [];
  for await (const sentence of by.stream(typeof text === 'string' ? [text] : text)) found.push(sentence);
  return found;
}

const forms = ({ sentence }: PlacedSentence) => sentence.words.map(({ form }) => form);

describe('a trained splitter', () => {
  it('has learned its treebank, as training has measured', async () => {
    expect(best.mean).toBe(100);
    const text = paragraphsText(paragraphsOf(sentences));
    const found = (await split(text)).map(({ sentence }) => sentence);
    const { Tokens, Sentences, Words } = sharedTask(
      align(layTreebank(sentences, 'gold'), layTreebank(found, 'found')),
    );
    expect([Tokens.f1, Sentences.f1, Words.f1]).toEqual([100, 100, 100]);
  });

  it('knows what it has not seen by what it is like', async () => {
    const text = "sori Dibun't? Ta 4.5!";
    const found = await split(text);
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
    const [found] = await split(text, new TextSplitter(other.model));
    expect(forms(found)).toEqual(['di', 'hoc sinh', 'ba', '10 000', 'sinh', '!']);
    expect(found.starts.map((start, at) => text.slice(start, found.ends[at]))).toContain('hoc\nsinh');
  });

  it('splits a stream like the whole, however it is cut', async () => {
    const text = paragraphsText(paragraphsOf(sentences.slice(0, 12)));
    const whole = await split(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((end, at) => text.slice(places[at], end));
        expect(await split(chunks)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('loses no character of any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const tokens = (await split(text)).flatMap(({ starts, ends }) =>
          starts.map((start, at) => text.slice(start, ends[at])),
        );
        expect(tokens.join('')).toBe(visible(text));
      }),
      { numRuns: 30 },
    );
  });

  it('splits alike if others decide, and asks them for one batch ahead', async () => {
    const text = 'Kelu sori! '.repeat(4_000);
    let [asked, answered, most] = [0, 0, 0];
    const elsewhere = new TextSplitter(model, async (pieces) => {
      most = Math.max(most, ++asked - answered);
      await new Promise((resolve) => setImmediate(resolve));
      answered++;
      return model.predict(pieces);
    });
    expect(await split(text, elsewhere)).toEqual(await split(text));
    expect(asked).toBe(7);
    expect(most).toBe(2);
  });

  it('passes on that others cannot decide', async () => {
    const dead = new TextSplitter(model, () => Promise.reject(new Error('Thread 1 failed.')));
    await expect(split('Kelu sori! '.repeat(4_000), dead)).rejects.toThrow('Thread 1 failed.');
  });

  it('takes little memory for long texts', async () => {
    const { arena } = model.parameters.engine;
    const first = 'Kelu sori! '.repeat(2_000);
    await split(first);
    const before = arena.bytes;
    await split(first.repeat(3));
    expect(arena.bytes).toBe(before);
  });
});
