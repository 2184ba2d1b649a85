// npm run bench -- NAME [--json]: runs bench/NAME.ts, whose `bench` gives back tables, and prints them.
import { parseArgs } from 'node:util';
import { enableRelaxedSimd } from '../dist/node/engine.js';
import { print, type Tables } from './table.js';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = ['engine', 'decode', 'train', 'parse', 'text', 'browser', 'efficiency'];
const [name] = positionals;
if (positionals.length !== 1 || !names.includes(name)) {
  console.error(`Usage: npm run bench -- ${names.join('|')} [--json]`);
  process.exit(2);
}
enableRelaxedSimd();
const { bench } = (await import(`./${name}.ts`)) as { bench: () => Promise<Tables> };
const tables = await bench();
if (values.json) console.log(JSON.stringify(tables, null, 2));
else print(tables);
