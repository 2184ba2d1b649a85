// Runs work in a separate process, so that a crash or hours of computation do not affect this one.
//
// The work is the function `run` of a module. It takes a task and may send reports; these and its result are plain data.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./processEntry.js', import.meta.url));

/** A message from the process. */
export type ProcessMessage = { report: unknown } | { result: unknown } | { failure: string };

export interface ProcessOptions {
  /** Kills the process. */
  readonly signal?: AbortSignal;
  readonly onReport?: (report: unknown) => void;
}

/** The number of characters of stderr that an error quotes. */
const QUOTED = 2000;

/** Runs a module's `run` on a task; rejects with the error of the work, or with the way the process ended. */
export async function runInProcess(
  module: URL,
  task: unknown,
  { signal, onReport }: ProcessOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [entry, module.href], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => {
    errors = (errors + data).slice(-QUOTED);
  });
  let outcome: Exclude<ProcessMessage, { report: unknown }> | undefined;
  child.on('message', (message: ProcessMessage) => {
    if ('report' in message) onReport?.(message.report);
    else outcome = message;
  });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    const end = await new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve(by ?? code));
      // `close` reports a process that ended at once.
      child.send(task as object, () => {});
    });
    signal?.throwIfAborted();
    if (outcome && 'result' in outcome) return outcome.result;
    if (outcome) throw new Error(outcome.failure);
    const reason = typeof end === 'string' ? `was ended by ${end}` : `ended with exit code ${end}`;
    throw new Error(`The process ${reason}.${errors.trim() === '' ? '' : `\n${errors.trim()}`}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
