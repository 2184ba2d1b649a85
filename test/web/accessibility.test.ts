// What axe finds in every view of the page, at desktop and phone widths, in light and dark.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/accessibility.js';
import { dropFiles, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

const text = 'I saw the man. She sings.';
const sentences = ['I saw the man.', 'She sings.'];
const gold = `${['1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_', '2\tworks\twork\tVERB\t_\t_\t0\troot\t_\t_'].join('\n')}\n\n`;

/** The lowest contrast of the texts of drawings, which axe does not judge, with what is behind them. */
function lowestContrast(page: Page): Promise<number> {
  return page.evaluate(() => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string) => {
      const [red, green, blue] = channels(colour).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
    };
    const texts = [...document.querySelectorAll('svg text')].filter((text) => text.checkVisibility());
    const contrasts = texts.map((text) => {
      const lights = [luminance(getComputedStyle(text).fill), luminance(behind(text))].sort((a, b) => a - b);
      return (lights[1] + 0.05) / (lights[0] + 0.05);
    });
    return Math.min(...contrasts);
  });
}

const windows = [
  { name: 'a desktop, light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'a desktop, dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'a phone, light', colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: 'a phone, dark', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const;

describe.skipIf(!hasChromium).each(windows)('on $name, axe finds nothing', ({ name: _, ...options }) => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open(`#text=${encodeURIComponent(text)}`, { ...options, reducedMotion: 'reduce' });
    await waitForTrees(page, sentences);
  });
  afterAll(() => visited?.close());

  it('in the trees, a card of a word, tables and the menu', async () => {
    await page.locator('.arc[data-dependent="1"]').first().focus();
    await page.locator('.arc-name').waitFor();
    await page.getByLabel('Table').check();
    await page.locator('.arc[data-dependent="1"]').first().focus();
    expect(await violations(page)).toEqual([]);
    await page.getByText('Export', { exact: true }).first().click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('in a search, and in what it says about errors', async () => {
    await page.getByLabel('Search the trees').fill('V [upos=VERB]');
    await page.getByLabel('Count by').fill('V.lemma');
    await page.locator('.clusters').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Search the trees').fill('V [');
    await page.locator('.search mark').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Search the trees').fill('');
    await page.getByLabel('Count by').fill('');
  });

  it('in the explorer, at its start, its middle and its end', async () => {
    await page.getByRole('button', { name: 'Explore', exact: true }).first().click();
    await page.locator('.explorer').waitFor();
    expect(await violations(page)).toEqual([]);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'End']) {
      await page.getByRole('slider').first().press(key);
      if (key === 'End') expect(await violations(page)).toEqual([]);
      // Words that are finished are paler.
      expect(await lowestContrast(page)).toBeGreaterThanOrEqual(4.5);
    }
    expect(await page.locator('.word.gone').count()).toBeGreaterThan(0);
    await page.getByRole('slider').first().press('ArrowLeft');
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await waitForTrees(page, sentences);
  });

  it('in a file, compared', async () => {
    await dropFiles(page, {
      'gold.conllu': gold,
      'system.conllu': gold.replace('nsubj', 'obj').replace('_\t0\troot', '_\t0\troot'),
    });
    await page.locator('.scores').waitFor();
    await page.locator('.arc[data-dependent="1"]').first().focus();
    await page.locator('.verdict.wrong').waitFor();
    expect(await violations(page)).toEqual([]);
    await dropFiles(page, { 'broken.conllu': 'nothing' });
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
