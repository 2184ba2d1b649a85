// A thread that fuzzes one reader: inputs that reach something new are kept, and others are made of them.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Random } from '../src/engine/random.js';
import { minimised, mutated } from './mutator.js';
import { type Fault, outcomeOf, type Reader } from './reader.js';

/** What a thread is started with. */
export interface WorkerTask {
  readonly reader: string;
  readonly executions: number;
  readonly seed: number;
  /** The executions so far and the length of the input that is being read, and the input itself. */
  readonly watch: Int32Array;
  readonly input: Uint8Array;
}

/** What it tells: each fault with the smallest input for it that was found, and in the end its counts. */
export type Told = { readonly fault: Fault; readonly input: Uint8Array } | { readonly counts: Counts };

export interface Counts {
  readonly executions: number;
  /** Executions that gave a value. */
  readonly values: number;
  readonly corpus: number;
  /** Branches that were taken. */
  readonly points: number;
  /** Milliseconds of the slowest execution. */
  readonly slowest: number;
}

/** A typed array of more bytes for so small an input is a fault. */
const mostBytes = 1 << 28;

const allPoints = Number(await readFile(new URL('../points.json', import.meta.url), 'utf8'));
const counters = new Uint8Array(4 * Math.ceil(allPoints / 4));
Object.assign(globalThis, { $points: counters });
watchAllocation();
// Refusals are many, and to note where they come from takes longer than to read.
Error.stackTraceLimit = 4;

// The readers' modules take the counters when they are loaded.
const { readers } = await import('./readers/all.js');

const task = workerData as WorkerTask;
const reader = readers.find(({ name }) => name === task.reader) as Reader;
/** Lets no typed array become huge: the reader that asks for it is at fault. */
function watchAllocation(): void {
  for (const name of ['ArrayBuffer', 'Uint8Array', 'Int32Array', 'Float32Array', 'Float64Array'] as const) {
    const usual = globalThis[name] as unknown as { new (...values: unknown[]): object };
    Object.assign(globalThis, {
      [name]: new Proxy(usual, {
        construct(target, values, newTarget) {
          if (typeof values[0] === 'number' && values[0] > mostBytes)
            throw new TypeError(`It allocates ${values[0]} values at once.`);
          return Reflect.construct(target, values, newTarget);
        },
      }),
    });
  }
}

async function fuzz(tried: Reader, { executions, seed, watch, input: shown }: WorkerTask): Promise<void> {
  const random = new Random(seed);
  const corpus = [...tried.seeds];
  const seen = new Uint8Array(counters.length);
  const known = new Set<string>();
  // Short inputs are read fast, so that many can be tried.
  const longest = Math.min(shown.length, 200 + 1.5 * Math.max(...tried.seeds.map(({ length }) => length)));
  let [values, slowest] = [0, 0];
  for (let execution = 0; execution < executions; execution++) {
    const input =
      execution < tried.seeds.length
        ? tried.seeds[execution]
        : mutated(chosen(corpus, random), random, corpus, longest);
    shown.set(input);
    Atomics.store(watch, 1, input.length);
    Atomics.store(watch, 0, execution);
    const start = performance.now();
    const given = outcomeOf(tried, input);
    const outcome = given instanceof Promise ? await given : given;
    slowest = Math.max(slowest, performance.now() - start);
    if (outcome === 'value') values++;
    if (isNew(seen)) corpus.push(input);
    if (typeof outcome === 'string' || known.has(outcome.key)) continue;
    known.add(outcome.key);
    const isSame = async (smaller: Uint8Array) => {
      const other = await outcomeOf(tried, smaller);
      return typeof other === 'object' && other.key === outcome.key;
    };
    const small = await minimised(input, isSame);
    counters.fill(0);
    parentPort?.postMessage({ fault: outcome, input: small } satisfies Told);
  }
  const points = seen.reduce((sum, hits) => sum + (hits > 0 ? 1 : 0), 0);
  const counts = { executions, values, corpus: corpus.length, points, slowest };
  parentPort?.postMessage({ counts } satisfies Told);
}

/** Often one of the newest, which reach what is little explored, and the shorter one of two. */
function chosen(corpus: readonly Uint8Array[], random: Random): Uint8Array {
  const newest = Math.min(corpus.length, 40);
  const any = corpus[random.below(corpus.length)];
  const other = corpus[corpus.length - 1 - random.below(random.below(2) === 0 ? newest : corpus.length)];
  return other.length < any.length ? other : any;
}

const words = new Uint32Array(counters.buffer);
/** Counts in steps, since a hundred times more is not news: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more. */
const steps = Uint8Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : 1 << (count < 4 ? count - 1 : Math.min(7, Math.floor(Math.log2(count)) + 1)),
);

/** Whether the counters show something not seen before; sets them back. */
function isNew(seen: Uint8Array): boolean {
  let found = false;
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    for (let point = 4 * word; point < 4 * word + 4; point++) {
      const step = steps[counters[point]];
      if ((seen[point] | step) === seen[point]) continue;
      seen[point] |= step;
      found = true;
    }
    words[word] = 0;
  }
  return found;
}

// What loading the modules has reached is no input's doing.
counters.fill(0);
await fuzz(reader, task);
