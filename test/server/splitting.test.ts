import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { loadModels } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { Splitting } from '../../src/server/splitting.js';
import type { PlacedSentence } from '../../src/splitter/sentences.js';
import { tinyFile } from '../support/service.js';
import { tinyText } from '../support/tinyModels.js';

const pipeline = new Pipeline(partsOf((await loadModels(createEngine(), tinyFile)).models));

async function collect(sentences: AsyncIterable<PlacedSentence>): Promise<PlacedSentence[]> {
  const all: PlacedSentence[] = [];
  for await (const sentence of sentences) all.push(sentence);
  return all;
}

const parts = [
  'Kelu',
  ' ',
  "ban't",
  '!',
  '?',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\u2029',
  '😀',
  '\ud83d',
  '\u0301',
  '\0',
  '3.5',
  tinyText,
];
const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''));

describe('splitting across requests', () => {
  it('gives each text what it would get alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (texts) => {
        const splitting = new Splitting(pipeline);
        const together = await Promise.all(texts.map((one) => collect(splitting.split(one))));
        const alone: PlacedSentence[][] = [];
        for (const one of texts) alone.push(await collect(pipeline.split([one])));
        expect(together).toEqual(alone);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('takes long texts and many texts in turns', async () => {
    const splitting = new Splitting(pipeline);
    const texts = [...new Array(30).fill(tinyText.repeat(6)), `${tinyText}\n\n`.repeat(200), tinyText];
    const together = await Promise.all(texts.map((one) => collect(splitting.split(one))));
    for (const at of [0, 29, 30, 31])
      expect(together[at]).toEqual(await collect(pipeline.split([texts[at]])));
  });

  it('tells all whose texts cannot be split, and goes on', async () => {
    const splitting = new Splitting(new Pipeline({ parsers: [] }));
    for (let time = 0; time < 2; time++) {
      const outcomes = await Promise.allSettled(['a', 'b'].map((one) => collect(splitting.split(one))));
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
  });
});
