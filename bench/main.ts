// npm run bench -- NAME [--json] [--most N]: runs bench/NAME.ts, whose `bench` gives back tables, and prints them.
import { parseArgs } from 'node:util';
import { enableRelaxedSimd } from '../dist/node/engine.js';
import { print, type Tables } from './table.js';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // Of serve: how long, or how often.
    seconds: { type: 'string' },
    requests: { type: 'string' },
    // Of growth: the largest size.
    most: { type: 'string' },
  },
  allowPositionals: true,
});
const names = ['engine', 'decode', 'train', 'parse', 'text', 'efficiency', 'serve', 'browser', 'growth'];
const [name] = positionals;
if (positionals.length !== 1 || !names.includes(name)) {
  console.error(
    `Usage: npm run bench -- ${names.join('|')} [--json] [--seconds N] [--requests N] [--most N]`,
  );
  process.exit(2);
}
enableRelaxedSimd();
const { bench } = (await import(`./${name}.ts`)) as {
  bench: (options: typeof values) => Promise<Tables>;
};
const tables = await bench(values);
if (values.json) console.log(JSON.stringify(tables, null, 2));
else print(tables);
