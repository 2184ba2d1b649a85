// Runs a program of Node.js and measures its CPU time and its memory, all threads included.
import { spawnSync } from 'node:child_process';

/** Prints both as the last line of the error output, when the program ends. */
const meter = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    process._rawDebug(JSON.stringify([(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024]));
  });
`)}`;

export interface Metered {
  readonly out: string;
  /** Milliseconds on the clock, from start to end. */
  readonly elapsed: number;
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

export function metered(
  args: readonly string[],
  blas: string,
  options: { input?: string; cwd?: string } = {},
): Metered {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', meter, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ARCWISE_BLAS: blas },
    maxBuffer: 2 ** 30,
    ...options,
  });
  if (status !== 0) throw new Error(stderr);
  const [last] = stderr.trimEnd().split('\n').slice(-1);
  const [cpuMilliseconds, megabytes] = JSON.parse(last) as number[];
  return { out: stdout, elapsed: performance.now() - start, cpuMilliseconds, megabytes };
}
