// The examples of docs/examples.md that need a browser, built by Vite as their readers build them.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, root } from '../support/markdown.js';
import { hasChromium, type Visit, visitServer } from '../support/pages.js';
import { serveFolder } from '../support/staticServer.js';

const files = new Map(blocksOf('docs/examples.md').map(({ file, text }) => [file, text]));

function example(name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`docs/examples.md has no ${name}.`);
  return text;
}

/** Pages that only run a program. */
const pageOf = (program: string) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="./${program}"></script>`;

/** A notebook shows elements as they are, and values as text. */
const notebook = `globalThis.display = (value) => {
  const shown = value instanceof Element ? value : document.createElement('pre');
  if (shown !== value) shown.textContent = JSON.stringify(value);
  document.body.append(shown);
};
await import('./cell.ts');
`;

describe.skipIf(!hasChromium)('an example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-examples-'));
  let visited: Visit;
  beforeAll(async () => {
    const sources = {
      'index.html': example('index.html'),
      'chunks.ts': example('chunks.ts'),
      'client.html': pageOf('client.ts'),
      'client.ts': example('client.ts'),
      'worker.ts': example('worker.ts'),
      'cell.html': pageOf('notebook.ts'),
      'notebook.ts': notebook,
      'cell.ts': example('cell.ts'),
    };
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const installed = join(folder, 'node_modules/arcwise');
    mkdirSync(dirname(installed));
    symlinkSync(root, installed);
    const pages = ['index', 'client', 'cell'].map((name) => join(folder, `${name}.html`));
    await build({
      root: folder,
      logLevel: 'error',
      configFile: false,
      build: { target: 'es2022', rollupOptions: { input: pages } },
      worker: { format: 'es' },
    });
    visited = await visitServer(await serveFolder(join(folder, 'dist'), {}));
  });
  afterAll(async () => {
    await visited?.close();
    rmSync(folder, { recursive: true });
  });

  const lines = (page: Page, selector: string) => page.locator(selector).allTextContents();

  it('highlights noun chunks', async () => {
    const page = await visited.open();
    const highlighted = () =>
      page.evaluate(() => Array.from(CSS.highlights.get('noun-chunks') ?? [], (range) => String(range)));
    await expect.poll(highlighted).toEqual(['The old lighthouse keeper', 'the ships', 'His two dogs']);
    await page.context().close();
  });

  it('parses in a worker, whose sentences are trees again', async () => {
    const page = await visited.open('client.html');
    await expect.poll(() => lines(page, 'p')).toEqual(['laughed: baker, .', 'paid: Anna, cake, .']);
    await page.context().close();
  });

  it('draws a tree in a notebook', async () => {
    const page = await visited.open('cell.html');
    await expect.poll(() => lines(page, 'figure .word')).toEqual(['Notebooks', 'can', 'draw', 'trees', '.']);
    const [words] = await lines(page, 'pre');
    expect(JSON.parse(words)[0]).toEqual({ form: 'Notebooks', upos: 'NOUN', relation: 'nsubj' });
    await page.context().close();
  });
});
