import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, gridFolder, smallSettings, writeGrid } from '../support/grids.js';
import { arcwiseProcess, startArcwise } from '../support/program.js';
import { freePort } from '../support/redis.js';

let folder: string;
beforeEach(() => {
  folder = gridFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const results = (grid = 'grid') => join(folder, 'results', grid);
const work = () => join(folder, 'work');
const resultsIn = (grid?: string) =>
  filesIn(results(grid)).map((name) => JSON.parse(readFileSync(join(results(grid), name), 'utf8')));

describe('arcwise experiment run', () => {
  it('keeps scores, counts and the log of a cell, and another run or grid uses them again', () => {
    const grid = writeGrid(folder, 'grid');
    const { status, stderr } = arcwiseProcess(['experiment', 'run', grid, '--workers', '1']);
    expect(stderr).toMatch(/^0 of 1 cells are done\.\ntoy, eager, seed 1: started\n/);
    expect(stderr).toMatch(/toy, eager, seed 1: done, dev UAS \d+\.\d\d, LAS \d+\.\d\d \(1 of 1\)\n$/);
    expect(status).toBe(0);
    const [{ id, epoch, log, scores, counts, settings }] = resultsIn();
    expect(filesIn(results())).toEqual([`${id}.json`]);
    expect(log).toHaveLength(2);
    // Evaluated from the model file, as training saw it.
    expect(scores.with.uas).toBeCloseTo(log[epoch - 1].uas, 10);
    expect(scores.with.las).toBeCloseTo(log[epoch - 1].las, 10);
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    expect(counts.with.words).toHaveLength(20);
    expect((100 * sum(counts.with.heads)) / sum(counts.with.words)).toBeCloseTo(scores.with.uas, 10);
    expect(settings.encoder.units).toBe(8);

    const again = arcwiseProcess(['experiment', 'run', grid]);
    expect([again.status, again.stderr]).toEqual([0, '1 of 1 cells are done.\n']);
    // Another grid finds the result even if the model is gone.
    rmSync(work(), { recursive: true });
    const other = arcwiseProcess(['experiment', 'run', writeGrid(folder, 'other')]);
    expect([other.status, other.stderr]).toEqual([0, '1 of 1 cells are done.\n']);
    expect(resultsIn('other')).toEqual(resultsIn());
  });

  it('scores a test file once, with the model that dev chose, also of a grid that was run without it', () => {
    const grid = (test?: string) =>
      writeGrid(folder, 'grid', {
        treebanks: { toy: { train: 'toy.train.conllu', dev: 'toy.dev.conllu', test } },
        ensembles: { all: { treebanks: ['toy'], configurations: ['eager'], sizes: [1] } },
      });
    const runGrid = (test?: string) => arcwiseProcess(['experiment', 'run', grid(test)]).stderr;
    runGrid();
    const dev = resultsIn();
    expect(dev.map(({ test }) => test)).toEqual([undefined, undefined]);
    // The same sentences as dev, so that the scores must be the same.
    const first = runGrid('toy.dev.conllu');
    expect(first).not.toMatch(/epoch \d/);
    expect(first).toMatch(
      /done, dev UAS (\S+), LAS (\S+); test UAS \1, LAS \2 \(1 of 1\)\ntoy, ensemble all of 1: done, dev UAS \1, LAS \2; test UAS \1/,
    );
    for (const [at, { test, ...rest }] of resultsIn().entries()) {
      expect(rest).toEqual(dev[at]);
      expect([test.scores, test.counts]).toEqual([rest.scores, rest.counts]);
    }
    expect(runGrid('toy.dev.conllu')).toBe('1 of 1 cells are done.\n');
    // Another test file is scored anew.
    expect(runGrid('toy.train.conllu')).not.toMatch(/epoch \d/);
    for (const { test } of resultsIn()) expect(test.counts.with.words).toHaveLength(60);
  });

  it('goes on where it was stopped or killed', async () => {
    const settings = { ...smallSettings, epochs: 60 };
    const grid = writeGrid(folder, 'grid', { configurations: { eager: { settings } } });
    const stopped = startArcwise(['experiment', 'run', grid, '--workers', '1']);
    await stopped.until(/epoch \d/);
    stopped.kill('SIGINT');
    expect(await stopped.ended).toBe(130);
    expect(stopped.stderr()).toMatch(/\nStopped; the same command continues from here\.\n$/);
    const killed = startArcwise(['experiment', 'run', grid, '--workers', '1']);
    await killed.until(/started/);
    killed.kill();
    await killed.ended;
    expect(filesIn(results())).toEqual([]);
    const [log] = filesIn(work()).filter((name) => name.endsWith('.log.jsonl'));
    const reached = readFileSync(join(work(), log), 'utf8').split('\n').slice(0, 1);
    const { status } = arcwiseProcess(['experiment', 'run', grid]);
    expect(status).toBe(0);
    // The times in the log are those of the first run.
    const [result] = resultsIn();
    expect(result.log).toHaveLength(60);
    expect(JSON.stringify(result.log[0])).toBe(reached[0]);
    // A process that is killed while it writes leaves a .part behind, never anything under the final name.
    expect(filesIn(work()).filter((name) => /(lease|checkpoint)$/.test(name))).toEqual([]);
  });

  it('reports a cell that fails with the end of its log, and does the others and what can be done after them', () => {
    const broken = join(folder, 'broken.conllu');
    writeFileSync(broken, '1\tword\n\n');
    const grid = writeGrid(folder, 'grid', {
      treebanks: {
        toy: { train: 'toy.train.conllu', dev: 'toy.dev.conllu' },
        broken: { train: 'broken.conllu', dev: 'toy.dev.conllu' },
      },
      ensembles: {
        good: { treebanks: ['toy'], configurations: ['eager'], sizes: [1] },
        bad: { treebanks: ['broken'], configurations: ['eager'], sizes: [1] },
      },
    });
    const { status, stderr } = arcwiseProcess(['experiment', 'run', grid]);
    expect(stderr).toMatch(/broken, eager, seed 1: failed\n {2}.*broken\.conllu.*\n/);
    expect(stderr).toMatch(/toy, eager, seed 1: done/);
    expect(stderr).toMatch(/toy, ensemble good of 1: done/);
    expect(stderr).toMatch(/broken, ensemble bad of 1: failed\n {2}1 of its parsers are not trained\./);
    expect(status).toBe(1);
    const [cell, ensemble] = resultsIn().toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    // An ensemble of one is that one.
    expect(ensemble.scores).toEqual(cell.scores);
    expect(ensemble.members).toEqual([cell.id]);
  });

  it('says in one sentence that the disk is full, and leaves nothing half-written', () => {
    const grid = writeGrid(folder, 'grid');
    expect(arcwiseProcess(['experiment', 'run', grid]).status).toBe(0);
    rmSync(results(), { recursive: true });
    const full = join(folder, 'full.mjs');
    writeFileSync(full, fullDisk);
    const options = ['--import', pathToFileURL(full).href];
    const { status, stderr } = arcwiseProcess(['experiment', 'run', grid], { options });
    expect(stderr).toMatch(
      /toy, eager, seed 1: failed\n {2}The disk is full, so ".*\.json" was not written\.\n$/,
    );
    expect(status).toBe(1);
    expect(filesIn(results())).toEqual([]);
    expect(filesIn(work()).filter((name) => name.endsWith('.part'))).toEqual([]);
    const report = arcwiseProcess(['experiment', 'report', grid, '--out', join(folder, 'out')], { options });
    expect(report.stderr).toMatch(/^The disk is full, so ".*report\.md" was not written\.\n$/);
    expect(report.status).toBe(1);
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });

  it('refuses with one sentence what makes no sense', async () => {
    const grid = writeGrid(folder, 'grid');
    const wrong = writeGrid(folder, 'wrong', { configuration: {} });
    const missing = writeGrid(folder, 'missing', {
      treebanks: { toy: { train: 'no', dev: 'toy.dev.conllu' } },
    });
    const address = `redis://127.0.0.1:${await freePort()}`;
    const cases: [string[], number, RegExp][] = [
      [['experiment'], 2, /^Say what to do with the grid: run or report\.\n/],
      [['experiment', 'run'], 2, /^Give one grid file\.\n/],
      [['experiment', 'run', wrong], 2, /^.*wrong\.json takes no "configuration", only .*\n/],
      [['experiment', 'run', missing], 1, /^The treebank "toy" needs .*no, which does not exist.*\n$/],
      [['experiment', 'report', wrong], 2, /^.*wrong\.json takes no "configuration", only .*\n/],
      [
        ['experiment', 'report', grid, '--format', 'pdf'],
        2,
        /^--format is one of markdown, csv, latex, not "pdf"\.\n/,
      ],
      [
        ['experiment', 'run', grid, '--queue', address],
        1,
        /^Redis cannot be reached at 127\.0\.0\.1:\d+ \(.*\)\.\n$/,
      ],
      [
        ['experiment', 'run', grid, '--queue', 'here'],
        1,
        /^The address of a queue is redis:\/\/HOST:PORT, not "here"\.\n$/,
      ],
      [['worker', '--queue', address], 1, /^Redis cannot be reached at 127\.0\.0\.1:\d+ \(.*\)\.\n$/],
      [['worker'], 2, /^Give the address of the queue/],
    ];
    for (const [args, code, message] of cases) {
      const { status, stderr } = arcwiseProcess(args);
      expect(stderr).toMatch(message);
      expect(status).toBe(code);
    }
    expect(filesIn(folder)).not.toContain('results');
  });

  it('works without the packages of the queue, and says when they are needed', () => {
    const grid = writeGrid(folder, 'grid');
    const without = join(folder, 'without.mjs');
    writeFileSync(without, withoutQueue);
    const options = ['--import', pathToFileURL(without).href];
    expect(arcwiseProcess(['experiment', 'report', grid], { options }).status).toBe(0);
    const { status, stderr } = arcwiseProcess(['worker', '--queue', 'redis://127.0.0.1:1'], { options });
    expect([status, stderr]).toEqual([1, 'The queue needs two more packages: npm install bullmq ioredis.\n']);
  });

  it('refuses a result that was tampered with', () => {
    const grid = writeGrid(folder, 'grid');
    mkdirSync(results(), { recursive: true });
    writeFileSync(join(results(), 'x.json'), '{"kind": "cell"');
    const { status, stderr } = arcwiseProcess(['experiment', 'report', grid]);
    expect(stderr).toMatch(/^.*x\.json is not the result of a cell: delete it and run the grid again\.\n$/);
    expect(status).toBe(1);
  });
});

/** Loaded before the program: every file is on a disk that is full. */
const fullDisk = `
import fs from 'node:fs/promises';
const handle = await fs.open(process.execPath);
Object.getPrototypeOf(handle).writeFile = async () => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28 });
};
await handle.close();
`;

/** Loaded before the program: the packages are not installed. */
const withoutQueue = `
import { register } from 'node:module';
const hooks = \`export async function resolve(name, context, next) {
  if (name === 'bullmq' || name === 'ioredis') throw new Error('not installed');
  return next(name, context);
}\`;
register('data:text/javascript,' + encodeURIComponent(hooks));
`;
