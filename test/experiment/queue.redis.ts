import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, gridFolder, smallSettings, writeGrid, writeTreebank } from '../support/grids.js';
import { arcwiseProcess, type RunningProgram, startArcwise } from '../support/program.js';
import { hasRedis, RedisServer } from '../support/redis.js';

if (!hasRedis) console.error('There is no redis-server here: the suite of the queue was not run.');

const epochs = 40;

describe.skipIf(!hasRedis)('the queue', () => {
  let folder: string;
  let redis: RedisServer;
  let started: RunningProgram[];

  beforeEach(async () => {
    folder = gridFolder();
    const data = mkdtempSync(join(tmpdir(), 'arcwise-redis-'));
    redis = await RedisServer.start(data);
    started = [];
  });
  afterEach(async () => {
    for (const program of started) program.kill();
    await Promise.all(started.map(({ ended }) => ended));
    await redis.stop();
    rmSync(folder, { recursive: true });
  });

  function start(args: string[], environment?: Record<string, string>): RunningProgram {
    const program = startArcwise(args, environment);
    started.push(program);
    return program;
  }

  async function startWorkers(count: number): Promise<RunningProgram[]> {
    const flags = ['--queue', redis.url, '--workers', '1', '--lease', '3'];
    const workers = Array.from({ length: count }, () => start(['worker', ...flags]));
    await Promise.all(workers.map((worker) => worker.until(/Waiting for jobs/)));
    return workers;
  }

  const jobsIn = (program: RunningProgram, event: string) =>
    [...program.stderr().matchAll(new RegExp(`^(\\S+): ${event}$`, 'gm'))].map(([, id]) => id);

  it('finishes every cell once, though a worker is killed and Redis forgets everything', async () => {
    const settings = { ...smallSettings, epochs };
    const configurations = {
      eager: { settings },
      hybrid: { settings: { ...settings, system: 'arc-hybrid' } },
    };
    const grid = writeGrid(folder, 'grid', { configurations, seeds: [1, 2, 3] });
    const results = join(folder, 'results', 'grid');
    const work = join(folder, 'work');
    const workers = await startWorkers(3);
    const run = start(['experiment', 'run', grid, '--queue', redis.url]);

    // The first worker is killed when its cell has a checkpoint and, written after it, a log.
    await workers[0].until(/started/);
    const [job] = jobsIn(workers[0], 'started');
    const model = `${job.replace('cell-', '')}.model`;
    while (!filesIn(work).includes(`${model}.log.jsonl`)) await sleep(20);
    workers[0].kill();
    await workers[0].ended;
    await sleep(300); // until its training, which ends with it, has gone too
    expect(filesIn(work)).not.toContain(model);
    const reached = readFileSync(join(work, `${model}.log.jsonl`), 'utf8');

    // Redis is restarted when the second one has something done and works on something else.
    await workers[1].until(/done\n.*started/);
    await redis.restart();

    expect(await run.ended).toBe(0);
    const done = [...run.stderr().matchAll(/^(toy, \w+, seed \d): done/gm)].map(([, name]) => name);
    const names = ['eager', 'hybrid'].flatMap((name) =>
      [1, 2, 3].map((seed) => `toy, ${name}, seed ${seed}`),
    );
    expect(done.toSorted()).toEqual(names);
    expect(run.stderr()).not.toMatch(/failed/);
    const files = filesIn(results);
    expect(files).toHaveLength(6);
    for (const file of files) {
      const { log } = JSON.parse(readFileSync(join(results, file), 'utf8'));
      expect(log.map(({ epoch }: { epoch: number }) => epoch)).toEqual(
        Array.from({ length: epochs }, (_, at) => at + 1),
      );
    }
    // The times in the log show that the killed training was gone on with, not begun again.
    expect(readFileSync(join(work, `${model}.log.jsonl`), 'utf8').startsWith(reached)).toBe(true);
    expect(reached).not.toBe('');
  });

  it('reports a cell that fails everywhere, after trying again, and does the others', async () => {
    const [good, bad] = [{ settings: smallSettings }, { settings: { ...smallSettings, epochs: 1 } }];
    const grid = writeGrid(folder, 'grid', { configurations: { good, bad } });
    // A checkpoint of nothing makes the training fail.
    const work = join(folder, 'work');
    mkdirSync(work);
    const listed = arcwiseProcess([
      'experiment',
      'run',
      writeGrid(folder, 'probe', { configurations: { bad } }),
    ]);
    expect(listed.status).toBe(0);
    const [model] = filesIn(work).filter((name) => name.endsWith('.model'));
    rmSync(join(work, model));
    // The grid would take over its result.
    rmSync(join(folder, 'results/probe'), { recursive: true });
    mkdirSync(join(work, `${model}.checkpoint`));
    const [worker] = await startWorkers(1);
    const run = start(['experiment', 'run', grid, '--queue', redis.url]);
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toMatch(/toy, bad, seed 1: failed\n {2}.*folder/);
    expect(run.stderr()).toMatch(/toy, good, seed 1: done/);
    expect(jobsIn(worker, 'started')).toHaveLength(4);
  });

  it('gives its cell to another worker when it is stopped', async () => {
    const configurations = { eager: { settings: { ...smallSettings, epochs } } };
    const grid = writeGrid(folder, 'grid', { configurations });
    const [first] = await startWorkers(1);
    const run = start(['experiment', 'run', grid, '--queue', redis.url]);
    await run.until(/epoch \d/);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await startWorkers(1);
    expect(await run.ended).toBe(0);
    expect(filesIn(join(folder, 'results', 'grid'))).toHaveLength(1);
  });

  describe('with a large corpus', () => {
    let corpus: string;
    let model: string;
    let local: string;
    let parse: string[];
    let environment: Record<string, string>;

    beforeEach(async () => {
      corpus = join(folder, 'corpus.conllu');
      writeTreebank(corpus, 25_000, 3);
      model = join(folder, 'toy.model');
      const files = ['--train', join(folder, 'toy.train.conllu'), '--dev', join(folder, 'toy.dev.conllu')];
      const flags = ['--word-size', '8', '--tag-size', '4', '--units', '8', '--hidden', '8', '--epochs', '1'];
      expect(arcwiseProcess(['train', ...files, ...flags, '--out', model]).status).toBe(0);
      parse = ['parse', corpus, '--model', model, '--output', 'conllu'];
      const run = start(parse);
      expect(await run.ended).toBe(0);
      local = run.stdout();
      // What it keeps for another run stays in the folder.
      environment = { TMPDIR: folder };
    });

    it('parses as this machine does, though a worker is killed and Redis forgets everything', async () => {
      const workers = await startWorkers(3);
      const run = start([...parse, '--queue', redis.url], environment);
      await workers[0].until(/started/);
      workers[0].kill();
      await workers[1].until(/done/);
      await redis.restart();
      expect(await run.ended).toBe(0);
      expect(run.stdout() === local).toBe(true);
      expect(spooled()).toEqual([]);
    });

    it('goes on where a run was killed', async () => {
      const [worker] = await startWorkers(1);
      const killed = start([...parse, '--queue', redis.url], environment);
      while (spooled().length < 3) await sleep(10);
      killed.kill();
      await killed.ended;
      expect(killed.stdout().length).toBeLessThan(local.length);
      const run = start([...parse, '--queue', redis.url], environment);
      expect(await run.ended).toBe(0);
      expect(run.stdout() === local).toBe(true);
      // Nothing was parsed twice.
      const shards = jobsIn(worker, 'started');
      expect(new Set(shards).size).toBe(shards.length);
      expect(spooled()).toEqual([]);
    });

    function spooled(): string[] {
      const spool = readdirSync(folder).find((name) => name.startsWith('arcwise-spool'));
      return spool === undefined ? [] : filesIn(join(folder, spool)).filter((name) => name.endsWith('.json'));
    }
  });
});
