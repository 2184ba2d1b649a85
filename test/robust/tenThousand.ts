// Ten thousand texts that are hard to take, and some of unusual size, through the whole pipeline: npm run test:robust.
import { expect, it } from 'vitest';
import { load } from '../../src/node/load.js';
import { extremeTexts, sampleOfTexts } from '../support/nastyTexts.js';
import { checkTexts } from '../support/pipelineChecks.js';

const STRINGS = 10_000;

it('takes all of them', async () => {
  const parser = await load(undefined, { blas: 'wasm' });
  const extremes = Object.values(extremeTexts);
  const texts = [...extremes, ...sampleOfTexts(STRINGS - extremes.length, 4)];
  const counts = await checkTexts(parser, texts, 5, (done) => {
    if (done % 1000 === 0) console.error(`${done} strings`);
  });
  console.log({ ...counts, refused: texts.length - counts.strings });
  expect(counts.strings).toBe(STRINGS);
});
