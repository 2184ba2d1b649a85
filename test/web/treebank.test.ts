// Files of CoNLL-U in the page.
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeSentence } from '../../src/conllu/writer.js';
import { sentenceOf, simple } from '../support/drawings.js';
import { drawnHeads, dropFiles, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

const gold = writeSentence(simple);
const system = writeSentence({
  ...sentenceOf(
    'The/DET/2/det cat/NOUN/3/obj sat/VERB/0/root on/ADP/3/case the/DET/6/det mat/NOUN/3/obl ./PUNCT/3/punct',
  ),
  comments: simple.comments,
});
const text = 'The cat sat on the mat.';

describe.skipIf(!hasChromium)('a file in the page', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open();
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  const scores = async () => {
    await page.locator('.scores').waitFor();
    return page.locator('.scores b').allTextContents();
  };

  it('is shown when it is dropped', async () => {
    await dropFiles(page, { 'gold.conllu': gold });
    await page.getByText('gold.conllu').waitFor();
    await waitForTrees(page, [text]);
    expect(await page.getByText('1 sentence, 7 words').count()).toBe(1);
    expect(await drawnHeads(page)).toEqual(simple.words.map(({ head }) => head));
  });

  it('is compared with a second one and scored', async () => {
    await dropFiles(page, { 'system.conllu': system });
    expect(await scores()).toEqual(['85.71%', '71.43%', '0.00%', '100.00%']);
    const differing = page.locator('.card .arc').filter({ has: page.locator('[stroke-dasharray]') });
    await expect.poll(() => differing.count()).toBe(2);
    expect(await page.locator('.card .arc').count()).toBe(14);
    await page.locator('.arc[data-dependent="4"] .label').first().hover();
    await expect.poll(() => page.locator('.verdict').textContent()).toBe('Gold: case of mat');
    await page.locator('.arc[data-dependent="1"] .label').first().hover();
    await expect.poll(() => page.locator('.verdict').textContent()).toBe('As in the gold tree');
  });

  it('is compared with the model', async () => {
    await page.getByRole('button', { name: 'Compare with the model' }).click();
    await page.getByText('compared with the model').waitFor();
    expect((await scores())[0]).toBe('100.00%');
    await page.getByLabel('Only sentences that differ').check();
    await expect.poll(() => page.locator('.card').count()).toBe(0);
    await page.getByLabel('Only sentences that differ').uncheck();
    await page.locator('.arc[data-dependent="6"] .label').first().hover();
    await expect.poll(() => page.locator('.rivals li').count()).toBe(5);
  });

  it('shows the sentences with the most errors first', async () => {
    const same = writeSentence({ ...simple, comments: ['# text = It is the same.'] });
    await page.getByRole('button', { name: 'Close' }).click();
    await dropFiles(page, { 'two.conllu': same + gold });
    await dropFiles(page, { 'worse.conllu': same + system });
    await page.getByText('compared with worse.conllu').waitFor();
    await waitForTrees(page, ['It is the same.', text]);
    expect(await page.locator('.card .note').allTextContents()).toEqual([
      'The two trees are the same.',
      '2 words of 7 differ.',
    ]);
    await page.getByLabel('Most errors first').check();
    await waitForTrees(page, [text, 'It is the same.']);
    await page.getByLabel('Most errors first').uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await dropFiles(page, { 'gold.conllu': gold });
    await waitForTrees(page, [text]);
  });

  it('is told from another text', async () => {
    await dropFiles(page, { 'other.conllu': gold.replace('cat', 'dog').replace('\tcat', '\tdog') });
    await page.getByText(/^The two trees have different words/).waitFor();
    expect(await page.locator('.file .note').textContent()).toMatch(/differ/);
  });

  it('tells what is wrong with it, and where', async () => {
    await dropFiles(page, { 'broken.conllu': gold.replace('\tADP\t', ' ADP ') });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.locator('p').textContent()).toBe(
      `broken.conllu:${4 + simple.comments.length}: the word has 8 columns instead of 10`,
    );
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await alert.count()).toBe(0);
  });

  it('is closed, and gives way to the text', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await waitForTrees(page, ['I saw the man with the telescope.']);
  });

  it('may be pasted, without the blank line at its end', async () => {
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), gold.trimEnd());
    await page.getByLabel('Text, or CoNLL-U').focus();
    await page.keyboard.press('Control+V');
    await page.getByText('pasted text').waitFor();
    expect(await drawnHeads(page)).toEqual(simple.words.map(({ head }) => head));
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('may be chosen, two at once', async () => {
    await page.getByLabel('Open CoNLL-U').setInputFiles(
      Object.entries({ 'a.conllu': gold, 'b.conllu': system }).map(([name, content]) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(content),
      })),
    );
    await page.getByText('compared with b.conllu').waitFor();
    expect(await scores()).toEqual(['85.71%', '71.43%', '0.00%', '100.00%']);
  });
});
