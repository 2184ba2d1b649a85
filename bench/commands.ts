// The commands of a build, which change less from version to version than its modules: words/s of training, of parsing
// tagged sentences and of raw text, two threads, with each provider. `compare` runs them for any two builds.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSentence } from '../dist/conllu/writer.js';
import { loadLibraries } from '../dist/node/provider.js';
import { madeUpSentences } from './corpus.js';
import type { Row, Tables } from './table.js';
import { prose } from './text.js';

const trainings = [
  ['arc-eager, global', '--training', 'global'],
  ['arc-eager, crf', '--training', 'crf'],
  ['arc-hybrid, local', '--system', 'arc-hybrid', '--training', 'local'],
];

export async function bench({ build = '.' }: { build?: string }): Promise<Tables> {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-commands-'));
  const at = (name: string) => join(folder, name);
  const made = (name: string, count: number, seed: number): number => {
    const sentences = [...madeUpSentences(count, seed)];
    writeFileSync(at(name), sentences.map((sentence) => writeSentence(sentence)).join(''));
    return sentences.reduce((sum, { words }) => sum + words.length, 0);
  };
  made('train.conllu', 2500, 1);
  made('dev.conllu', 100, 2);
  const words = made('more.conllu', 12_000, 3);
  writeFileSync(at('prose.txt'), new Array(3).fill(prose()).join('\n\n'));
  try {
    const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
    return { 'Commands, two threads': providers.flatMap((blas) => rows(blas)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  function rows(blas: string): Row[] {
    const row = (command: string, rate: number): Row => ({
      provider: blas,
      command,
      'words/s': Math.round(rate),
    });
    const run = (...args: string[]): { seconds: number; out: string } => {
      const start = performance.now();
      const out = execFileSync(
        process.execPath,
        [join(build, 'dist/cli/main.js'), ...args, '--threads', '2'],
        {
          encoding: 'utf8',
          env: { ...process.env, ARCWISE_BLAS: blas },
          maxBuffer: 2 ** 30,
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      return { seconds: (performance.now() - start) / 1000, out };
    };
    const trained = trainings.map(([title, ...options], i) => {
      const model = at(`${blas}${i}.model`);
      const files = ['--train', at('train.conllu'), '--dev', at('dev.conllu'), '--out', model];
      run('train', ...files, '--epochs', '2', ...options);
      // The first epoch warms up.
      const lines = readFileSync(`${model}.log.jsonl`, 'utf8').trim().split('\n');
      const [last] = lines.slice(-1).map((line) => JSON.parse(line) as { wordsPerSecond: number });
      return row(`train ${title}`, last.wordsPerSecond);
    });
    const parsed = run('parse', '--model', at(`${blas}0.model`), at('more.conllu'));
    const text = run('parse', at('prose.txt'));
    const found = text.out.match(/^\d+\t/gm)?.length ?? 0;
    return [
      ...trained,
      row('parse tagged sentences, arc-eager', words / parsed.seconds),
      row('parse text, the English model', found / text.seconds),
    ];
  }
}
