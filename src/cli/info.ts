// arcwise info: shows what the engine runs on here, and why.
import { parseArgs } from 'node:util';
import { OutputStream } from '../files/outputStream.js';
import { describeEngine, type EngineInfo } from '../node/info.js';
import { json, type Usage } from '../options/usage.js';

const options = { json } as const;

export const usage: Usage = [
  { call: 'info', about: 'Shows what the engine runs on here, and why.', options },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const info = describeEngine();
  const output = new OutputStream();
  await output.write(values.json ? `${JSON.stringify(info, null, 2)}\n` : textOf(info));
  await output.flush();
}

function textOf(info: EngineInfo): string {
  const lines = [
    ['matrix products', productsOf(info)],
    ['', info.reason],
    ...info.speeds.map(({ name, gflops }) => ['', `${name}: ${gflops.toFixed(0)} GFLOP/s in one thread`]),
    ['8-bit weights', `as ${info.weights}`],
    ...info.weightSpeeds.map(({ products, gflops }) => [
      '',
      `${products}: ${gflops.toFixed(0)} GFLOP/s in one thread`,
    ]),
    ['SIMD', info.relaxedSimd ? '128 bits, relaxed' : '128 bits'],
    ['shared memory', info.sharedMemory ? 'yes' : 'no'],
    ['threads', String(info.threads)],
    ['processor', info.processor],
    ['Node.js', `${info.node}, ${info.platform}`],
  ];
  return lines.map(([name, value]) => `${name.padEnd(17)}${value}\n`).join('');
}

function productsOf({ provider, library, core }: EngineInfo): string {
  if (library === null) return provider;
  return core === null ? `${provider}, ${library}` : `${provider}, ${library}, core ${core}`;
}
