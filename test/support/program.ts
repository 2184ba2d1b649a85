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
    env: { ...process.env, ...environment },
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
