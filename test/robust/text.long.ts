import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load } from '../../src/node/load.js';
import { enableRelaxedSimd } from '../../src/node/nodeEngine.js';
import { extremeTexts, sampleOfTexts } from '../support/nastyTexts.js';
import { checkTexts } from '../support/pipelineChecks.js';
import { arcwiseProcess } from '../support/program.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));

// As the command line does: relaxed SIMD rounds in its own way.
enableRelaxedSimd();

const blas = 'wasm';
const parser = await load(undefined, { blas });
/** Those that take long are left to npm run test:robust. */
const short = Object.values(extremeTexts).filter((text) => text.length <= 3000 || text.trim().length <= 2);

describe('any text, by the shipped model', () => {
  it('becomes trees of its own characters', async () => {
    const texts = [...short, ...sampleOfTexts(300, 1)];
    const counts = await checkTexts(parser, texts, 2);
    expect(counts.strings).toBe(texts.length);
    // What there is to check has been there to be checked.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
  }, 300_000);

  it('becomes on the command line what it becomes in the library', async () => {
    const texts = sampleOfTexts(60, 3);
    // What a file in UTF-8 has in the place of halves of surrogate pairs, and without the mark that may open it.
    const inFile = Buffer.from(texts.join('\n\n'))
      .toString()
      .replace(/^\ufeff/, '');
    const path = join(folder, 'nasty.txt');
    writeFileSync(path, inFile);
    const { stdout, stderr, status } = arcwiseProcess(['parse', path, '--threads', '1'], {
      environment: { ARCWISE_BLAS: blas },
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const trees = await parser.parse(inFile);
    expect(stdout).toBe(trees.map((tree) => tree.toConllu()).join(''));
  }, 300_000);
});
