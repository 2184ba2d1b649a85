// Typing in the page, and what can be seen and done with the trees.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import type { SentenceTree } from '../../src/library/sentenceTree.js';
import { load } from '../../src/node/load.js';
import { drawnHeads, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

const first = 'I saw the man with the telescope.';
const model = '/models/en/english.arcwise';
const headsOf = ({ words }: SentenceTree) => words.map(({ head }) => head);

describe.skipIf(!hasChromium)('the page', () => {
  let visited: Visit;
  let page: Page;
  let inNode: SentenceTree;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open();
    [inNode] = await (await load()).parse(first, { kBest: 5, rivals: 4 });
    await waitForTrees(page, [first]);
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  it('parses its first sentence as Node does, with one load of the model', async () => {
    expect(await drawnHeads(page)).toEqual(headsOf(inNode));
    expect(visited.server.requests.filter((path) => path === model)).toHaveLength(1);
  });

  it('offers the k best parses', async () => {
    const choices = page.getByRole('radio');
    expect(await choices.count()).toBe(5);
    expect(await choices.first().isChecked()).toBe(true);
    const chances = await page.locator('.choices span').allTextContents();
    expect(chances[0]).toMatch(/^1 \d\d%$/);
    await choices.nth(1).check();
    const [second] = inNode.alternatives ?? [];
    await expect.poll(() => drawnHeads(page)).toEqual(headsOf(second));
    expect(headsOf(second)).not.toEqual(headsOf(inNode));
    expect(await page.locator('.difference').textContent()).toContain('“telescope”');
    await choices.first().check();
    await expect.poll(() => drawnHeads(page)).toEqual(headsOf(inNode));
  });

  it('tells the probability of the arc that is pointed at, and its rivals', async () => {
    await page.locator('.arc[data-dependent="7"] .label').hover();
    const { deprel, head } = inNode.words[6];
    const { form } = inNode.words[head - 1];
    const name = () => page.locator('.arc-name').textContent();
    await expect.poll(name).toBe(`telescope ${deprel} of ${form}`);
    const rivals = await page.locator('.rivals li').allTextContents();
    const { probability = 0, rivals: others = [] } = inNode.words[6];
    expect(rivals).toHaveLength(5);
    expect(rivals[0].startsWith(form)).toBe(true);
    // Products of integers, which the page may use and Node may not, differ by a point or two.
    expect(Math.abs(Number.parseInt(rivals[0].slice(form.length), 10) - 100 * probability)).toBeLessThan(4);
    expect(rivals[1].startsWith(inNode.words[others[0].head - 1].form)).toBe(true);
    expect(await page.locator('.arc.selected').count()).toBe(1);
    // The line itself is thin: what is around it counts.
    const box = await page.locator('.arc[data-dependent="2"] .hit').boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2 + 3, (box?.y ?? 0) + 20);
    await expect.poll(name).toBe('saw root');
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator('.hint:visible').count()).toBe(1);
    expect(await page.locator('.arc.selected').count()).toBe(0);
  });

  const copied = async (form: string) => {
    await page.getByText('Export', { exact: true }).click();
    await page.getByRole('button', { name: `Copy ${form}` }).click();
    await page.getByText(`${form} copied`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  it('copies CoNLL-U, JSON and SVG', async () => {
    const [sentence] = readSentences(await copied('CoNLL-U'));
    expect(sentence.words.map(({ head }) => head)).toEqual(headsOf(inNode));
    expect(sentence.words.map(({ deprel }) => deprel)).toEqual(inNode.words.map(({ deprel }) => deprel));
    const json = JSON.parse(await copied('JSON'));
    expect(json.text).toBe(first);
    expect(json.words[6]).toMatchObject({
      form: 'telescope',
      upos: 'NOUN',
      deprel: inNode.words[6].deprel,
      start: 23,
    });
    const svg = await copied('SVG');
    expect(svg).toMatch(/^<svg xmlns=.*<style>.*telescope.*<\/svg>\n$/s);
  });

  it('copies a PNG in the colours of the drawing', async () => {
    await page.getByText('Export', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy PNG' }).click();
    await page.getByText('PNG copied').waitFor();
    const { width, height, blue, drawn } = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bitmap = await createImageBitmap(await item.getType('image/png'));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      let blue = 0;
      // The colour of labels, #0a5a9c.
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === 0x0a && data[at + 1] === 0x5a && data[at + 2] === 0x9c) blue++;
      }
      const drawn = document.querySelector('.card svg')?.getAttribute('viewBox')?.split(' ')[2];
      return { width: bitmap.width, height: bitmap.height, blue, drawn };
    });
    expect(Math.abs(width - 2 * Number(drawn))).toBeLessThanOrEqual(2);
    expect(height).toBeGreaterThan(200);
    expect(blue).toBeGreaterThan(100);
  });

  it('saves files', async () => {
    await page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save CoNLL-U' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tree.conllu');
    const [sentence] = readSentences(await readFile(await download.path(), 'utf8'));
    expect(sentence.words.map(({ head }) => head)).toEqual(headsOf(inNode));
  });

  it('follows the typing, and shows the last text only', async () => {
    const area = page.getByLabel('Text, or CoNLL-U');
    await area.fill('');
    await area.pressSequentially('Who ate my sandwich? It was good.', { delay: 20 });
    await waitForTrees(page, ['Who ate my sandwich?', 'It was good.']);
    expect(await page.getByText('2 sentences, 9 words').count()).toBe(1);
    await area.fill('');
    await page.getByText('Nothing to parse yet.').waitFor();
    expect(await page.locator('.card').count()).toBe(0);
  });

  it('says how many sentences of a long text are parsed', async () => {
    // A fast machine shows it only for a moment, so that the page itself has to keep it.
    await page.evaluate(() => {
      const seen = new Set<string>();
      new MutationObserver(() => {
        const shown = /Parsing: \d+ of 600 sentences/.exec(document.body.textContent ?? '');
        if (shown) seen.add(shown[0]);
        document.body.dataset.seen = [...seen].join();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.getByLabel('Text, or CoNLL-U').fill('The old dog sleeps under the table. '.repeat(600));
    await page.getByText('600 sentences, 4,800 words').waitFor();
    expect(await page.evaluate(() => document.body.dataset.seen)).toMatch(/Parsing: \d+ of 600 sentences/);
  });

  it('draws short sentences as large as the room allows', async () => {
    await page.getByLabel('Text, or CoNLL-U').fill('It rained.');
    await waitForTrees(page, ['It rained.']);
    const size = await page.locator('.card svg.arcwise').evaluate((svg) => {
      const own = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
      return svg.clientWidth / own;
    });
    expect(size).toBeCloseTo(1.5, 1);
  });

  it('makes a link that carries the sentence', async () => {
    const text = 'Does 50% + "more" & less work? 😀';
    await page.getByLabel('Text, or CoNLL-U').fill(text);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(() => page.url()).toBe(link);
    const other = await visited.open(link.slice(visited.server.address.length));
    expect(await other.getByLabel('Text, or CoNLL-U').inputValue()).toBe(text);
    await other.locator('.card svg.arcwise').first().waitFor();
    // Another link in the same window.
    await other.evaluate(() => {
      location.hash = '#text=It%20rained.';
    });
    await waitForTrees(other, ['It rained.']);
    await other.context().close();
  });

  it('wraps long sentences, or lets them scroll', async () => {
    await page.getByText('a longer one').click();
    const size = () =>
      page.evaluate(() => {
        const drawing = document.querySelector('.card .drawing');
        return drawing && drawing.scrollWidth > drawing.clientWidth;
      });
    await page.getByText('1 sentence, 33 words').waitFor();
    await expect.poll(size).toBe(false);
    await page.getByLabel('Wrap long sentences').uncheck();
    await expect.poll(size).toBe(true);
    await page.getByLabel('Wrap long sentences').check();
    await expect.poll(size).toBe(false);
  });
});
