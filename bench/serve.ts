// The service under load: words/s of small requests over 64 connections against the same words through the pipeline of this
// process, with the same threads: tagged sentences with a parser of the paper's size as in bench/parse, and raw text, that of
// the documentation, with the English model. Both warm up as long as they are measured: V8 optimizes code for many seconds,
// and a service runs for days. With --requests, its memory along the way.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Sentence } from '../dist/conllu/sentence.js';
import { writeSentence } from '../dist/conllu/writer.js';
import { saveModel } from '../dist/models/saved.js';
import { shippedModel } from '../dist/node/modelLookup.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { startPipeline } from '../dist/node/parsing.js';
import type { Pipeline } from '../dist/pipeline/pipeline.js';
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
    const rows = await withServer(shippedModel, threads, (server) => memory(server, texts, Number(requests)));
    return { [`Memory over ${requests} requests`]: rows };
  }
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-bench-'));
  try {
    const parser = join(folder, 'parser.model');
    // As models are shipped.
    writeFileSync(parser, saveModel(parserOf(createNodeEngine(), kinds[0]), {}, 'I8'));
    const tagged = batches.flat();
    const rows: Row[] = [];
    for (const load of [
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
    ]) {
      rows.push(
        await withServer(load.model, threads, (server) => measure(server, load, threads, Number(seconds))),
      );
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

/** Runs some work with a server. */
async function withServer<T>(
  model: string,
  threads: number,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const args = ['dist/cli/main.js', 'serve', '--port', '0', '--model', model, '--threads', String(threads)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
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

function requestsOf(type: string, bodies: readonly string[]): autocannon.Request[] {
  const headers = { 'Content-Type': type };
  return bodies.map((body) => ({ method: 'POST', path: '/parse', headers, body }));
}

async function measure(server: Server, load: Load, threads: number, seconds: number): Promise<Row> {
  const { pipeline, close } = await startPipeline([{ bytes: readFileSync(load.model) }], { threads });
  const rounds: { own: Speed; bare: Speed; result: autocannon.Result }[] = [];
  await pipelineSpeed(load, pipeline, seconds);
  await send(server, load, seconds);
  // In turns, because the load of the machine may change.
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await pipelineSpeed(load, pipeline, seconds / ROUNDS);
    const [words, cpu] = await wordsAndSeconds(server);
    const { result, took } = await send(server, load, Math.ceil(seconds / ROUNDS));
    const [allWords, allCpu] = await wordsAndSeconds(server);
    const count = allWords - words;
    rounds.push({ own: { speed: (1000 * count) / took, cpu: (1e6 * (allCpu - cpu)) / count }, bare, result });
  }
  await close();
  const inMedian = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const statuses = rounds.flatMap(({ result }) => Object.entries(result.statusCodeStats ?? {}));
  const countOf = (isCounted: (status: string) => boolean) =>
    statuses.reduce((sum, [status, { count = 0 }]) => sum + (isCounted(status) ? count : 0), 0);
  const failed = rounds.reduce((sum, { result: { errors, timeouts } }) => sum + errors + timeouts, 0);
  return {
    requests: load.requests,
    'words/s': Math.round(inMedian(({ own }) => own.speed)),
    'pipeline words/s': Math.round(inMedian(({ bare }) => bare.speed)),
    ratio: inMedian(({ own, bare }) => own.speed / bare.speed),
    'CPU µs/word': Math.round(inMedian(({ own }) => own.cpu)),
    'pipeline CPU µs/word': Math.round(inMedian(({ bare }) => bare.cpu)),
    'requests/s': Math.round(inMedian(({ result }) => result.requests.average)),
    'median ms': inMedian(({ result }) => result.latency.p50),
    '99% ms': inMedian(({ result }) => result.latency.p99),
    'refused (503)': countOf((status) => status === '503'),
    'other errors': countOf((status) => !['200', '503'].includes(status)) + failed,
  };
}

/** Sends requests for some seconds. Preparing them takes autocannon one more, which does not count. */
function send(
  { address }: Server,
  { type, bodies }: Load,
  duration: number,
): Promise<{ result: autocannon.Result; took: number }> {
  const requests = requestsOf(type, bodies);
  return new Promise((resolve, reject) => {
    let start = 0;
    const run = autocannon(
      { url: address, connections: CONNECTIONS, duration, timeout: 60, requests },
      (error, result) => (error ? reject(error) : resolve({ result, took: performance.now() - start })),
    );
    run.once('response', () => {
      start = performance.now();
    });
  });
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
  const { user, system } = process.cpuUsage(used);
  return { speed: (1000 * words) / (performance.now() - start), cpu: (user + system) / words };
}

async function memory(server: Server, texts: readonly string[], requests: number): Promise<Row[]> {
  const rows: Row[] = [];
  const short = texts.filter((text) => text.length < 60);
  const megabytes = async () =>
    Math.round((await metric(server, 'process_resident_memory_bytes')) / (1 << 20));
  rows.push({ requests: 0, 'resident MB': await megabytes(), 'other errors': 0 });
  const amount = Math.max(1, Math.round(requests / STEPS));
  for (let step = 1; step <= STEPS; step++) {
    const { non2xx, errors, timeouts } = await autocannon({
      url: server.address,
      connections: Math.min(CONNECTIONS, amount),
      amount,
      timeout: 60,
      requests: requestsOf('text/plain', short),
    });
    rows.push({
      requests: step * amount,
      'resident MB': await megabytes(),
      'other errors': non2xx + errors + timeouts,
    });
  }
  return rows;
}
