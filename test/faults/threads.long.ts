import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveModel } from '../../src/models/saved.js';
import { writeTreebank } from '../support/grids.js';
import { arcwiseProcess } from '../support/program.js';
import { randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

let folder: string;
const file = (name: string) => join(folder, name);
const options = ['--import', new URL('../support/dyingThreads.mjs', import.meta.url).href];
const diesAt = (at: number) => ({ ARCWISE_DIES_AT: String(at), ARCWISE_BLAS: 'wasm' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-threads-'));
  writeTreebank(file('toy.conllu'), 400, 1);
  writeFileSync(file('model'), saveModel(randomParser({}, toyTreebank(30, 8, 1)), {}));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a thread that dies', () => {
  it('at parsing ends the command with a sentence', () => {
    const args = ['parse', file('toy.conllu'), '--model', file('model'), '--threads', '2'];
    const { stderr, status } = arcwiseProcess(args, { options, environment: diesAt(1) });
    expect({ stderr, status }).toEqual({
      stderr: expect.stringMatching(/^Thread [12] failed: it ended with exit code 3\n$/),
      status: 1,
    });
  });

  it('at training ends the command with a sentence, and leaves the last checkpoint', () => {
    const files = ['--train', file('toy.conllu'), '--dev', file('toy.conllu'), '--out', file('trained')];
    const sizes = ['--word-size', '4', '--units', '4', '--hidden', '4', '--epochs', '9', '--threads', '2'];
    // Each epoch is some requests: it dies in one of the later ones.
    const { stderr, status } = arcwiseProcess(['train', ...files, ...sizes], {
      options,
      environment: diesAt(20),
    });
    expect(stderr).toMatch(/^epoch 1 .*\n(epoch .*\n)*Thread 2 failed: it ended with exit code 3\n$/);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toContain('trained.checkpoint');
    expect(readdirSync(folder)).not.toContain('trained');
  });

  it('in a program that goes on is replaced: the work that it had fails, the next does not', () => {
    const program = fileURLToPath(new URL('../support/longRun.mjs', import.meta.url));
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...options, program, file('model'), '7'],
      {
        encoding: 'utf8',
        env: { ...process.env, ...diesAt(3) },
      },
    );
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const died = 'Thread 1 failed: it ended with exit code 3';
    expect(stdout.trim().split('\n')).toEqual([
      ...['2 words', '2 words', died],
      ...['2 words', '2 words', died],
      '2 words',
    ]);
  });
});
