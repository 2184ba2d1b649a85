// Runs the command line as it was built.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Surroundings {
  stdin?: string;
  environment?: Record<string, string>;
  /** Options of Node.js itself. */
  options?: string[];
}

export function arcwise(
  args: string[],
  { stdin = '', environment = {}, options = [] }: Surroundings = {},
): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, program, ...args], {
    encoding: 'utf8',
    input: stdin,
    env: { ...process.env, ...environment },
  });
  return { stdout, stderr, status };
}

/** Starts the command line, to be killed. */
export function startArcwise(args: string[]): {
  /** Waits for something on stderr. */
  until(pattern: RegExp): Promise<void>;
  kill(): void;
  ended: Promise<void>;
} {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  return {
    ended,
    kill: () => child.kill('SIGKILL'),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        child.stderr.on('data', (data: Buffer) => {
          text += data;
          if (pattern.test(text)) resolve();
        });
        void ended.then(() => reject(new Error(`The program ended with: ${text}`)));
      }),
  };
}
