// npm run bench -- NAME [--json] [--record] [--most N]: runs bench/NAME.ts, whose `bench` returns tables, and prints them.
// npm run bench -- compare BASE NAME [--json] [--record] [--rounds N]: prints how its figures compare with those of the commit BASE.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeEngine } from '../dist/node/info.js';
import { enableRelaxedSimd } from '../dist/node/nodeEngine.js';
import { compare } from './compare.js';
import { type Tables, tablesText } from './table.js';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // Writes the tables into experiments/results. Without the output of npm and of the build.
    record: { type: 'boolean', default: false },
    // Of serve: how long, or how often.
    seconds: { type: 'string' },
    requests: { type: 'string' },
    // Of growth: the largest size.
    most: { type: 'string' },
    // Of commands: the folder of the build, and the English model.
    build: { type: 'string' },
    model: { type: 'string' },
    // Of decode: a clone of the program of the paper's authors.
    authors: { type: 'string' },
    // Of compare: how often each build runs.
    rounds: { type: 'string', default: '5' },
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
  'start',
  'efficiency',
  'serve',
  'browser',
  'growth',
  'commands',
];
const compares = positionals[0] === 'compare' && positionals.length === 3;
const name = positionals[compares ? 2 : 0];
const rounds = Number(values.rounds);
if ((positionals.length !== 1 && !compares) || !names.includes(name) || !(rounds >= 1)) {
  console.error(
    `Usage: npm run bench -- ${names.join('|')} [--json] [--record] [--seconds N] [--requests N] [--most N] [--authors FOLDER] [--build FOLDER] [--model FILE]\n` +
      '       npm run bench -- compare BASE NAME [--json] [--record] [--rounds N]',
  );
  process.exit(2);
}
const tables = compares ? compare(positionals[1], name, rounds) : await run();
const text = tablesText(tables);
process.stdout.write(values.json ? `${JSON.stringify(tables, null, 2)}\n` : text);
if (values.record) {
  const { processor, provider, core, node } = describeEngine();
  const machine = [processor, core === null ? provider : `${provider} as ${core}`, `Node.js ${node}`].join(
    ', ',
  );
  const file = compares ? `compare-${positionals[1]}-${name}` : name;
  writeFileSync(`experiments/results/bench-${file}.txt`, `${machine}\n${text}`);
}

async function run(): Promise<Tables> {
  enableRelaxedSimd();
  const { bench } = (await import(`./${name}.ts`)) as {
    bench: (options: typeof values) => Promise<Tables>;
  };
  return bench(values);
}
