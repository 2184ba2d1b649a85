// The service under load: words/s of small requests over 64 connections against the same words through the pipeline of this
// process, with the same threads: tagged sentences with a parser of the paper's size as in bench/parse, and raw text, that of
// the documentation, with the English model. Both warm up as long as they are measured: V8 optimizes code for many seconds,
// and a service runs for days. With --requests, its memory along the way.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sentence } from '../dist/conllu/sentence.js';
import { writeSentence } from '../dist/conllu/writer.js';
import { saveModel } from '../dist/models/saved.js';
import { shippedModel } from '../dist/node/modelLookup.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { startPipeline } from '../dist/node/parsing.js';
import { loadLibraries } from '../dist/node/provider.js';
import type { Pipeline } from '../dist/pipeline/pipeline.js';
import { type LoadResult, postOf, sendLoad } from './load.js';
import { batches, parserOf } from './parse.js';
import { median, type Row, type Tables } from './table.js';
import { prose } from './text.js';
import { kinds } from './train.js';

const CONNECTIONS = 64;
/** Of the pipeline and the service in turns. */
const ROUNDS = 5;
/** Rows of the memory table. */
const STEPS = 10;

export interface ServeOptions {
  /** The duration of each load. */
  readonly seconds?: string;
  /** The number of requests for the memory table; memory is read after each tenth of them. */
  readonly requests?: string;
}

/** The load of a server. */
interface Load {
  readonly requests: string;
  /** Its file. */
  readonly model: string;
  readonly type: string;
  readonly bodies: readonly string[];
  /** The same for a pipeline. */
  sentences(pipeline: Pipeline): AsyncIterable<Sentence>;
}

export async function bench({ seconds = '30', requests }: ServeOptions = {}): Promise<Tables> {
  const threads = availableParallelism();
  const texts = await sentencesOf(prose());
  if (requests !== undefined) {
    const rows = await withServer(shippedModel, { threads }, (server) =>
      memory(server, texts, Number(requests)),
    );
    return { [`Memory over ${requests} requests`]: rows };
  }
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-bench-'));
  try {
    const parser = join(folder, 'parser.model');
    // As models are shipped.
    writeFileSync(parser, saveModel(parserOf(createNodeEngine(), kinds[0]), {}, 'I8'));
    const tagged = batches.flat();
    const loads = [
      taggedLoad('tagged, five sentences', parser, inFives(tagged)),
      taggedLoad(
        'tagged, one sentence',
        parser,
        tagged.map((sentence) => [sentence]),
      ),
      textLoad(
        'text, five sentences',
        inFives(texts).map((five) => five.join(' ')),
      ),
      textLoad('text, one sentence', texts),
    ];
    const rows: Row[] = [];
    for (const load of loads) {
      for (const blas of loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm']) {
        const options = { threads, blas };
        rows.push(
          await withServer(load.model, options, (server) => measure(server, load, options, Number(seconds))),
        );
      }
    }
    return { [`${CONNECTIONS} connections, ${threads} threads, ${seconds} s each`]: rows };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function taggedLoad(requests: string, model: string, groups: readonly Sentence[][]): Load {
  return {
    requests,
    model,
    type: 'application/json',
    bodies: groups.map((group) =>
      JSON.stringify({ conllu: group.map((sentence) => writeSentence(sentence)).join('') }),
    ),
    async *sentences() {
      yield* groups.flat();
    },
  };
}

function textLoad(requests: string, texts: readonly string[]): Load {
  return {
    requests,
    model: shippedModel,
    type: 'text/plain',
    bodies: texts,
    async *sentences(pipeline) {
      // As paragraphs of one text.
      for await (const { sentence } of pipeline.split([texts.join('\n\n')])) yield sentence;
    },
  };
}

function inFives<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 5) }, (_, at) => all.slice(5 * at, 5 * at + 5));
}

/** The sentences of the text, as written. */
async function sentencesOf(text: string): Promise<string[]> {
  const { pipeline } = await startPipeline([{ bytes: readFileSync(shippedModel) }]);
  const sentences: string[] = [];
  for await (const { starts, ends } of pipeline.split([text])) {
    sentences.push(text.slice(starts[0], ends.at(-1)).replace(/\s+/g, ' '));
  }
  return sentences;
}

interface Server {
  readonly address: string;
}

interface Threads {
  readonly threads: number;
  /** The provider of matrix products; by default the fastest. */
  readonly blas?: string;
}

/** Runs some work with a server. */
async function withServer<T>(
  model: string,
  { threads, blas }: Threads,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const args = ['dist/cli/main.js', 'serve', '--port', '0', '--model', model, '--threads', String(threads)];
  const env = { ...process.env, ...(blas === undefined ? {} : { ARCWISE_BLAS: blas }) };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
      const found = /Listening on (\S+)\n/.exec(output);
      if (found) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(output)));
  });
  try {
    return await work({ address });
  } finally {
    child.kill('SIGTERM');
  }
}

