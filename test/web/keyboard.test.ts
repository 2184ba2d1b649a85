// Every function of the page by the keyboard alone; test/web/looks.test.ts has the tree, its parses and its exports.
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, tabTo, type Visit, visit, waitForTrees } from '../support/pages.js';

const first = 'I saw the man with the telescope.';
const word = (form: string, deprel: string) => `1\t${form}\t_\tX\t_\t_\t0\t${deprel}\t_\t_\n\n`;
const many = Array.from({ length: 45 }, (_, at) => word(`w${at + 1}`, 'root')).join('');

describe.skipIf(!hasChromium)('without a mouse', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open();
    await waitForTrees(page, [first]);
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  it('one chooses an example, types another text and copies its link', async () => {
    await tabTo(page, /^Text, or CoNLL-U$/);
    await tabTo(page, /^time flies$/);
    await press('Enter');
    await waitForTrees(page, ['Time flies like an arrow; fruit flies like a banana.']);
    await tabTo(page, /^Text, or CoNLL-U$/, 'Shift+Tab');
    await press('Control+A');
    await page.keyboard.type('She sings.');
    await waitForTrees(page, ['She sings.']);
    await tabTo(page, /^Copy link$/);
    await press('Enter');
    await page.getByText('Link copied').waitFor();
    expect(await copied()).toMatch(/#text=She%20sings\.$/);
  });

  it('one changes the colours and finds the documentation', async () => {
    await tabTo(page, /^Help$/, 'Shift+Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).href)).toMatch(
      /docs\/page\.md$/,
    );
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await tabTo(page, /^Dark colours$/);
    await press('Enter');
    await expect.poll(colour).not.toBe(light);
    await press('Enter');
    await expect.poll(colour).toBe(light);
  });

  it('one opens the table, and copies it', async () => {
    await tabTo(page, /^Wrap long sentences$/);
    await press('Space');
    expect(await page.getByLabel('Wrap long sentences').isChecked()).toBe(false);
    await press('Space');
    await tabTo(page, /^Table$/);
    await press('Space');
    await tabTo(page, /^Copy table$/);
    await press('Enter');
    await page.getByText('Table copied as CoNLL-U').waitFor();
    expect(await copied()).toMatch(/^2\tsings\tsing\tVERB\t.*\t0\troot\t/m);
    await tabTo(page, /^Table$/, 'Shift+Tab');
    await press('Space');
  });

  it('one searches and counts', async () => {
    await tabTo(page, /^Search the trees$/);
    await page.keyboard.type('V -[nsubj]-> S');
    await page.getByText('1 match in 1 sentence').waitFor();
    await tabTo(page, /^Count by$/);
    await page.keyboard.type('S.lemma');
    await expect.poll(() => page.locator('.clusters li').allTextContents()).toEqual(['she 1']);
    await tabTo(page, /^How to write patterns$/);
    for (const name of [/^Count by$/, /^Search the trees$/]) {
      await tabTo(page, name, 'Shift+Tab');
      await press('Control+A', 'Delete');
    }
  });

  it('one walks through the explorer, and comes back', async () => {
    await tabTo(page, /^Explore$/);
    await press('Enter');
    await page.locator('.explorer').waitFor();
    await tabTo(page, /^Step$/);
    const step = () => page.getByRole('slider', { name: 'Step' }).inputValue();
    await press('ArrowRight', 'ArrowRight');
    await expect.poll(step).toBe('2');
    await press('End');
    await expect.poll(step).not.toBe('2');
    await tabTo(page, /^Parse$/, 'Shift+Tab');
    await press('Enter');
    await waitForTrees(page, ['She sings.']);
  });

  it('one opens files, compares, sorts, jumps and closes', async () => {
    await page.locator('body').press('Home');
    // The browser needs a moment before it reports dialogs instead of opening them.
    const opened = page.waitForEvent('filechooser');
    await tabTo(page, /^Open CoNLL-U$/);
    await press('Enter');
    const chooser = await opened;
    const file = (name: string, content: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    });
    const system = many.replace(word('w9', 'root'), word('w9', 'dep'));
    await chooser.setFiles([file('a.conllu', many), file('b.conllu', system)]);
    await page.getByText('compared with b.conllu').waitFor();
    const titles = () => page.locator('.card h2').allTextContents();
    await tabTo(page, /^Most errors first$/);
    await press('Space');
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['w9', 'w1']);
    await press('Space');
    await tabTo(page, /^Only sentences that differ$/, 'Shift+Tab');
    await press('Space');
    await expect.poll(titles).toEqual(['w9']);
    await press('Space');
    await tabTo(page, /^Go to sentence/);
    await press('Control+A');
    await page.keyboard.type('25');
    await press('Enter');
    await expect.poll(async () => (await titles())[0]).toBe('w25');
    await press('Control+A');
    await page.keyboard.type('1');
    await press('Enter');
    await expect.poll(async () => (await titles()).length).toBe(20);
    await page.locator('.card').last().locator('summary').focus();
    await tabTo(page, /^Show more/);
    await press('Enter');
    await expect.poll(async () => (await titles()).length).toBe(40);
    // There are three stops per sentence on the way back.
    await page.getByLabel('Go to sentence').focus();
    await tabTo(page, /^Close$/, 'Shift+Tab');
    await press('Enter');
    await waitForTrees(page, ['She sings.']);
  });
});
