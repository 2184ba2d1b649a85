// npm run bench -- NAME [--json] [--record] [--most N]: runs bench/NAME.ts, whose `bench` returns tables, and prints them.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { enableRelaxedSimd } from '../dist/node/nodeEngine.js';
import { type Tables, tablesText } from './table.js';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // Writes the tables into experiments/results. What npm and the build print around them stays out.
    record: { type: 'boolean', default: false },
    // Of serve: how long, or how often.
    seconds: { type: 'string' },
    requests: { type: 'string' },
    // Of growth: the largest size.
    most: { type: 'string' },
  },
  allowPositionals: true,
});
const names = [
  'engine',
  'decode',
  'search',
  'train',
  'parse',
  'text',
  'efficiency',
  'serve',
  'browser',
  'growth',
];
const [name] = positionals;
if (positionals.length !== 1 || !names.includes(name)) {
  console.error(
    `Usage: npm run bench -- ${names.join('|')} [--json] [--record] [--seconds N] [--requests N] [--most N]`,
  );
  process.exit(2);
}
enableRelaxedSimd();
const { bench } = (await import(`./${name}.ts`)) as {
  bench: (options: typeof values) => Promise<Tables>;
};
const tables = await bench(values);
const text = tablesText(tables);
process.stdout.write(values.json ? `${JSON.stringify(tables, null, 2)}\n` : text);
if (values.record) writeFileSync(`experiments/results/bench-${name}.txt`, text);
