// How the cost of training and of parsing grows with the corpus, up to a million sentences, and with the sentence. Each
// size runs the command line in a separate process. Also draws docs/growth.svg and docs/growth-length.svg.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Sentence } from '../dist/conllu/sentence.js';
import { writeSentence } from '../dist/conllu/writer.js';
import { Random } from '../dist/engine/random.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { Ensemble } from '../dist/parser/ensemble.js';
import { Parser } from '../dist/parser/parser.js';
import { readParserSettings } from '../dist/parser/parserSettings.js';
import type { SentenceScores } from '../dist/parser/sentenceScores.js';
import { lineChart, type Point } from '../dist/render/lineChart.js';
import { madeUpSentences } from './corpus.js';
import { type Row, type Tables, timeOf } from './table.js';
import { randomInstance, vocabulary } from './train.js';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** The English model would take too long for a million sentences. */
const MOST_OF_TEXT = 100_000;
const LENGTHS = [10, 20, 50, 100, 200, 300, 400, 500];
const ROUNDS = 3;
/** Words per batch, so that short sentences are encoded together, as in real use. */
const BATCH = 1000;

/** Small and fast, because this is about sizes. */
const settings = {
  layers: 1,
  units: 32,
  wordSize: 32,
  tagSize: 8,
  characterSize: 8,
  characterUnits: 8,
  hidden: 32,
  labelHidden: 32,
  epochs: 1,
};

export interface GrowthOptions {
  /** The number of sentences of the largest corpus. */
  readonly most?: string;
}

