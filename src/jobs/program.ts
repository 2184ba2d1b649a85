// Runs the command line in a process of its own, so that what blocks there does not block here.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
const leash = new URL('./leash.js', import.meta.url).href;

/** So many characters of what a program says are kept. */
const keptText = 2000;

/** Runs a command and gives what it wrote to stdout; an error has the end of what it said on stderr. */
export async function runProgram(args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, ['--import', leash, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: Buffer[] = [];
  let said = '';
  child.stdout?.on('data', (data: Buffer) => output.push(data));
  child.stderr?.on('data', (data: Buffer) => {
    said = (said + data).slice(-keptText);
  });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    const end = await new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve(by ?? code));
    });
    signal?.throwIfAborted();
    if (end === 0) return Buffer.concat(output);
    const reason = typeof end === 'string' ? `was ended by ${end}` : `ended with exit code ${end}`;
    throw new Error(`arcwise ${args[0]} ${reason}.${said.trim() === '' ? '' : `\n${said.trim()}`}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
