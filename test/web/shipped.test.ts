// Every model of this repository in the page: chosen in the picker, loaded, and parsing as in Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, knownModels } from '../../src/models/knownModels.js';
import { load } from '../../src/node/load.js';
import { builtPage, drawnHeads, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

const [small, ...others] = knownModels;
const pathOf = (model: (typeof knownModels)[number]) => `/models/${model.code}/${fileOf(model)}`;

describe.skipIf(!hasChromium)('the shipped models in the page', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open();
  });
  afterAll(() => visited?.close());

  it('begin with the small English one', async () => {
    await waitForTrees(page, [small.example]);
    const asked = visited.server.requests.filter((path) => path.endsWith('.arcwise'));
    expect(asked).toEqual([pathOf(small)]);
  });

  it.each(others.filter((model) => existsSync(join(builtPage, pathOf(model)))))(
    'parse as in Node: $code',
    async ({ code, name, example }) => {
      await page.getByLabel('Model', { exact: true }).selectOption(name);
      const parser = await load(code, { blas: 'wasm', threads: 1 });
      await page.getByText(`The model is under ${parser.licence} (`).waitFor({ timeout: 60_000 });
      await waitForTrees(page, [example]);
      const [tree] = await parser.parse(example);
      expect(await drawnHeads(page)).toEqual(tree.words.map(({ head }) => head));
      await parser.close();
    },
    120_000,
  );
  it('have nothing to complain about', () => expect(visited.complaints).toEqual([]));
});