export async function bench(options: GrowthOptions = {}): Promise<Tables> {
  const most = Number(options.most ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-growth-'));
  try {
    const sizes = SIZES.filter((size) => size <= most);
    const training = await each(sizes, (size) => trained(folder, size));
    const conllu = await each(sizes, (size) =>
      parsed(size, conlluOf, ['--input', 'conllu', '--model', modelPath(folder)]),
    );
    const texts = sizes.filter((size) => size <= MOST_OF_TEXT);
    const text = await each(texts, (size) => parsed(size, textOf, ['--input', 'text']));
    const lengths = byLength(LENGTHS.filter((length) => length <= most));
    const memory = (rows: Row[]) =>
      rows.map((row): Point => [Number(row.sentences), Number(row['resident MB'])]);
    draw(
      'growth.svg',
      lineChart(
        [
          { name: 'training', points: memory(training) },
          { name: 'parsing CoNLL-U, a small model', points: memory(conllu) },
          { name: 'parsing text, the English model', points: memory(text) },
        ],
        { title: 'Memory by the size of the corpus', x: 'sentences', y: 'resident MB', logarithmic: true },
      ),
    );
    const times = (name: string) => lengths.map((row): Point => [Number(row.words), Number(row[name])]);
    draw(
      'growth-length.svg',
      lineChart(
        [...timed].map((name) => ({ name, points: times(name) })),
        {
          title: 'Time by the length of the sentence',
          x: 'words',
          y: 'milliseconds per sentence',
          logarithmic: true,
        },
      ),
    );
    return {
      'Training, one epoch of a small model, one thread': withBytesAWord(training),
      'Parsing CoNLL-U from stdin with the small model, one thread': conllu,
      'Parsing text from stdin with the English model, one thread': text,
      'A sentence by its length, at the paper’s sizes, arc-eager, milliseconds': lengths,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function draw(name: string, chart: string): void {
  writeFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), chart);
}

/** Runs one after the other, and reports each. */
async function each(sizes: readonly number[], measure: (size: number) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    rows.push(await measure(size));
    console.error(JSON.stringify(rows[rows.length - 1]));
  }
  return rows;
}

const modelPath = (folder: string) => join(folder, 'small.arcwise');

async function trained(folder: string, size: number): Promise<Row> {
  const [train, dev, out] = [join(folder, 'train.conllu'), join(folder, 'dev.conllu'), modelPath(folder)];
  const corpus = new Chunks(size, 1, conlluOf);
  await pipeline(Readable.from(corpus), createWriteStream(train));
  await pipeline(Readable.from(new Chunks(100, 2, conlluOf)), createWriteStream(dev));
  const config = join(folder, 'small.json');
  writeFileSync(config, JSON.stringify(settings));
  // All sentences are in memory, which may take more than Node's default heap.
  const { seconds, peak } = await measured(
    ['train', '--train', train, '--dev', dev, '--out', out, '--config', config, '--threads', '1'],
    ['--max-old-space-size=16384'],
  );
  const [epoch] = readFileSync(`${out}.log.jsonl`, 'utf8').split('\n');
  const { seconds: learning } = JSON.parse(epoch) as { seconds: number };
  return {
    sentences: size,
    words: corpus.words,
    'seconds per epoch': learning,
    'words/s': Math.round(corpus.words / learning),
    'seconds in all': seconds,
    'resident MB': Math.round(peak / 1e6),
  };
}

/** Adds the memory per further word, from row to row. */
function withBytesAWord(rows: readonly Row[]): Row[] {
  return rows.map((row, at) => {
    const before = rows[at - 1];
    const more = (name: string) => Number(row[name]) - Number(before?.[name]);
    return {
      ...row,
      'bytes per word': before ? Math.round((1e6 * more('resident MB')) / more('words')) : '',
    };
  });
}

async function parsed(size: number, write: Write, args: string[]): Promise<Row> {
  const corpus = new Chunks(size, 3, write);
  const { seconds, peak } = await measured(['parse', '--threads', '1', ...args], [], corpus);
  return {
    sentences: size,
    words: corpus.words,
    'seconds in all': seconds,
    'words/s': Math.round(corpus.words / seconds),
    'resident MB': Math.round(peak / 1e6),
  };
}

type Write = (sentence: Sentence, at: number) => string;
const conlluOf: Write = (sentence) => writeSentence(sentence);
/** A paragraph has five sentences. */
const textOf: Write = ({ words }, at) => {
  const text = words
    .map(({ form }) => form)
    .join(' ')
    .replace(' .', '.');
  return `${text[0].toUpperCase()}${text.slice(1)}${at % 5 === 4 ? '\n\n' : '\n'}`;
};

/** Generated sentences as text, a few hundred at a time, on demand. */
class Chunks implements Iterable<string> {
  words = 0;
  #size: number;
  #seed: number;
  #write: Write;

  constructor(size: number, seed: number, write: Write) {
    this.#size = size;
    this.#seed = seed;
    this.#write = write;
  }

  *[Symbol.iterator](): Generator<string> {
    let [chunk, at] = ['', 0];
    for (const sentence of madeUpSentences(this.#size, this.#seed)) {
      this.words += sentence.words.length;
      chunk += this.#write(sentence, at++);
      if (chunk.length < 1 << 16) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
}

/** Makes the program print its running time and its peak memory at the end. */
const reporter = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.error(JSON.stringify(' +
    '{ seconds: performance.now() / 1000, peak: 1024 * process.resourceUsage().maxRSS })));',
)}`;
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Runs the command line on an input; peak in bytes. */
async function measured(
  args: readonly string[],
  options: readonly string[],
  input: Iterable<string> = [],
): Promise<{ seconds: number; peak: number }> {
  const child = spawn(process.execPath, [...options, '--import', reporter, program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output += data;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // The program reports its own errors.
  await pipeline(Readable.from(input), child.stdin).catch(() => {});
  if ((await ended) !== 0) throw new Error(output);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as { seconds: number; peak: number };
}

const timed = ['parsing', 'with probabilities', 'a training step'] as const;

function byLength(lengths: readonly number[]): Row[] {
  const engine = createNodeEngine();
  const parser = new Parser(engine, readParserSettings({ system: 'arc-eager' }), vocabulary);
  parser.parameters.initialize(new Random(1));
  const ensemble = new Ensemble([parser]);
  return lengths.map((n) => {
    const random = new Random(n);
    const instances = Array.from({ length: Math.ceil(BATCH / n) }, () => randomInstance(n, random));
    const parseWith = (predict: (scores: SentenceScores) => unknown) => () =>
      engine.arena.scope(() => ensemble.scores(ensemble.encode([instances]), predict));
    const parse = parseWith((scores) => scores.best());
    const parseWithProbabilities = parseWith((scores) => [scores.best(), scores.probabilities()]);
    const learn = () => parser.train(instances, random);
    const times = [parse, parseWithProbabilities, learn].map(
      (work) => timeOf(ROUNDS, work) / instances.length,
    );
    const [parsing, , learning] = times;
    const row = { words: n, ...Object.fromEntries(timed.map((name, at) => [name, times[at]])) };
    return {
      ...row,
      'parsing, microseconds per word': (1000 * parsing) / n,
      'training, microseconds per word': (1000 * learning) / n,
    };
  });
}
