// npm run bench -- NAME [--json] [--most N]: runs bench/NAME.ts, whose `bench` gives back tables, and prints them.
import { parseArgs } from 'node:util';
import { enableRelaxedSimd } from '../dist/node/engine.js';
import { print, type Tables } from './table.js';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, most: { type: 'string' } },
  allowPositionals: true,
});
const names = ['engine', 'decode', 'train', 'parse', 'text', 'efficiency', 'growth'];
const [name] = positionals;
if (positionals.length !== 1 || !names.includes(name)) {
  console.error(`Usage: npm run bench -- ${names.join('|')} [--json] [--most N]`);
  process.exit(2);
}
enableRelaxedSimd();
const { bench } = (await import(`./${name}.ts`)) as {
  bench: (options: { most?: number }) => Promise<Tables>;
};
// For those that try several sizes: the largest one.
const tables = await bench(values.most === undefined ? {} : { most: Number(values.most) });
if (values.json) console.log(JSON.stringify(tables, null, 2));
else print(tables);
