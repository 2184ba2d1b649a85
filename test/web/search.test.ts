// Searching in the page, the table of a sentence, the card of a word, and the way back from the explorer.
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dropFiles, hasChromium, type Visit, visit, waitForTrees } from '../support/pages.js';

const text = 'I saw the man. She sings. What a day!';
const sentences = ['I saw the man.', 'She sings.', 'What a day!'];

describe.skipIf(!hasChromium)('the page', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit();
    page = await visited.open(`#text=${encodeURIComponent(text)}`);
    await waitForTrees(page, sentences);
  });
  afterAll(() => visited?.close());
  afterEach(() => expect(visited.complaints).toEqual([]));

  const found = (of = page) => of.locator('.word.found').allTextContents();

  it('shows the sentences that a pattern finds, marks their words, and counts them', async () => {
    await page.getByLabel('Search the trees').fill('V [upos=VERB]; V -[nsubj]-> S');
    await waitForTrees(page, sentences.slice(0, 2));
    expect(await found()).toEqual(['I', 'saw', 'She', 'sings']);
    expect(await page.getByText('2 matches in 2 sentences').count()).toBe(1);
    await page.getByLabel('Count by').fill('V.lemma');
    await expect.poll(() => page.locator('.clusters li').allTextContents()).toEqual(['see 1', 'sing 1']);
    await page.getByLabel('Search the trees').fill('pattern { V [upos=VERB] } without { V -[obj]-> O }');
    await waitForTrees(page, [sentences[1]]);
    expect(await found()).toEqual(['sings']);
  });

  it('points at what is wrong with a pattern, and shows all sentences meanwhile', async () => {
    await page.getByLabel('Search the trees').fill('V -[nsubj]- S');
    await expect
      .poll(() => page.locator('.search .note').textContent())
      .toBe('Expected ]->, not "]". V -[nsubj]- S');
    expect(await page.locator('.search mark').textContent()).toBe(']');
    // What is missing at the end is marked behind it.
    await page.getByLabel('Search the trees').fill('V [');
    await expect.poll(() => page.locator('.search mark').textContent()).toBe(' ');
    await waitForTrees(page, sentences);
    await page.getByLabel('Search the trees').fill('');
    await page.getByLabel('Count by').fill('');
    expect(await found()).toEqual([]);
  });

  it('shows the columns of the words', async () => {
    await page.getByLabel('Table').check();
    const rows = page.locator('.table').nth(1).locator('tbody tr');
    expect(await rows.count()).toBe(3);
    expect((await rows.nth(1).locator('th, td').allTextContents()).slice(0, 4)).toEqual([
      '2',
      'sings',
      'sing',
      'VERB',
    ]);
    await rows.nth(0).hover();
    const card = page.locator('.card').nth(1);
    await expect.poll(() => card.locator('.arc-name').textContent()).toBe('She nsubj of sings');
    expect(await card.locator('.columns').textContent()).toContain('Lemmashe');
    expect(await card.locator('.meaning').textContent()).toBe('nsubj: the subject');
    expect(await card.locator('.meaning a').getAttribute('href')).toBe(
      'https://universaldependencies.org/u/dep/nsubj.html',
    );
    await page.getByRole('button', { name: 'Copy table' }).nth(1).click();
    await page.getByText('Table copied as CoNLL-U').waitFor();
    const conllu = await page.evaluate(() => navigator.clipboard.readText());
    expect(conllu).toMatch(/^1\tShe\tshe\tPRON\t/m);
    await page.getByLabel('Table').uncheck();
    expect(await page.locator('.table').count()).toBe(0);
  });

  it('comes back from the explorer by the Back of the browser', async () => {
    await page.getByRole('button', { name: 'Explore', exact: true }).first().click();
    await page.locator('.explorer').waitFor();
    await expect.poll(() => page.url()).toContain('view=explorer');
    await page.goBack();
    await waitForTrees(page, sentences);
    expect(await page.locator('.explorer').count()).toBe(0);
    await page.goForward();
    await page.locator('.explorer').waitFor();
    await page.goBack();
    await waitForTrees(page, sentences);
  });

  it('comes back to a text that was typed just before', async () => {
    const text = 'They came back at once.';
    await page.getByLabel('Text, or CoNLL-U').evaluate((input: HTMLTextAreaElement, typed) => {
      input.value = typed;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const explorer = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Explorer');
      explorer?.click();
    }, text);
    await page.locator('.explorer').waitFor();
    await page.goBack();
    await waitForTrees(page, [text]);
  });

  it('takes typed CoNLL-U for CoNLL-U, searches it, and jumps in a long list', async () => {
    await page.getByLabel('Text, or CoNLL-U').fill('1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n');
    await page.getByRole('region', { name: 'Treebank' }).waitFor();
    await waitForTrees(page, ['Yes']);
    await page.getByRole('button', { name: 'Close' }).click();
    const many = Array.from({ length: 45 }, (_, at) => `1\tw${at + 1}\t_\tX\t_\t_\t0\troot\t_\t_\n\n`).join(
      '',
    );
    await dropFiles(page, { 'many.conllu': many });
    await page.getByLabel('Go to sentence').fill('44');
    await page.getByLabel('Go to sentence').press('Enter');
    await waitForTrees(page, ['w44', 'w45']);
    await page.getByLabel('Search the trees').fill('N [form=/^w4/]');
    await waitForTrees(page, ['w4', 'w40', 'w41', 'w42', 'w43', 'w44', 'w45']);
    await page.getByRole('button', { name: 'Close' }).click();
  });
});
