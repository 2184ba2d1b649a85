import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveModel } from '../../src/models/saved.js';
import { writeTreebank } from '../support/grids.js';
import { randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const env = { ...process.env, ARCWISE_BLAS: 'wasm' };
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-pipes-'));
  writeTreebank(file('toy.conllu'), 3000, 1);
  writeTreebank(file('small.conllu'), 10, 1);
  writeFileSync(file('model'), saveModel(randomParser({}, toyTreebank(30, 8, 1)), {}));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a line of the shell, in which "$@" is the program. */
function shell(line: string) {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', line, 'bash', process.execPath, program], {
    encoding: 'utf8',
    env,
    cwd: folder,
  });
  return { stdout, stderr, status };
}

describe.skipIf(process.platform === 'win32')('output that nobody takes', () => {
  it.each([
    ['parse toy.conllu --model model --threads 2', '1'],
    ['convert toy.conllu', '3'],
    ['evaluate toy.conllu toy.conllu --json', '1'],
  ])('ends %s quietly', (args, lines) => {
    // What head has read, the code of arcwise, and not a word on stderr.
    const { stdout, stderr, status } = shell(`"$@" ${args} | head -${lines}; exit \${PIPESTATUS[0]}`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(Number(lines));
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  it('on stderr stops no training', () => {
    const sizes = '--word-size 4 --units 4 --hidden 4 --epochs 1 --threads 1';
    const files = '--train small.conllu --dev small.conllu --out trained';
    const { status } = shell(`"$@" train ${files} ${sizes} 2>&1 | true; exit \${PIPESTATUS[0]}`);
    expect(status).toBe(0);
    expect(existsSync(file('trained'))).toBe(true);
  });

  it
    .skipIf(!existsSync('/dev/full'))
    .each([
      'parse small.conllu --model model',
      'evaluate small.conllu small.conllu',
      'check small.conllu',
      'convert small.conllu',
      'render small.conllu',
      "search 'pattern { X [] }' small.conllu",
      'info',
    ])('since the disk is full, is an error of %s', (args) => {
    expect(shell(`"$@" ${args} > /dev/full`)).toEqual({
      stdout: '',
      stderr: 'stdout cannot be written: no space left on device.\n',
      status: 1,
    });
  });
});

describe.skipIf(process.platform === 'win32')('input that ends or is stopped', () => {
  it('is empty where stdin is closed', () => {
    expect(shell('"$@" parse --model model <&-')).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('is parsed no further after %s', async (signal) => {
    const child = spawn(process.execPath, [program, 'parse', '--model', file('model'), '--threads', '2'], {
      env,
    });
    let said = '';
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stderr.on('data', (data) => {
      said += data;
    });
    // More than a chunk of output, and the input stays open.
    const text = toyTreebank(1, 8, 1)[0].words.map(
      ({ form }, at) => `${at + 1}\t${form}\t_\tX\t_\t_\t${at}\tx\t_\t_\n`,
    );
    child.stdin.write(`${text.join('')}\n`.repeat(3000));
    await once(child.stdout, 'data');
    child.kill(signal);
    child.stdout.resume();
    expect(await once(child, 'close')).toEqual([null, signal]);
    expect(said).toBe('');
  });
});
