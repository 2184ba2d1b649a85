// npm run fuzz [-- --executions N] [--reader NAME] [--seed N] [--out FOLDER]: feeds every reader with inputs made from
// sound ones, and keeps the smallest input for each fault in a folder. The same seed gives the same inputs.
// npm run fuzz -- --exhaustive: gives each byte of small model files each other value, and cuts them off everywhere.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Fault } from './reader.js';
import type { Counts, Told, WorkerTask } from './worker.js';

/** An input that takes longer, in milliseconds, hangs its reader. */
const longestTime = 30_000;
/** Megabytes of objects that a reader may hold. */
const mostMemory = 1024;

/** Threads of a reader that may hang or die before it is given up. */
const mostTurns = 10;
/** Of an input. */
const mostBytes = 1 << 14;

interface Share {
  readonly name: string;
  readonly share: number;
}

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '1000000' },
    reader: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'build/fuzz-faults' },
    exhaustive: { type: 'boolean' },
  },
});

/** A second is one of processor time. */
const columns = ['executions', 'a second', 'values', 'corpus', 'branches', 'slowest ms', 'faults'];
const line = (cells: readonly (string | number)[], name: string) =>
  `${cells.map((cell) => String(cell).padStart(12)).join('')}  ${name}`;

let kept = 0;

// Here nothing is counted, but the readers' modules ask for the counters.
Object.assign(globalThis, { $points: new Uint8Array(1 << 16) });
await (values.exhaustive ? exhaustive() : main());

async function main(): Promise<void> {
  const { readers } = await import('./readers/all.js');
  const chosen: Share[] = readers.filter(({ name }) => values.reader === undefined || name === values.reader);
  if (chosen.length === 0) throw new Error(`The readers are ${readers.map(({ name }) => name).join(', ')}.`);
  const whole = chosen.reduce((sum, { share }) => sum + share, 0);
  console.log(line(columns, 'reader'));
  let [total, faults, seconds] = [0, 0, 0];
  for (const { name, share } of chosen) {
    const start = process.cpuUsage();
    const wanted = Math.ceil((Number(values.executions) * share) / whole);
    const { counts, found } = await fuzzed(name, wanted, Number(values.seed));
    const time = process.cpuUsage(start).user / 1e6;
    const { executions, corpus, points, slowest } = counts;
    const rate = Math.round(executions / time);
    const cells = [executions, rate, counts.values, corpus, points, slowest.toFixed(0), found];
    console.log(line(cells, name));
    total += executions;
    faults += found;
    seconds += time;
  }
  console.log(line([total, Math.round(total / seconds), '', '', '', '', faults], 'all'));
  if (faults > 0) process.exitCode = 1;
}

/** Every damage of one byte, and every truncation. */
async function exhaustive(): Promise<void> {
  const { allValues, damages } = await import('./damage.js');
  const { smallFiles } = await import('./readers/models.js');
  console.log(line(['bytes', 'damages', 'refused', 'harmless', 'faults'], 'file'));
  for (const { name, file, reader } of smallFiles) {
    const { tried, refused, harmless, faults } = await damages(reader, file, allValues);
    console.log(line([file.length, tried, refused, harmless, faults.length], name));
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

/** Fuzzes a reader in threads, another one after each that hangs or dies. */
async function fuzzed(reader: string, executions: number, seed: number) {
  const total = { executions: 0, values: 0, corpus: 0, points: 0, slowest: 0 };
  let found = 0;
  for (let turn = 0; turn < mostTurns && total.executions < executions; turn++) {
    const watch = new Int32Array(new SharedArrayBuffer(8));
    const input = new Uint8Array(new SharedArrayBuffer(mostBytes));
    const left = executions - total.executions;
    const task: WorkerTask = { reader, executions: left, seed: seed + turn, watch, input };
    const { counts, end } = await ended(task, async (fault, small) => {
      found++;
      await keep(reader, fault, small);
    });
    if (end) {
      if (watch[0] === 0) throw new Error(`The thread of "${reader}" does not begin: ${end.description}`);
      found++;
      await keep(reader, end, input.slice(0, watch[1]));
    }
    total.executions += counts?.executions ?? watch[0] + 1;
    total.values += counts?.values ?? 0;
    total.corpus = Math.max(total.corpus, counts?.corpus ?? 0);
    total.points = Math.max(total.points, counts?.points ?? 0);
    total.slowest = Math.max(total.slowest, counts?.slowest ?? longestTime);
  }
  return { counts: total, found };
}

/** Runs a thread to its end; `end` says what ended it, if not its task. */
function ended(
  task: WorkerTask,
  onFault: (fault: Fault, input: Uint8Array) => Promise<void>,
): Promise<{ counts?: Counts; end?: Fault }> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  return new Promise((resolve) => {
    let counts: Counts | undefined;
    let end: Fault | undefined;
    let last = -1;
    const watcher = setInterval(() => {
      const now = Atomics.load(task.watch, 0);
      if (now === last && now > 0) {
        end = { key: 'hang', description: `It reads longer than ${longestTime / 1000} s.` };
        void worker.terminate();
      }
      last = now;
    }, longestTime);
    worker.on('message', (told: Told) => {
      if ('counts' in told) counts = told.counts;
      else void onFault(told.fault, told.input);
    });
    worker.on('error', (error) => {
      end ??= { key: `dead ${error.name}`, description: error.stack ?? error.message };
    });
    worker.on('exit', () => {
      clearInterval(watcher);
      resolve({ counts, end });
    });
  });
}

/** Writes an input and what is wrong with it into the folder of faults. */
async function keep(reader: string, { key, description }: Fault, input: Uint8Array): Promise<void> {
  const name = `${reader.replaceAll(/\W+/g, '-')}-${++kept}`;
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, `${name}.input`), input);
  await writeFile(join(values.out, `${name}.txt`), `${description}\n`);
  console.log(`  ${reader}: ${key} (${join(values.out, name)})`);
}
