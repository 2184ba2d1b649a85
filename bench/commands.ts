// The commands of a build, which change less from version to version than its modules: words/s of training, of parsing
// tagged sentences and of raw text, two threads, with each provider; and words per second of CPU time. `compare` runs them
// for any two builds, both with the English model of the older one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSentence } from '../dist/conllu/writer.js';
import { shippedModel } from '../dist/node/modelLookup.js';
import { loadLibraries } from '../dist/node/provider.js';
import { madeUpSentences } from './corpus.js';
import { metered } from './meter.js';
import type { Row, Tables } from './table.js';
import { prose } from './text.js';

const EPOCHS = 2;
const trainings = [
  ['arc-eager, global', '--training', 'global'],
  ['arc-eager, crf', '--training', 'crf'],
  ['arc-hybrid, local', '--system', 'arc-hybrid', '--training', 'local'],
];

export interface CommandsOptions {
  /** The folder of the build. */
  readonly build?: string;
  /** The English model. */
  readonly model?: string;
}

export async function bench({
  build = '.',
  model: english = shippedModel,
}: CommandsOptions): Promise<Tables> {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-commands-'));
  const at = (name: string) => join(folder, name);
  const made = (name: string, count: number, seed: number): number => {
    const sentences = [...madeUpSentences(count, seed)];
    writeFileSync(at(name), sentences.map((sentence) => writeSentence(sentence)).join(''));
    return sentences.reduce((sum, { words }) => sum + words.length, 0);
  };
  const trainWords = made('train.conllu', 2500, 1);
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
    // CPU time hardly depends on what else the machine does.
    const row = (command: string, rate: number, count: number, cpuMilliseconds: number): Row => ({
      provider: blas,
      command,
      'words/s': Math.round(rate),
      'words per CPU second': Math.round((1000 * count) / cpuMilliseconds),
    });
    const run = (...args: string[]) =>
      metered([join(build, 'dist/cli/main.js'), ...args, '--threads', '2'], blas);
    const trained = trainings.map(([title, ...options], i) => {
      const model = at(`${blas}${i}.model`);
      const files = ['--train', at('train.conllu'), '--dev', at('dev.conllu'), '--out', model];
      const { cpuMilliseconds } = run('train', ...files, '--epochs', `${EPOCHS}`, ...options);
      // The first epoch warms up.
      const lines = readFileSync(`${model}.log.jsonl`, 'utf8').trim().split('\n');
      const [last] = lines.slice(-1).map((line) => JSON.parse(line) as { wordsPerSecond: number });
      return row(`train ${title}`, last.wordsPerSecond, EPOCHS * trainWords, cpuMilliseconds);
    });
    const parsed = (command: string, count: (out: string) => number, ...args: string[]): Row => {
      const { out, elapsed, cpuMilliseconds } = run('parse', ...args);
      return row(command, (1000 * count(out)) / elapsed, count(out), cpuMilliseconds);
    };
    const model = at(`${blas}0.model`);
    return [
      ...trained,
      parsed('parse tagged sentences, arc-eager', () => words, '--model', model, at('more.conllu')),
      parsed('parse text, the English model', wordsIn, '--model', english, at('prose.txt')),
    ];
  }
}

const wordsIn = (conllu: string) => conllu.match(/^\d+\t/gm)?.length ?? 0;
