// Runs the command line as it was built.
import { spawnSync } from 'node:child_process';
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
