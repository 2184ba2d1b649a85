// The English models from raw text to labelled trees: words/s with one thread and two, with each provider. The text is
// the project's own documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from '../dist/entries/arcwise.js';
import { loadLibraries } from '../dist/node/provider.js';
import { median, type Row, type Tables } from './table.js';

/** The models, and at least how many words each parses; the accurate one is slower. */
const words = { en: 20_000, 'en-accurate': 2_000 };
const ROUNDS = 3;

/** The prose of the documentation, without code and tables. */
export function prose(): string {
  const files = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];
  const pages = files.filter((name) => name.endsWith('.md')).map((name) => readFileSync(name, 'utf8'));
  return pages
    .join('\n\n')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/^[|#].*$/gm, '');
}

/** Whole paragraphs with this many words, repeated if there are too few. */
export function proseOf(count: number): string {
  const paragraphs = prose().split(/\n\n+/);
  const taken: string[] = [];
  for (let [at, sum] = [0, 0]; sum < count; at++) {
    const paragraph = paragraphs[at % paragraphs.length];
    taken.push(paragraph);
    sum += paragraph.split(/\s+/).length;
  }
  return taken.join('\n\n');
}

export async function bench(): Promise<Tables> {
  const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
  const speeds: Row[] = [];
  const tasks = Object.entries(words).flatMap(([model, count]) =>
    providers.flatMap((blas) => [1, 2].map((threads) => ({ model, given: proseOf(count), blas, threads }))),
  );
  for (const { model, given, blas, threads } of tasks) {
    const parser = await load(model, { threads, blas });
    const rates: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const start = performance.now();
      let words = 0;
      for await (const sentence of parser.stream([given])) words += sentence.words.length;
      if (round >= 0) rates.push((1000 * words) / (performance.now() - start));
    }
    await parser.close();
    speeds.push({ model, provider: blas, threads, 'words/s': Math.round(median(rates)) });
  }
  return { 'Raw text to labelled trees': speeds };
}
