// The English model from raw text to labelled trees: words/s with one thread and two, with each provider. The text is the
// project's own documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from '../dist/entries/arcwise.js';
import { loadLibraries } from '../dist/node/provider.js';
import { median, type Row, type Tables } from './table.js';

const WORDS = 20_000;
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

function text(): string {
  const once = prose();
  return new Array(Math.ceil(WORDS / once.split(/\s+/).length)).fill(once).join('\n\n');
}

export async function bench(): Promise<Tables> {
  const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
  const given = text();
  const speeds: Row[] = [];
  for (const blas of providers) {
    for (const threads of [1, 2]) {
      const parser = await load(undefined, { threads, blas });
      const rates: number[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const start = performance.now();
        let words = 0;
        for await (const sentence of parser.stream([given])) words += sentence.words.length;
        if (round >= 0) rates.push((1000 * words) / (performance.now() - start));
      }
      await parser.close();
      speeds.push({ provider: blas, threads, 'words/s': Math.round(median(rates)) });
    }
  }
  return { 'Raw text to labelled trees': speeds };
}
