// The page of `arcwise serve --model`: it parses with the models of the service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { TextParser } from '../../src/library/textParser.js';
import { saveBundle } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { saveModel } from '../../src/models/saved.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { drawnHeads, hasChromium, type Visit, visitServer, waitForTrees } from '../support/pages.js';
import { type RunningProgram, startArcwise } from '../support/program.js';
import { tinyModels, tinyParser } from '../support/tinyModels.js';

const text = 'Kelu ta moba sori!';

describe.skipIf(!hasChromium)('the page of a service with models of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-served-'));
  const paths = ['one', 'two'].map((name) => join(folder, `${name}.arcwise`));
  let program: RunningProgram;
  let visited: Visit;
  let page: Page;
  let expected: number[];
  beforeAll(async () => {
    const models = await tinyModels();
    const second = tinyParser(createEngine(), 2);
    const card = { language: 'mis', licence: 'MIT', attribution: 'A made-up treebank' };
    writeFileSync(paths[0], saveBundle(models, card));
    writeFileSync(paths[1], saveModel(second, {}));
    const parser = new TextParser(new Pipeline(partsOf([...models, second])));
    expected = (await parser.parse(text))[0].words.map(({ head }) => head);
    program = startArcwise(['serve', '--port', '0', '--model', paths.join(',')], { ARCWISE_BLAS: 'wasm' });
    await program.until(/Listening on \S+\n/);
    const address = `${/Listening on (\S+)\n/.exec(program.stderr())?.[1]}/`;
    visited = await visitServer({ address, requests: [], close: async () => program.kill() });
    page = await visited.open();
  });
  afterAll(async () => {
    await visited?.close();
    program?.kill();
    rmSync(folder, { recursive: true });
  });

  it('parses with them, and has no text of another language', async () => {
    await page.getByText('The model is under MIT (A made-up treebank).').waitFor();
    expect(await page.getByLabel('Text, or CoNLL-U').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'time flies' }).count()).toBe(0);
    await page.getByLabel('Text, or CoNLL-U').fill(text);
    await waitForTrees(page, [text]);
    expect(await drawnHeads(page)).toEqual(expected);
    expect(visited.complaints).toEqual([]);
  });

  it('comes compressed', async () => {
    const compressed = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return files.filter((file) => file.encodedBodySize < file.decodedBodySize).length;
    });
    expect(compressed).toBeGreaterThan(1);
  });
});
