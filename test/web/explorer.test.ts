// The explorer in the page: walking through sequences and charts, by mouse and by keyboard.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { type Exploration, explore } from '../../src/explore/explore.js';
import { loadModels } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { drawnHeads, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

/** Greedy search goes astray in it. */
const text = 'The rich fear the poor.';
const fragment = `#view=explorer&text=${encodeURIComponent(text)}`;
const systems = ['arc-standard', 'arc-hybrid', 'arc-eager'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const position = (page: Page) => page.locator('.stepper output').textContent();
const label = (page: Page) => page.locator('.item h3').textContent();
const twoDecimals = (score: number) => score.toFixed(2).replace('-', '−');

/** Waits until the explorer is before the first of so many steps. */
async function waitForWalk(page: Page, steps: number): Promise<void> {
  const start = page.locator('.stepper output', { hasText: new RegExp(`^0 / ${steps}$`) });
  await start.waitFor({ timeout: 60_000 });
}

/** Word, head and label of the arcs of a drawing. */
function arcs(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selected) => {
    const all = [...document.querySelectorAll<SVGElement>(selected)];
    return all
      .sort((a, b) => Number(a.dataset.dependent) - Number(b.dataset.dependent))
      .map(
        (arc) => `${arc.dataset.dependent} ${arc.dataset.head} ${arc.querySelector('.label')?.textContent}`,
      );
  }, selector);
}

/** The arcs that are there already. */
const grown = (page: Page) => arcs(page, '.growing .arc:not(.absent)');

/** The numbers of a column of scores. */
async function numbers(page: Page, selector: string): Promise<number[]> {
  const texts = await page.locator(selector).allTextContents();
  return texts.map((score) => Number(score.replace('−', '-')));
}

