// The models of the page: chosen, kept across visits, in links and in files.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { TextParser } from '../../src/library/textParser.js';
import { saveBundle } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { violations } from '../support/accessibility.js';
import { builtPage, drawnHeads, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';
import { tinyModels, tinyParser } from '../support/tinyModels.js';

const first = 'I saw the man with the telescope.';
const toyText = 'Kelu ta moba sori!';
const [english, toy, larger] = ['english', 'toy', 'english-large'].map(
  (name) => `/models/own/${name}.arcwise`,
);

/** Drops a file on the page. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ({ name, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { name, content: Buffer.from(bytes).toString('base64') },
  );
}

describe.skipIf(!hasChromium)('the models of the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-models-'));
  let visited: Visit;
  let page: Page;
  let bytes: Uint8Array;
  let toyHeads: number[];
  const asked = (path: string) => visited.server.requests.filter((request) => request === path).length;
  const picker = () => page.getByLabel('Model', { exact: true });
  const showsToy = async (on: Page) => {
    await on.getByText('The model is under MIT (A made-up treebank).').waitFor();
    await on.getByLabel('Text, or CoNLL-U').fill(toyText);
    await waitForTrees(on, [toyText]);
    expect(await drawnHeads(on)).toEqual(toyHeads);
  };

  beforeAll(async () => {
    for (const name of readdirSync(builtPage)) {
      if (!name.startsWith('models')) symlinkSync(join(builtPage, name), join(folder, name));
    }
    mkdirSync(join(folder, 'models/own'), { recursive: true });
    const models = await tinyModels();
    const card = { language: 'mis', licence: 'MIT', attribution: 'A made-up treebank' };
    bytes = saveBundle(models, card);
    const trees = await new TextParser(new Pipeline(partsOf(models))).parse(toyText);
    toyHeads = trees[0].words.map(({ head }) => head);
    writeFileSync(join(folder, toy), bytes);
    writeFileSync(
      join(folder, larger),
      saveBundle([...models, tinyParser(createEngine(), 2)], { language: 'en' }),
    );
    symlinkSync(join(builtPage, 'models/en/english.arcwise'), join(folder, english));
    const file = (path: string) => [{ address: path.slice(1), bytes: bytes.length, version: 'one' }];
    const list = {
      models: [
        { name: 'english', title: 'English', language: 'en', files: file(english) },
        { name: 'english-large', title: 'English, large', language: 'en', files: file(larger) },
        { name: 'toy', language: 'mis', files: file(toy) },
      ],
    };
    writeFileSync(join(folder, 'models.json'), JSON.stringify(list));
    visited = await visit({}, folder);
    page = await visited.open();
  });
  afterAll(async () => {
    await visited?.close();
    rmSync(folder, { recursive: true });
  });

  it('are offered, and only the first one is loaded', async () => {
    await waitForTrees(page, [first]);
    const names = await picker().locator('option').allTextContents();
    expect(names.map((name) => name.replace(/ \(\d+\.\d MB\)$/, ''))).toEqual([
      'English',
      'English, large',
      'toy',
    ]);
    expect([asked(english), asked(larger), asked(toy)]).toEqual([1, 0, 0]);
    expect(await violations(page)).toEqual([]);
  });

  it('are chosen, by the keyboard alone too, and are in the link', async () => {
    await picker().focus();
    await page.keyboard.press('End');
    await expect.poll(() => picker().inputValue()).toBe('toy');
    await expect.poll(() => page.getByLabel('Text, or CoNLL-U').inputValue()).toBe('');
    await showsToy(page);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#model=toy&text=Kelu/);
  });

  it('are kept across visits', async () => {
    await page.reload();
    await waitForTrees(page, [toyText]);
    expect(await drawnHeads(page)).toEqual(toyHeads);
    expect(await picker().inputValue()).toBe('toy');
    expect([asked(english), asked(toy)]).toEqual([1, 1]);
  });

  it('are those of a link: a larger one of the same language after the first', async () => {
    const other = await visited.open('#model=toy&text=Kelu');
    await waitForTrees(other, ['Kelu']);
    expect(asked(english)).toBe(1);
    await other.context().close();
    const large = await visited.open(`#model=english-large&text=${encodeURIComponent(first)}`);
    await expect.poll(() => asked(larger)).toBe(1);
    expect(visited.server.requests.slice(-2)).toEqual([english, larger]);
    await large.context().close();
  });

  it('may be files of the user', async () => {
    await drop(page, 'mine.arcwise', bytes);
    await expect.poll(() => picker().inputValue()).toBe('mine.arcwise');
    await showsToy(page);
    await picker().selectOption('english');
    await waitForTrees(page, ['Kelu ta moba sori!']);
    await picker().selectOption('mine.arcwise');
    await showsToy(page);
  });

  it('stay in use if another one cannot be loaded', async () => {
    await drop(page, 'bad.arcwise', bytes.subarray(0, 5000));
    await page
      .getByRole('alert')
      .getByText(/^The model file is truncated/)
      .waitFor();
    await page.getByLabel('Text, or CoNLL-U').fill(`${toyText} ${toyText}`);
    await expect.poll(() => page.locator('.card svg.arcwise').count()).toBe(2);
    expect(visited.complaints).toEqual([]);
  });
});
