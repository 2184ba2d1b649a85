// What comes over the network: how much, from where, and what happens when it does not come.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtPage, drawnHeads, hasChromium, visit, waitForTrees } from '../support/pages.js';

const first = 'I saw the man with the telescope.';
const model = '/models/en/english.arcwise';

describe.skipIf(!hasChromium)('the download', () => {
  it('is under 20 MB, and the code under 200 KB compressed', () => {
    const paths = readdirSync(builtPage, { recursive: true, encoding: 'utf8' })
      .map((name) => join(builtPage, name))
      .filter((path) => statSync(path).isFile());
    const code = paths.filter((path) => /\.(html|js|css|svg)$/.test(path));
    const compressed = code.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
    // Other models come only when they are chosen.
    const isFirst = (path: string) => !path.endsWith('.arcwise') || path.endsWith(model);
    const whole = paths.filter(isFirst).reduce((sum, path) => sum + statSync(path).size, 0);
    console.log(`The page: ${compressed} bytes of code compressed, ${whole} bytes in all.`);
    expect(code.length).toBeGreaterThanOrEqual(4);
    expect(compressed).toBeLessThan(200_000);
    expect(whole).toBeLessThan(20_000_000);
    expect(paths.filter((path) => path.endsWith(model))).toHaveLength(1);
  });

  it('goes on when the model breaks off on the way', async () => {
    const visited = await visit({ breaks: model });
    try {
      const page = await visited.open();
      await waitForTrees(page, [first]);
      expect(visited.server.requests.filter((path) => path === model)).toHaveLength(2);
      // That is what the browser itself says of it.
      expect(visited.complaints.every((complaint) => /net::ERR_/.test(complaint))).toBe(true);
    } finally {
      await visited.close();
    }
  });

  it('says that the model is not there, and tries again on request', async () => {
    const visited = await visit({ lacks: model });
    try {
      const page = await visited.open();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      const problem = (await alert.locator('p').textContent())?.replace(/\?\w+/, '');
      expect(problem).toBe(
        `The model ${visited.server.address}models/en/english.arcwise cannot be fetched: the server answers with 404.`,
      );
      await page.getByRole('button', { name: 'Try again' }).click();
      await waitForTrees(page, [first]);
    } finally {
      await visited.close();
    }
  });

  it('may come from any folder of a host', async () => {
    const root = mkdtempSync(join(tmpdir(), 'arcwise-host-'));
    mkdirSync(join(root, 'some'));
    symlinkSync(builtPage, join(root, 'some', 'where'));
    const visited = await visit({}, root);
    try {
      const page = await visited.open('some/where/');
      await waitForTrees(page, [first]);
      expect(await drawnHeads(page)).toHaveLength(8);
      expect(visited.complaints).toEqual([]);
    } finally {
      await visited.close();
      rmSync(root, { recursive: true });
    }
  });
});
