// arcwise info: what the engine runs on here, and why.
import { parseArgs } from 'node:util';
import { describeEngine, type EngineInfo } from '../node/info.js';
import { OutputStream } from '../node/outputStream.js';
import { json, type Usage } from './usage.js';

const options = { json } as const;

export const usage: Usage = [{ call: 'info', about: 'What the engine runs on here, and why.', options }];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const info = describeEngine();
  const output = new OutputStream();
  await output.write(values.json ? `${JSON.stringify(info, null, 2)}\n` : textOf(info));
  await output.flush();
}

function textOf(info: EngineInfo): string {
  const lines = [
    ['matrix products', info.library ? `${info.provider}, ${info.library}` : info.provider],
    ['', info.reason],
    ['SIMD', info.relaxedSimd ? '128 bits, relaxed' : '128 bits'],
    ['shared memory', info.sharedMemory ? 'yes' : 'no'],
    ['threads', String(info.threads)],
    ['Node.js', `${info.node}, ${info.platform}`],
  ];
  return lines.map(([name, value]) => `${name.padEnd(17)}${value}\n`).join('');
}
