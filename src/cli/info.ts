// arcwise info: what the engine runs on here, and why.
import { parseArgs } from 'node:util';
import { describeEngine } from '../node/info.js';
import { json, type Usage } from './usage.js';

const options = { json } as const;

export const usage: Usage = [{ call: 'info', about: 'What the engine runs on here, and why.', options }];

export function run(args: string[]): void {
  const { values } = parseArgs({ args, options });
  const info = describeEngine();
  if (values.json) {
    console.log(JSON.stringify(info, null, 2));
    return;
  }
  const lines = [
    ['matrix products', info.library ? `${info.provider}, ${info.library}` : info.provider],
    ['', info.reason],
    ['SIMD', info.relaxedSimd ? '128 bits, relaxed' : '128 bits'],
    ['shared memory', info.sharedMemory ? 'yes' : 'no'],
    ['threads', String(info.threads)],
    ['Node.js', `${info.node}, ${info.platform}`],
  ];
  for (const [name, value] of lines) console.log(`${name.padEnd(17)}${value}`);
}
