// Light and dark, small screens, and the keyboard alone.
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  drawnHeads,
  dropFiles,
  hasChromium,
  tabTo,
  type Visit,
  visit,
  waitForTrees,
} from '../support/pages.js';

const first = 'I saw the man with the telescope.';

/** The colours of the page's ground, of a word and of a label, as red, green and blue together. */
function brightness(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const sum = (colour: string) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((a, b) => a + Number(b), 0);
    const fill = (selector: string) => getComputedStyle(document.querySelector(selector) as Element).fill;
    return [getComputedStyle(document.body).backgroundColor, fill('.word'), fill('.label')].map(sum);
  });
}

/** Whether everything fits the width of the window. */
function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

describe.skipIf(!hasChromium)('the page', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open('', { colorScheme: 'dark' });
    await waitForTrees(page, [first]);
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  it('is light or dark as the system is, until the switch says otherwise', async () => {
    const dark = await brightness(page);
    expect(dark[0]).toBeLessThan(100);
    expect(dark[1]).toBeGreaterThan(600);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(async () => (await brightness(page))[0]).toBeGreaterThan(700);
    const light = await brightness(page);
    expect(light[1]).toBeLessThan(200);
    expect(light[2]).not.toBe(dark[2]);
    await page.getByRole('button', { name: 'Dark colours' }).click();
    await expect.poll(() => brightness(page)).toEqual(dark);
    // The choice outlives the page.
    await page.reload();
    await waitForTrees(page, [first]);
    expect(await brightness(page)).toEqual(dark);
  });

  it('fits a phone', async () => {
    const phone = await visited.open('', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await waitForTrees(phone, [first]);
    expect(await fits(phone)).toBe(true);
    await phone.getByText('a longer one').tap();
    await phone.getByText('1 sentence, 33 words').waitFor();
    await expect.poll(() => fits(phone)).toBe(true);
    // A finger chooses an arc.
    await phone.locator('.arc[data-dependent="2"] .label').first().tap();
    await expect.poll(() => phone.locator('.arc-name').textContent()).toBe('woman nsubj of told');
    await phone.getByText('Export', { exact: true }).tap();
    expect(await fits(phone)).toBe(true);
    const menu = await phone.locator('.menu ul').boundingBox();
    expect(menu?.x).toBeGreaterThan(0);
    const conllu = '1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n';
    await dropFiles(phone, { 'a-file-with-quite-a-long-name-of-its-own.conllu': conllu });
    await phone.getByRole('button', { name: 'Compare with the model' }).tap();
    await phone.locator('.scores').waitFor();
    expect(await fits(phone)).toBe(true);
    // Without wrapping the drawing scrolls, and the page does not.
    await phone.getByRole('button', { name: 'Close' }).tap();
    await phone.locator('.card .arc[data-dependent="33"]').first().waitFor();
    await phone.getByLabel('Wrap long sentences').tap();
    await expect
      .poll(() =>
        phone
          .locator('.card svg')
          .first()
          .evaluate((svg) => svg.clientWidth),
      )
      .toBeGreaterThan(900);
    expect(await fits(phone)).toBe(true);
    await phone.context().close();
  });

  it('names everything that can be used', async () => {
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, textarea, summary, a, [tabindex]')]
        .filter((element) => {
          const label = (element as HTMLInputElement).labels?.[0]?.textContent;
          return !(element.getAttribute('aria-label') ?? label ?? element.textContent)?.trim();
        })
        .map(({ outerHTML }) => outerHTML),
    );
    expect(nameless).toEqual([]);
    expect(await page.locator('[aria-live="polite"]').count()).toBeGreaterThan(0);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('needs no mouse', async () => {
    await tabTo(page, /^I: nsubj of saw/);
    const arc = () => page.locator('.arc-name').textContent();
    await expect.poll(arc).toBe('I nsubj of saw');
    await page.keyboard.press('ArrowUp');
    await expect.poll(arc).toBe('saw root');
    await page.keyboard.press('End');
    await expect.poll(arc).toBe('. punct of saw');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(arc).toMatch(/^telescope (nmod of man|obl of saw)$/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(arc).toBe('with case of telescope');
    // The next stop is behind the tree: the parses.
    await page.keyboard.press('Tab');
    const before = await drawnHeads(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => drawnHeads(page)).not.toEqual(before);
    await tabTo(page, /^Export$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Copy CoNLL-U$/);
    await page.keyboard.press('Enter');
    await page.getByText('CoNLL-U copied').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.explorer').waitFor();
    expect(await page.locator('nav [aria-current]').textContent()).toBe('Explorer');
  });
});
