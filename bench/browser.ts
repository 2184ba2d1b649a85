// The page in headless Chromium: words/s of the English models in its worker, from raw text to labelled trees, and the
// time from navigation to the first tree; and words/s of the library in another page, with one web worker and two. The
// text is that of the benchmark `text`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { PageModel } from '../src/library/pageModels.js';
import { builtPage, visit } from '../test/support/pages.js';
import type { Answer, Request } from '../web/protocol.js';
import { median, type Row, type Tables } from './table.js';
import { prose, proseOf } from './text.js';
import { workerSpeeds } from './workers.js';

/** Rounds before it is measured, while V8 optimizes. */
const WARM_UP = 3;
const ROUNDS = 8;
const VISITS = 5;
/** Of the text that workers share: at its end one may wait for the other, which takes up to the time of a batch. */
const WORDS = 50_000;
/** The options of a plain program, and those of the page, which shows more. */
const tasks = [
  { model: 'en', task: 'the best tree', options: {} },
  { model: 'en', task: 'five trees, probabilities, rivals', options: { kBest: 5, rivals: 4 } },
  { model: 'en-accurate', task: 'the best tree', options: {}, words: 1000 },
];

export async function bench(): Promise<Tables> {
  const { open, close } = await visit();
  try {
    const start = performance.now();
    const page = await open();
    await page.locator('.card svg').waitFor();
    const first = Math.round(performance.now() - start);
    const later: number[] = [];
    for (let round = 0; round < VISITS; round++) later.push(await timeOfVisit(page));
    const worker = readdirSync(join(builtPage, 'assets')).find((name) => /^worker-.*\.js$/.test(name));
    const speeds: Row[] = [];
    for (const { model, task, options, words } of tasks) {
      const rates = await page.evaluate(ratesOf, {
        worker: `assets/${worker}`,
        path: `models/${model}/`,
        text: words === undefined ? prose() : proseOf(words),
        options,
        warmUp: WARM_UP,
        rounds: ROUNDS,
      });
      speeds.push({ model, task, 'words/s': Math.round(median(rates)) });
    }
    return {
      'Raw text to labelled trees in a worker of Chromium': speeds,
      'From the address to the first tree': [
        { visit: 'the first one', ms: first },
        { visit: 'a later one, which has the model', ms: Math.round(median(later)) },
      ],
      [`${WORDS} words of text to labelled trees by load(model, { workers })`]: await workerSpeeds(
        proseOf(WORDS),
      ),
    };
  } finally {
    await close();
  }
}

/** Opens the same address in a new tab of the same browser. */
async function timeOfVisit(page: Page): Promise<number> {
  const tab = await page.context().newPage();
  const start = performance.now();
  await tab.goto(page.url());
  await tab.locator('.card svg').waitFor();
  const took = performance.now() - start;
  await tab.close();
  return took;
}

interface Work {
  readonly worker: string;
  /** The folder of the model in the page. */
  readonly path: string;
  readonly text: string;
  readonly options: object;
  readonly warmUp: number;
  readonly rounds: number;
}

/** Runs in the page: the words/s of each round after those to warm up. */
async function ratesOf({ worker: address, path, text, options, warmUp, rounds }: Work): Promise<number[]> {
  const worker = new Worker(address, { type: 'module' });
  const { models } = await (await fetch('models.json')).json();
  const model = models.find(({ files }: PageModel) => files[0].address.startsWith(path));
  const files = model.files.map((file: { address: string }) => ({
    ...file,
    address: new URL(file.address, document.baseURI).href,
  }));
  const load = { name: 'load', input: { ...model, files } };
  const parse = { name: 'parse', input: { text, options } };
  const rates: number[] = [];
  for (let id = 0; id <= warmUp + rounds; id++) {
    const start = performance.now();
    let words = 0;
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('item' in data) {
          const { trees } = data.item as { trees?: { sentence: { words: unknown[] } }[] };
          words += trees?.[0].sentence.words.length ?? 0;
        } else if ('error' in data) reject(new Error(data.error));
        else resolve();
      };
      const request: Request = { id, ...(id === 0 ? load : parse) };
      worker.postMessage(request);
    });
    if (id > warmUp) rates.push((1000 * words) / (performance.now() - start));
  }
  worker.terminate();
  return rates;
}
