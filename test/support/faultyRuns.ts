// Runs of the program that are killed or whose calls of the file system fail, and what must hold in the folder afterwards.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { readModel } from '../../src/modelfile/modelFile.js';
import { programEnvironment } from './environment.js';

/** The kills of each activity: a few in `npm test`, 200 by `npm run test:faults`, or what ARCWISE_KILLS says. */
export const kills = Number(process.env.ARCWISE_KILLS ?? 1);
/** Whether all moments are tried, and not only some. */
export const isFull = process.env.ARCWISE_KILLS !== undefined;
/** So many programs run at a time: they wait for the system more than they compute. */
export const lanes = isFull ? 6 : 1;

/** Shares kills between lanes, each with what it needs for itself, and adds up what they did. */
export async function inLanes(
  count: number,
  work: (share: number, seed: number) => Promise<Counts>,
): Promise<Counts> {
  const shares = Array.from({ length: Math.min(lanes, count) }, (_, lane) =>
    Math.ceil((count - lane) / lanes),
  );
  const done = await Promise.all(shares.map((share, lane) => work(share, lane + 1)));
  const sum: Counts = {};
  for (const counts of done) {
    for (const name of Object.keys(counts) as (keyof Counts)[])
      sum[name] = (sum[name] ?? 0) + (counts[name] ?? 0);
  }
  return sum;
}

/** What a test did, for the summary. */
export interface Counts {
  kills?: number;
  faults?: number;
  resumed?: number;
  schedules?: number;
}
declare module 'vitest' {
  interface TaskMeta {
    counts?: Counts;
  }
}

export interface Fault {
  /** The process that suffers it: the first word of its command line. */
  readonly verb: string;
  /** Calls before it are spared. */
  readonly at: number;
  readonly what: 'kill' | 'ENOSPC' | 'EROFS' | 'EACCES' | 'EIO' | 'EMFILE';
}

export interface FaultyRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the fault was met, or the process was killed. */
  readonly suffered: boolean;
}

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const preload = new URL('./faults.mjs', import.meta.url).href;

/** A folder for programs to work in, and another one beside it for notes about them. */
export class FaultyFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'arcwise-faults-'));
  readonly #notes = mkdtempSync(join(tmpdir(), 'arcwise-notes-'));

  file(name: string): string {
    return join(this.path, name);
  }

  /** Runs a command that meets a fault, or is killed after some milliseconds, if it gets so far. */
  async run(
    args: string[],
    { fault, killAfter }: { fault?: Fault; killAfter?: number } = {},
  ): Promise<FaultyRun> {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#environment(fault),
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => {
      output.stdout += data;
    });
    child.stderr.on('data', (data: Buffer) => {
      output.stderr += data;
    });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    await this.#settled();
    const suffered = killAfter === undefined ? existsSync(join(this.#notes, 'suffered')) : status === null;
    return { status, ...output, suffered };
  }

  /** The contents of all files, without what depends on the clock; hashes of those that are not text. */
  contents(): Record<string, string> {
    return Object.fromEntries(
      this.#files().map((name) => [name, timeless(name, readFileSync(this.file(name)))]),
    );
  }

  /** Fails where something under a final name is not whole, or where parts pile up. */
  expectWhole(): void {
    const files = this.#files();
    for (const name of files) expectWhole(name, readFileSync(this.file(name)));
    const targets = files.filter(isPart).map((name) => name.replace(/\.[^.]+\.part$/, ''));
    expect(targets).toEqual([...new Set(targets)]);
  }

  /** Empties it. */
  clear(): void {
    for (const name of readdirSync(this.path)) rmSync(this.file(name), { recursive: true });
  }

  remove(): void {
    for (const path of [this.path, this.#notes]) rmSync(path, { recursive: true });
  }

  #files(): string[] {
    const names = readdirSync(this.path, { recursive: true, encoding: 'utf8' }).sort();
    return names.filter((name) => statSync(this.file(name)).isFile());
  }

  #environment(fault?: Fault): NodeJS.ProcessEnv {
    for (const name of readdirSync(this.#notes)) rmSync(join(this.#notes, name));
    const [processes, suffered] = ['processes', 'suffered'].map((name) => join(this.#notes, name));
    const told = { ...fault, folder: this.path, processes, suffered };
    return {
      ...programEnvironment(),
      ARCWISE_BLAS: 'wasm',
      ARCWISE_FAULT: JSON.stringify(told),
      NODE_OPTIONS: `--import ${preload}`,
    };
  }

  /** Waits for the end of what the program had started: it ends by itself, but later than the program. */
  async #settled(): Promise<void> {
    const notes = join(this.#notes, 'processes');
    const isRunning = (id: string) => {
      try {
        return process.kill(Number(id), 0);
      } catch {
        return false;
      }
    };
    // One that was killed while it said so has left an empty file.
    const processes = () =>
      existsSync(notes) ? readFileSync(notes, 'utf8').split('\n').filter(Boolean) : [];
    while (processes().some(isRunning)) await sleep(10);
  }
}

const isPart = (name: string) => name.endsWith('.part');

function expectWhole(name: string, bytes: Buffer): void {
  if (isPart(name) || name.includes('.lease')) return;
  const text = bytes.toString();
  if (/\.(json|jsonl)$/.test(name)) {
    expect(text.endsWith('\n') || name === 'grid.json', name).toBe(true);
    for (const json of name.endsWith('l') ? text.trim().split('\n') : [text]) JSON.parse(json);
  } else if (name.endsWith('.svg')) {
    expect(text.trim(), name).toMatch(/^<svg[\s\S]*<\/svg>$/);
  } else if (/\.conllu/.test(name)) {
    expect([...readSentences(text)].length, name).toBeGreaterThan(0);
  } else {
    // It has a checksum.
    expect(readModel(bytes).metadata, name).toBeDefined();
  }
}

function timeless(name: string, bytes: Buffer): string {
  const clocked = ['seconds', 'wordsPerSecond', 'devWordsPerSecond', 'speed'];
  const without = (json: string) =>
    JSON.stringify(JSON.parse(json), (key, value) => (clocked.includes(key) ? undefined : value));
  const text = bytes.toString();
  if (name.endsWith('.jsonl')) return text.trim().split('\n').map(without).join('\n');
  if (name.endsWith('.json')) return without(text);
  return /\.(svg|conllu)/.test(name) ? text : createHash('sha256').update(bytes).digest('hex');
}
