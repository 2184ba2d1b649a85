// The service under load: words/s of small requests over 64 connections against the same text through the pipeline of this
// process, with the same threads; and, with --requests, its memory along the way. The text is that of the documentation.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import autocannon from 'autocannon';
import { shippedModel } from '../dist/node/load.js';
import { startPipeline } from '../dist/node/parsing.js';
import type { Row, Tables } from './table.js';
import { prose } from './text.js';

const CONNECTIONS = 64;
/** Rows of the table of memory. */
const STEPS = 10;

export interface ServeOptions {
  /** How long each load lasts. */
  readonly seconds?: string;
  /** Requests after each tenth of which memory is looked at, instead of the load. */
  readonly requests?: string;
}

export async function bench({ seconds = '30', requests }: ServeOptions = {}): Promise<Tables> {
  const threads = availableParallelism();
  const sentences = await sentencesOf(prose());
  const server = await start(threads);
  try {
    if (requests !== undefined) {
      return { [`Memory over ${requests} requests`]: await memory(server, sentences, Number(requests)) };
    }
    const paragraphs = Array.from({ length: Math.ceil(sentences.length / 5) }, (_, at) =>
      sentences.slice(5 * at, 5 * at + 5).join(' '),
    );
    const rows: Row[] = [];
    for (const [name, texts] of Object.entries({ paragraphs, sentences })) {
      rows.push(await load(server, name, texts, threads, Number(seconds)));
    }
    return { [`${CONNECTIONS} connections, ${threads} threads, ${seconds} s each`]: rows };
  } finally {
    server.child.kill('SIGTERM');
  }
}

/** Sentences of the text as they stand in it. */
async function sentencesOf(text: string): Promise<string[]> {
  const { pipeline } = await startPipeline([{ bytes: readFileSync(shippedModel) }]);
  const sentences: string[] = [];
  for await (const { starts, ends } of pipeline.split([text])) {
    sentences.push(text.slice(starts[0], ends.at(-1)).replace(/\s+/g, ' '));
  }
  return sentences;
}

interface Server {
  readonly child: ChildProcess;
  readonly address: string;
}

async function start(threads: number): Promise<Server> {
  const args = ['dist/cli/main.js', 'serve', '--port', '0', '--threads', String(threads)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /Listening on (\S+)\n/.exec(said);
      if (found) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return { child, address };
}

/** One number of the server's metrics. */
async function metric({ address }: Server, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

function requestsOf(texts: readonly string[]): autocannon.Request[] {
  return texts.map((body) => ({
    method: 'POST',
    path: '/parse',
    headers: { 'Content-Type': 'text/plain' },
    body,
  }));
}

async function load(
  server: Server,
  name: string,
  texts: readonly string[],
  threads: number,
  seconds: number,
): Promise<Row> {
  // Before and after, since the machine may have other things to do now and then.
  const before = await pipelineSpeed(texts, threads, seconds / 2);
  const shoot = (duration: number) =>
    autocannon({
      url: server.address,
      connections: CONNECTIONS,
      duration,
      timeout: 60,
      requests: requestsOf(texts),
    });
  await shoot(Math.ceil(seconds / 5));
  const [words, cpu] = await wordsAndSeconds(server);
  const start = performance.now();
  const result = await shoot(seconds);
  const took = performance.now() - start;
  const [allWords, allCpu] = await wordsAndSeconds(server);
  const own = { speed: (1000 * (allWords - words)) / took, cpu: (1e6 * (allCpu - cpu)) / (allWords - words) };
  const after = await pipelineSpeed(texts, threads, seconds / 2);
  const mean = (name: keyof Speed) => (before[name] + after[name]) / 2;
  const statuses = Object.entries(result.statusCodeStats ?? {});
  const countOf = (isCounted: (status: string) => boolean) =>
    statuses.reduce((sum, [status, { count = 0 }]) => sum + (isCounted(status) ? count : 0), 0);
  return {
    requests: name,
    'words/s': Math.round(own.speed),
    'pipeline words/s': Math.round(mean('speed')),
    ratio: own.speed / mean('speed'),
    'CPU µs/word': Math.round(own.cpu),
    'pipeline CPU µs/word': Math.round(mean('cpu')),
    'requests/s': Math.round(result.requests.average),
    'median ms': result.latency.p50,
    '99% ms': result.latency.p99,
    'refused (503)': countOf((status) => status === '503'),
    'other errors': countOf((status) => !['200', '503'].includes(status)) + result.errors + result.timeouts,
  };
}

async function wordsAndSeconds(server: Server): Promise<[words: number, cpu: number]> {
  return [await metric(server, 'arcwise_words_total'), await metric(server, 'process_cpu_seconds_total')];
}

interface Speed {
  /** Words a second. */
  readonly speed: number;
  /** Microseconds of all threads a word, which hardly depend on who else uses the machine. */
  readonly cpu: number;
}

/** The same texts, as paragraphs of one. */
async function pipelineSpeed(texts: readonly string[], threads: number, seconds: number): Promise<Speed> {
  const { pipeline, close } = await startPipeline([{ bytes: readFileSync(shippedModel) }], { threads });
  const text = texts.join('\n\n');
  const end = { at: Number.POSITIVE_INFINITY };
  const sentences = async function* () {
    while (performance.now() < end.at) {
      for await (const { sentence } of pipeline.split([text])) {
        if (performance.now() >= end.at) return;
        yield sentence;
      }
    }
  };
  // The first words are for warming up.
  let [words, counted, start] = [0, 0, 0];
  let used = process.cpuUsage();
  for await (const { trees } of pipeline.stream(sentences())) {
    words += trees[0].sentence.words.length;
    if (start === 0 && words >= 2000) {
      [counted, start] = [words, performance.now()];
      used = process.cpuUsage();
      end.at = start + 1000 * seconds;
    }
  }
  const speed = (1000 * (words - counted)) / (performance.now() - start);
  const { user, system } = process.cpuUsage(used);
  await close();
  return { speed, cpu: (user + system) / (words - counted) };
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
      requests: requestsOf(short),
    });
    rows.push({
      requests: step * amount,
      'resident MB': await megabytes(),
      'other errors': non2xx + errors + timeouts,
    });
  }
  return rows;
}
