// Words/s of the library in a page of its own, in headless Chromium: with one web worker and two, which share the memory
// if the page is cross-origin isolated. And how long the page's own thread is blocked at most.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import type { load } from '../dist/entries/arcwise.browser.js';
import { executablePath } from '../test/support/pages.js';
import { serveFolder } from '../test/support/staticServer.js';
import { median, type Row } from './table.js';

/** Rounds before it is measured: V8 goes on optimizing for some seconds, in each worker. */
const WARM_UP = 2;
const ROUNDS = 6;

const isolating = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export async function workerSpeeds(text: string): Promise<Row[]> {
  const folder = await builtFolder();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rows: Row[] = [];
    for (const [memory, headers] of [['shared', isolating] as const, ['a copy each', {}] as const]) {
      const server = await serveFolder(join(folder, 'dist'), headers);
      const page = await browser.newPage();
      await page.goto(server.address);
      await page.waitForFunction(() => 'load' in globalThis);
      const [one, two] = await runsOf(page, text);
      const speeds = (runs: readonly Run[]) => Math.round(median(runs.map(({ speed }) => speed)));
      const pauses = (runs: readonly Run[]) => Math.round(median(runs.map(({ pause }) => pause)));
      rows.push({
        memory,
        'one worker': speeds(one),
        'two workers': speeds(two),
        ratio: median(two.map(({ speed }, round) => speed / one[round].speed)),
        'longest pause of the page, ms': Math.max(pauses(one), pauses(two)),
      });
      await page.close();
      await server.close();
    }
    return rows;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** A page that has `load`, as a bundler makes it. */
async function builtFolder(): Promise<string> {
  mkdirSync('build', { recursive: true });
  const root = resolve(mkdtempSync(join('build', 'bench-page-')));
  const entry = resolve('dist/entries/arcwise.browser.js');
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>');
  writeFileSync(
    join(root, 'main.js'),
    `import { load } from ${JSON.stringify(entry)};\nObject.assign(globalThis, { load });\n`,
  );
  await build({ root, base: './', logLevel: 'error', worker: { format: 'es' }, configFile: false });
  return root;
}

interface Run {
  /** In words/s. */
  readonly speed: number;
  /** The longest time in which the page could not react, in milliseconds. */
  readonly pause: number;
}

/** The runs with one worker and with two, in turns. */
async function runsOf(page: Page, text: string): Promise<Run[][]> {
  const runs: Run[][] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [at, workers] of [1, 2].entries()) {
      const run = await page.evaluate(runOf, { text, workers });
      if (round >= WARM_UP) runs[at].push(run);
    }
  }
  return runs;
}

/** Runs in the page. */
async function runOf({ text, workers }: { text: string; workers: number }): Promise<Run> {
  const kept = globalThis as unknown as {
    load: typeof load;
    parsers?: Map<number, Awaited<ReturnType<typeof load>>>;
  };
  kept.parsers ??= new Map();
  const parser = kept.parsers.get(workers) ?? (await kept.load(undefined, { workers }));
  kept.parsers.set(workers, parser);
  let [last, pause] = [performance.now(), 0];
  const clock = setInterval(() => {
    const now = performance.now();
    pause = Math.max(pause, now - last);
    last = now;
  });
  const start = last;
  let words = 0;
  for await (const sentence of parser.stream([text])) words += sentence.words.length;
  const speed = (1000 * words) / (performance.now() - start);
  clearInterval(clock);
  return { speed, pause };
}