describe.skipIf(!hasChromium)('the explorer', () => {
  let visited: Visit;
  let page: Page;
  let explored: Record<string, Exploration>;
  beforeAll(async () => {
    const bytes = await readFile(new URL('../../models/en/english.arcwise', import.meta.url));
    const pipeline = new Pipeline(partsOf((await loadModels(createEngine(), bytes)).models));
    const words = ['The', 'rich', 'fear', 'the', 'poor', '.'].map((form, at) => newWord(at + 1, form));
    const [{ trees }] = pipeline.parse([newSentence(words)]);
    const of = (name: string) => explore(pipeline.check({}), trees[0].sentence, name);
    explored = {
      'arc-standard': of('arc-standard'),
      'arc-hybrid': of('arc-hybrid'),
      'arc-eager': of('arc-eager'),
    };
    visited = await visit();
    page = await visited.open(fragment);
    await waitForWalk(page, 12);
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  it('builds the tree of the parser, step by step', async () => {
    const { exact } = explored['arc-eager'];
    expect(await grown(page)).toEqual([]);
    for (let step = 1; step <= 12; step++) {
      await button(page, 'Next step').click();
      await expect.poll(() => position(page)).toBe(`${step} / 12`);
      const { heads, stack } = exact.configurations[step];
      // The position may change before the drawing does.
      await expect.poll(() => grown(page)).toHaveLength(heads.filter((head) => head >= 0).length);
      await expect.poll(() => page.locator('.stack .token').count()).toBe(stack.length);
    }
    expect(await button(page, 'Next step').isDisabled()).toBe(true);
    expect(await page.locator('.now').textContent()).toContain(
      `the tree is complete, with a total of ${twoDecimals(exact.score)}`,
    );
    const tree = await grown(page);
    await button(page, 'Parse').click();
    await waitForTrees(page, [text]);
    const heads = await drawnHeads(page);
    expect(tree).toEqual(await arcs(page, '.card .arc'));
    expect(heads).toEqual(exact.heads.slice(1));
    await button(page, 'Explorer').click();
    await waitForWalk(page, 12);
  });

  it('shows where greedy search goes another way, and what comes of it', async () => {
    const { definitions, exact, greedy, parting = -1 } = explored['arc-eager'];
    expect(greedy.heads).not.toEqual(exact.heads);
    await button(page, `Go to step ${parting + 1}`).click();
    await expect.poll(() => position(page)).toBe(`${parting} / 12`);
    const rows = page.locator('.legal tbody tr');
    const { choices, transition } = exact.steps[parting];
    expect(await numbers(page, '.legal td.score')).toEqual(
      choices.map(({ score }) => Number(score.toFixed(2))),
    );
    const takes = (by: string) =>
      rows
        .filter({ has: page.locator(`.pill.${by}`) })
        .locator('.symbol')
        .textContent();
    const shown = await rows.locator('.definition').allTextContents();
    expect(shown).toEqual(choices.map((choice) => definitions[choice.transition]));
    expect(shown[0]).toBe('(σ, b₀|β) ⇒ (σ|b₀, β)');
    expect(transition).toBe('shift');
    expect([await takes('exact'), await takes('greedy')]).toEqual(['sh', 're↶']);
    const parts = await page.locator('.parting').textContent();
    expect(parts).toContain(twoDecimals(greedy.steps[parting].score - exact.steps[parting].score));
    expect(parts).toContain(
      `It ends with ${twoDecimals(greedy.score)}, the exact parser with ${twoDecimals(exact.score)}`,
    );

    await page.getByRole('radio', { name: 'Greedy' }).check();
    await button(page, 'Last step').click();
    await expect
      .poll(() => grown(page))
      .toEqual(greedy.heads.slice(1).map((head, at) => `${at + 1} ${head} ${greedy.labels?.[at + 1]}`));
    const differing = greedy.heads.filter((head, word) => head !== exact.heads[word]).length;
    expect(await page.locator('.ending tbody tr:not(.total)').count()).toBe(differing);
    expect(await page.locator('.cell.greedy:not(.winning)').count()).toBeGreaterThan(0);
    await page.getByRole('radio', { name: 'Exact' }).check();
    await button(page, 'First step').click();
  });

  it.each(systems)('fills the chart of %s', async (name) => {
    const { exact, chart, own } = explored[name];
    await page.getByRole('radio', { name }).check();
    await expect.poll(() => page.locator('.fill').textContent()).toBe(`1 of ${chart.items.length} items`);
    expect((await page.locator('.verdict-of').textContent())?.includes('the scores are its own')).toBe(own);
    const spans = new Set(chart.items.map(({ i, j }) => `${i} ${j}`));
    expect(await page.locator('.cell').count()).toBe(spans.size);
    expect(await page.locator('.cell.filled').count()).toBe(1);
    await button(page, 'Last step').click();
    await expect.poll(() => page.locator('.cell.filled').count()).toBe(spans.size);
    const won = new Set(chart.items.flatMap(({ winning, i, j }) => (winning ? [`${i} ${j}`] : [])));
    expect(await page.locator('.cell.winning').count()).toBe(won.size);
    expect(await page.locator('.cell.reached').count()).toBe(won.size);
    await expect.poll(() => grown(page)).toHaveLength(6);
    expect(await numbers(page, '.sum .total td')).toEqual([Number(exact.score.toFixed(2))]);
  });

  it('shows the rule behind a cell, what its value is made of, and the rivals', async () => {
    const { items } = explored['arc-eager'].chart;
    const place = items.findIndex(({ i, j, winning }) => i === 3 && j === 6 && winning);
    const { inferences, ways, value } = items[place];
    await page.locator('.cell[aria-label^="[3¹, 6 | 0]"]').click();
    expect(await label(page)).toBe('[3¹, 6 | 0]');
    expect(await page.locator('.item .pill').textContent()).toBe('winning derivation');
    expect(await page.locator('.rule-picture .name').textContent()).toBe('re');
    // Two half-trees for each premise and for the conclusion, and the arc.
    expect(await page.locator('.rule-picture .half').count()).toBe(6);
    expect(await page.locator('.rule-picture .arc-over').count()).toBe(1);
    const sum = await numbers(page, '.sum td');
    expect(sum).toHaveLength(5);
    expect(sum.slice(0, 4).reduce((a, b) => a + b)).toBeCloseTo(value, 1);
    expect(sum[4]).toBeCloseTo(value, 1);
    const rivals = page.locator('.ways label');
    expect(await rivals.count()).toBe(Math.min(ways, inferences.length));
    await rivals.nth(1).click();
    const rival = [Number(inferences[1].value.toFixed(2))];
    await expect.poll(() => numbers(page, '.sum .total td')).toEqual(rival);
    await page.locator('.sum button').nth(1).click();
    await expect.poll(() => label(page)).toMatch(/^\[[45]¹, 6 \| 0\]$/);
  });

  it('fills by its own slider too', async () => {
    await page.getByLabel('Filled items').fill('9');
    await expect.poll(() => page.locator('.fill').textContent()).toBe('9 of 69 items');
    expect(await page.locator('.cell.filled').count()).toBeLessThan(9);
  });

  it('is walked through with the keyboard alone', async () => {
    await page.locator('.stepper').getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => position(page)).toBe('0 / 12');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => position(page)).toBe('2 / 12');
    // The selected cell is the only one among the stops of the Tab key.
    await page.getByLabel('Filled items').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('true');
    const start = await label(page);
    expect(start).toBe('[2⁰, 3 | 0]');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => label(page)).toMatch(/^\[3.?, 4 \| .\]$/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => label(page)).toMatch(/^\[3.?, 5 \| .\]$/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => label(page)).toMatch(/^\[2.?, 3 \| .\]$/);
    expect(await position(page)).toBe('2 / 12');
    await page.getByRole('radio', { name: 'arc-eager' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('radio', { name: 'arc-hybrid' }).isChecked()).toBe(true);
    await waitForWalk(page, 12);
  });

  it('plays and pauses', async () => {
    await button(page, 'Play').click();
    await expect.poll(() => position(page)).toMatch(/^[2-9]/);
    await button(page, 'Pause').click();
    expect(await button(page, 'Play').count()).toBe(1);
    await button(page, 'First step').click();
    expect(await position(page)).toBe('0 / 12');
  });

  it('fits a phone, in dark colours, and keeps to the winning derivation of a long sentence', async () => {
    const words = Array.from({ length: 32 }, (_, at) => ['good', 'old', 'red', 'cats'][at % 4]).join(' ');
    const phone = await visited.open(`#view=explorer&text=${encodeURIComponent(`They saw ${words}.`)}`, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await waitForWalk(phone, 70);
    await phone.getByLabel('Step', { exact: true }).fill('70');
    await phone.getByText('only the winning derivation of its chart is shown').waitFor();
    expect(await phone.locator('.cell:not(.winning)').count()).toBe(0);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const background = await phone.evaluate(
      () => getComputedStyle(document.querySelector('.cell') as Element).backgroundColor,
    );
    expect(
      (background.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map(Number)
        .reduce((a, b) => a + b),
    ).toBeLessThan(300);
  });

  it('says why it cannot show a sentence', async () => {
    const long = Array.from({ length: 120 }, () => 'ha').join(' ');
    const other = await visited.open(`#view=explorer&text=${encodeURIComponent(long)}`);
    await other.getByRole('alert').waitFor({ timeout: 60_000 });
    expect(await other.getByRole('alert').textContent()).toContain(
      'but only sentences of up to 100 words can be explored.',
    );
  });
});
