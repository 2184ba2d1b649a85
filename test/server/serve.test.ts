import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { arcwise, type RunningProgram, startArcwise } from '../support/program.js';
import { tinyFile } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-serve-'));
const model = join(folder, 'tiny.arcwise');
writeFileSync(model, tinyFile);
const running: RunningProgram[] = [];
afterEach(() => {
  for (const program of running.splice(0)) program.kill();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(...args: string[]): Promise<{ program: RunningProgram; address: string }> {
  const options = ['serve', '--port', '0', '--threads', '2', '--model', model, ...args];
  const program = startArcwise(options, { ARCWISE_BLAS: 'wasm' });
  running.push(program);
  await program.until(/Listening on \S+\n/);
  return { program, address: /Listening on (\S+)\n/.exec(program.stderr())?.[1] ?? '' };
}

const parse = (address: string, sentences: string[][]) =>
  fetch(`${address}/parse`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sentences }),
  });

/** Much for so small a model, but within the limits. */
const much = new Array(4000).fill(['Kelu', 'ta', 'moba', 'sori', 'ünä', 'A.', 'Limu', "n't", '3.5', '!']);

/** Returns when a request that has much to parse is worked on. */
async function busy(address: string): Promise<{ answer: Promise<Response> }> {
  const answer = parse(address, much);
  // It is awaited later, if at all.
  answer.catch(() => {});
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    if (/^arcwise_requests_in_flight 1$/m.test(metrics)) return { answer };
  }
}

describe('arcwise serve', () => {
  it('answers on loopback, logs lines of JSON, finishes what runs when it is stopped, and exits with 0', async () => {
    const { program, address } = await start();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await parse(address, [['Kelu', 'ta', '!']]);
    expect(await response.json()).toMatchObject({ model: 'tiny', sentences: [{ text: 'Kelu ta !' }] });
    const { answer } = await busy(address);
    program.kill('SIGTERM');
    await program.until(/Shutting down/);
    const refused = net.connect(Number(new URL(address).port), '127.0.0.1');
    await new Promise((resolve, reject) => refused.once('error', resolve).once('connect', reject));
    const finished = (await (await answer).json()) as { sentences: unknown[] };
    expect(finished.sentences).toHaveLength(4000);
    expect(await program.ended).toBe(0);
    const entries = program
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries[0]).toMatchObject({ method: 'POST', route: '/parse', status: 200, words: 3 });
    expect(entries.at(-1)).toMatchObject({ route: '/parse', status: 200, words: 40_000 });
    expect(program.stdout()).not.toContain('Kelu');
  });

  // Other systems have no priorities of threads, and nothing has less than 19.
  const hasPriorities = process.platform === 'linux' && getPriority() < 19;
  it.runIf(hasPriorities)('has the thread that reads and answers come before those that parse', async () => {
    const { program } = await start();
    const folder = `/proc/${program.pid}/task`;
    const priorities = readdirSync(folder).map((thread) => {
      const [, fields] = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ');
      return Number(fields.split(' ')[16]);
    });
    const own = getPriority(program.pid);
    expect(priorities.filter((priority) => priority !== own)).toEqual(Array(2).fill(Math.min(19, own + 10)));
  });

  it('exits at once when it is told twice', async () => {
    const { program, address } = await start();
    await busy(address);
    program.kill('SIGINT');
    await program.until(/Shutting down/);
    program.kill('SIGINT');
    expect(await program.ended).toBe(1);
  });

  it('takes its limits and origins from options', async () => {
    const { address } = await start(
      '--threads',
      '1',
      '--max-length',
      '4',
      '--max-body',
      '900',
      '--cors',
      '*',
    );
    expect((await parse(address, [['Kelu', 'ta', 'moba', 'sori', '!']])).status).toBe(422);
    expect((await parse(address, much)).status).toBe(413);
    const { status, headers } = await parse(address, [['Kelu', 'ta', 'moba', '!']]);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  it('says when an address is taken', async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as net.AddressInfo;
    const { status, stderr } = arcwise(['serve', '--model', model, '--threads', '1', '--port', String(port)]);
    expect(status).toBe(1);
    expect(stderr).toContain(`It is not possible to listen on 127.0.0.1, port ${port}`);
    other.close();
  });

  it.each([
    { args: ['--port', '70000'], says: /--port is a whole number from 0 to 65535/ },
    { args: ['--cors', 'example.org'], says: /--cors is an origin such as/ },
    { args: ['--timeout', '0'], says: /--timeout is a whole number of at least 1/ },
    { args: ['--colour', 'red'], says: /colour/ },
  ])('refuses what makes no sense: $args', ({ args, says }) => {
    const { status, stderr } = arcwise(['serve', ...args]);
    expect(status).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).toContain('Usage: arcwise serve');
  });
});
