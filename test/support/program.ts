// Runs the command line as it was built: in a thread that stays, which is much faster, or as a process.

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { programEnvironment } from './environment.js';

const address = new URL('../../dist/cli/main.js', import.meta.url);
const program = fileURLToPath(address);

export interface Surroundings {
  stdin?: string;
  environment?: Record<string, string>;
}

export interface ProcessSurroundings extends Surroundings {
  /** Options of Node.js itself. */
  options?: string[];
  /** A file that stdout goes to, instead of what is returned. */
  stdoutTo?: string;
}

export interface Outcome {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** Runs it in a thread: for what it prints and writes. */
export function arcwise(args: string[], { stdin = '', environment = {} }: Surroundings = {}): Outcome {
  const { port, answered } = threadIn(environment);
  port.postMessage({ args, stdin });
  if (Atomics.wait(answered, 0, 0, 60_000) === 'timed-out')
    throw new Error(`arcwise ${args.join(' ')} hangs.`);
  Atomics.store(answered, 0, 0);
  return receiveMessageOnPort(port)?.message;
}

/** Runs it as a process: where streams, exit codes or options of Node.js itself matter. */
export function arcwiseProcess(
  args: string[],
  { stdin = '', environment = {}, options = [], stdoutTo }: ProcessSurroundings = {},
): Outcome {
  const file = stdoutTo === undefined ? undefined : openSync(stdoutTo, 'w');
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, program, ...args], {
    encoding: 'utf8',
    input: stdin,
    stdio: ['pipe', file ?? 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...environment },
  });
  if (file !== undefined) closeSync(file);
  return { stdout: stdout ?? '', stderr, status };
}

interface Thread {
  port: MessagePort;
  /** Turns from 0 to 1 when the answer is there. */
  answered: Int32Array;
}

const threads = new Map<string, Thread>();

/** One for each environment, since modules may keep what they found there. */
function threadIn(environment: Record<string, string>): Thread {
  const key = JSON.stringify(environment);
  const known = threads.get(key);
  if (known) return known;
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL('programThread.mjs', import.meta.url), {
    workerData: { port: port2, answered, program: address.href },
    transferList: [port2],
    env: { ...programEnvironment(), ...environment },
  }).unref();
  port.unref();
  threads.set(key, { port, answered });
  return { port, answered };
}

export interface RunningProgram {
  /** Of the process; nothing if it could not be started. */
  readonly pid: number | undefined;
  /** Waits for something on stderr. */
  until(pattern: RegExp): Promise<void>;
  kill(signal?: NodeJS.Signals): void;
  /** What was said on stderr so far, and written to stdout. */
  stderr(): string;
  stdout(): string;
  /** With the exit code, if it was not killed. */
  ended: Promise<number | null>;
}

/** Starts the command line, to be watched or killed. */
export function startArcwise(args: string[], environment: Record<string, string> = {}): RunningProgram {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output: Buffer[] = [];
  let said = '';
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stderr.on('data', (data: Buffer) => {
    said += data;
  });
  return {
    pid: child.pid,
    ended,
    kill: (signal = 'SIGKILL') => child.kill(signal),
    stderr: () => said,
    stdout: () => Buffer.concat(output).toString(),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(said)) resolve();
        };
        look();
        child.stderr.on('data', look);
        void ended.then(() => reject(new Error(`The program ended with: ${said}`)));
      }),
  };
}
