// npm run test:mutants: puts each mutant of scripts/mutants/ into a copy of the sources, runs the tests that must notice it,
// and reports which were killed and which survived. --only TEXT runs only those whose file or description contains the
// text. --record updates experiments/results/mutants.txt with the results of this run. Fails if a mutant survives that is
// not marked as harmless.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type Vitest } from 'vitest/node';
import { shared } from '../vitest.config.js';
import { all } from './mutants/all.js';
import { type Mutant, mutated } from './mutants/mutant.js';

const { values: flags } = parseArgs({
  options: { only: { type: 'string', multiple: true }, record: { type: 'boolean' } },
});
/** Longer than any suite takes on a busy machine: a suite that takes longer hangs. */
const LIMIT = 300_000;

type Fate = 'killed' | 'survived' | 'harmless';

const copy = mkdtempSync(join(tmpdir(), 'arcwise-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const generated = 'src/engine/kernels.generated.ts';
const place = (file: string) => join(copy, file);
copySources();

const chosen = all
  .map((group) => ({
    ...group,
    mutants: group.mutants.filter(({ what }) => isWanted(`${group.file}: ${what}`)),
  }))
  .filter(({ mutants }) => mutants.length > 0);
// Finds outdated mutants before anything runs.
for (const { file, mutants } of chosen) {
  for (const mutant of mutants) mutated(readFileSync(file, 'utf8'), mutant, file);
}

const tests = [...new Set(chosen.flatMap((group) => group.tests))];
const failing = await failures(tests);
if (failing.length > 0) throw new Error(`Without any mutant these fail:\n${failing.join('\n')}`);

const record = 'experiments/results/mutants.txt';
const fates = new Map<string, Fate>();
for (const { file, tests, mutants } of chosen) {
  for (const mutant of mutants) {
    const name = `${file}: ${mutant.what}`;
    const { fate, by } = await fateOf(file, mutant, tests);
    fates.set(name, fate);
    console.log(`${fate.padEnd(9)}${name}${by ? ` (by ${by})` : ''}`);
    if (flags.record) writeFileSync(record, reportOf(new Map([...recorded(), ...fates])));
  }
}
console.log(summaryOf(fates));
process.exit([...fates.values()].includes('survived') ? 1 : 0);

function isWanted(name: string): boolean {
  return flags.only?.some((text) => name.includes(text)) ?? true;
}

function recorded(): Map<string, Fate> {
  const text = existsSync(record) ? readFileSync(record, 'utf8') : '';
  const lines = text.matchAll(/^(killed|survived|harmless) +(\S+: .*)$/gm);
  return new Map(Array.from(lines, ([, fate, name]) => [name, fate as Fate]));
}

function reportOf(known: ReadonlyMap<string, Fate>): string {
  const listed = all.flatMap(({ file, mutants }) =>
    mutants.map((mutant) => ({ name: `${file}: ${mutant.what}`, reason: mutant.harmless })),
  );
  const lines = listed.flatMap(({ name, reason }) => {
    const fate = known.get(name);
    if (!fate) return [];
    return [`${fate.padEnd(9)}${name}`, ...(fate === 'harmless' ? [`         ${reason}`] : [])];
  });
  const current = new Map([...known].filter(([name]) => listed.some((one) => one.name === name)));
  return `npm run test:mutants (docs/trust.md).\n\n${summaryOf(current)}\n\n${lines.join('\n')}\n`;
}

function summaryOf(known: ReadonlyMap<string, Fate>): string {
  const count = (wanted: Fate) => [...known.values()].filter((fate) => fate === wanted).length;
  const score = ((100 * count('killed')) / known.size).toFixed(1);
  const rest = `${count('harmless')} harmless, ${count('survived')} survived`;
  return `${known.size} mutants: ${count('killed')} killed (${score}%), ${rest}.`;
}

/** Copies the tracked and unignored files, and links the dependencies and the compiled kernels. */
function copySources(): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', list, { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
    .filter((file) => existsSync(file));
  for (const file of [...files, generated]) {
    mkdirSync(dirname(place(file)), { recursive: true });
    cpSync(file, place(file));
  }
  symlinkSync(resolve('node_modules'), place('node_modules'));
}

function start(): Promise<Vitest> {
  return createVitest('test', {
    ...shared,
    testTimeout: LIMIT,
    root: copy,
    config: false,
    watch: false,
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
  });
}

async function fateOf(file: string, mutant: Mutant, tests: readonly string[]) {
  const isKernel = file.startsWith('assembly/');
  const sources = isKernel ? [file, generated] : [file];
  const originals = sources.map((source) => readFileSync(place(source)));
  writeFileSync(place(file), mutated(readFileSync(place(file), 'utf8'), mutant, file));
  if (isKernel) execFileSync(process.execPath, ['scripts/build.mjs', '--kernels'], { cwd: copy });
  try {
    const [by] = await failures(tests);
    const fate: Fate = by ? 'killed' : mutant.harmless ? 'harmless' : 'survived';
    return { fate, by };
  } finally {
    for (const [at, source] of sources.entries()) writeFileSync(place(source), originals[at]);
  }
}

/** The first test that fails or hangs, if any. */
async function failures(tests: readonly string[]): Promise<string[]> {
  // A new one each time, because it would cache files and failures.
  const vitest = await start();
  let timer: NodeJS.Timeout | undefined;
  try {
    const specifications = await vitest.globTestSpecifications([...tests]);
    if (specifications.length < tests.length) {
      throw new Error(`Some of these tests do not exist: ${tests.join(', ')}.`);
    }
    const hanging = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), LIMIT);
    });
    const result = await Promise.race([vitest.runTestSpecifications(specifications), hanging]);
    if (!result) return ['no test: they hang'];
    const { testModules, unhandledErrors } = result;
    const failed = testModules.flatMap((module) => [
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
      ...[...module.children.allTests('failed')].map(
        (test) => `${module.relativeModuleId}: ${test.fullName}`,
      ),
    ]);
    // Those of other threads are copies, which String refuses.
    return [...failed, ...unhandledErrors.map((error) => (error as Error).message)];
  } finally {
    clearTimeout(timer);
    await vitest.close();
  }
}