/** A value from the server's metrics. */
async function metric({ address }: Server, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

function requestsOf({ address }: Server, type: string, bodies: readonly string[]): Buffer[] {
  return bodies.map((body) => postOf(address, '/parse', type, body));
}

async function measure(server: Server, load: Load, threads: Threads, seconds: number): Promise<Row> {
  const { pipeline, close } = await startPipeline([{ bytes: readFileSync(load.model) }], threads);
  const requests = requestsOf(server, load.type, load.bodies);
  const rounds: { own: Speed; bare: Speed; client: number; result: LoadResult }[] = [];
  await pipelineSpeed(load, pipeline, seconds);
  await send(server, requests, seconds);
  // In turns, because the load of the machine may change.
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await pipelineSpeed(load, pipeline, seconds / ROUNDS);
    const [words, cpu] = await wordsAndSeconds(server);
    const before = process.cpuUsage();
    const result = await send(server, requests, seconds / ROUNDS);
    const client = cpuSince(before);
    const [allWords, allCpu] = await wordsAndSeconds(server);
    const count = allWords - words;
    const own = { speed: (1000 * count) / result.milliseconds, cpu: (1e6 * (allCpu - cpu)) / count };
    rounds.push({ own, bare, client: client / count, result });
  }
  await close();
  const inMedian = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const answers = (isCounted: (status: number) => boolean) =>
    rounds.reduce((sum, { result }) => sum + countOf(result, isCounted), 0);
  return {
    requests: load.requests,
    provider: threads.blas ?? 'by measurement',
    'words/s': Math.round(inMedian(({ own }) => own.speed)),
    'pipeline words/s': Math.round(inMedian(({ bare }) => bare.speed)),
    ratio: inMedian(({ own, bare }) => own.speed / bare.speed),
    'CPU µs/word': Math.round(inMedian(({ own }) => own.cpu)),
    'pipeline CPU µs/word': Math.round(inMedian(({ bare }) => bare.cpu)),
    'client CPU µs/word': inMedian(({ client }) => client),
    'requests/s': Math.round(
      inMedian(({ result: { latencies, milliseconds } }) => (1000 * latencies.length) / milliseconds),
    ),
    'median ms': Math.round(inMedian(({ result }) => quantile(result, 0.5))),
    '99% ms': Math.round(inMedian(({ result }) => quantile(result, 0.99))),
    'refused (503)': answers((status) => status === 503),
    'other errors': answers((status) => ![200, 503].includes(status)),
  };
}

function countOf({ statuses }: LoadResult, isCounted: (status: number) => boolean): number {
  return [...statuses].reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
}

const quantile = ({ latencies }: LoadResult, part: number) => latencies[Math.floor(part * latencies.length)];

/** Sends requests for some seconds. */
function send({ address }: Server, requests: readonly Buffer[], seconds: number): Promise<LoadResult> {
  const end = performance.now() + 1000 * seconds;
  return sendLoad(address, requests, CONNECTIONS, () => performance.now() < end);
}

/** Microseconds of CPU time of this process. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function wordsAndSeconds(server: Server): Promise<[words: number, cpu: number]> {
  return [await metric(server, 'arcwise_words_total'), await metric(server, 'process_cpu_seconds_total')];
}

interface Speed {
  /** Words per second. */
  readonly speed: number;
  /** CPU time of all threads in microseconds per word, which hardly depends on the load of the machine. */
  readonly cpu: number;
}

async function pipelineSpeed(load: Load, pipeline: Pipeline, seconds: number): Promise<Speed> {
  const start = performance.now();
  const end = start + 1000 * seconds;
  const used = process.cpuUsage();
  const sentences = async function* () {
    while (performance.now() < end) {
      for await (const sentence of load.sentences(pipeline)) {
        if (performance.now() >= end) return;
        yield sentence;
      }
    }
  };
  let words = 0;
  for await (const { trees } of pipeline.stream(sentences())) words += trees[0].sentence.words.length;
  return { speed: (1000 * words) / (performance.now() - start), cpu: cpuSince(used) / words };
}

async function memory(server: Server, texts: readonly string[], count: number): Promise<Row[]> {
  const rows: Row[] = [];
  const short = texts.filter((text) => text.length < 60);
  const megabytes = async () =>
    Math.round((await metric(server, 'process_resident_memory_bytes')) / (1 << 20));
  rows.push({ requests: 0, 'resident MB': await megabytes(), 'other errors': 0 });
  const amount = Math.max(1, Math.round(count / STEPS));
  const requests = requestsOf(server, 'text/plain', short);
  for (let step = 1; step <= STEPS; step++) {
    let sent = 0;
    const more = () => sent++ < amount;
    const result = await sendLoad(server.address, requests, Math.min(CONNECTIONS, amount), more);
    rows.push({
      requests: step * amount,
      'resident MB': await megabytes(),
      'other errors': countOf(result, (status) => status !== 200),
    });
  }
  return rows;
}
