// No command overwrites what it reads.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { arcwise } from '../support/program.js';
import { tabbed } from '../support/sentences.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-overwriting-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

const content = tabbed('1 Go go VERB _ _ 0 root _ Confidence=1\n\n').repeat(3);
writeFileSync(path('a.conllu'), content);
writeFileSync(path('b.conllu'), content);
writeFileSync(path('c.svg'), content);
writeFileSync(path('d.fold-1'), content);
for (const name of ['settings.json', 'e.svg', 'f.fold-2']) writeFileSync(path(name), '{}');
mkdirSync(path('encoder'));
for (const name of ['model.onnx', 'config.json', 'tokenizer.json']) {
  writeFileSync(path(`encoder/${name}`), '{}');
}
symlinkSync(path('encoder/tokenizer.json'), path('tokenizer'));
symlinkSync(path('a.conllu'), path('symbolic'));
linkSync(path('a.conllu'), path('hard'));
const [a, b] = [path('a.conllu'), path('b.conllu')];

describe('a file that is read', () => {
  it.each<[string, string[]]>([
    ['train, by its name', ['train', '--train', a, '--dev', b, '--out', a]],
    ['train, by a symbolic link', ['train', '--train', b, '--dev', a, '--out', path('symbolic')]],
    ['train, by a hard link', ['train', 'tagger', '--train', a, '--dev', b, '--out', path('hard')]],
    ['train, by its curves', ['train', '--train', path('c.svg'), '--dev', b, '--out', path('c')]],
    ['train, by the model to start from', ['train', '--train', b, '--dev', b, '--start', a, '--out', a]],
    ['train, by its vectors', ['train', '--train', b, '--dev', b, '--vectors', a, '--out', a]],
    [
      'train, by its settings',
      ['train', '--train', b, '--dev', b, '--config', path('settings.json'), '--out', path('settings.json')],
    ],
    [
      'train, by its curves over its settings',
      ['train', '--train', b, '--dev', b, '--config', path('e.svg'), '--out', path('e')],
    ],
    [
      'train, by the weights of its encoder',
      ['train', '--train', b, '--dev', b, '--encoder', path('encoder'), '--out', path('encoder/model.onnx')],
    ],
    [
      'train, by the tokenizer of its encoder',
      ['train', '--train', b, '--dev', b, '--encoder', path('encoder'), '--out', path('tokenizer')],
    ],
    [
      'tag --jackknife, by a fold over its settings',
      ['tag', '--jackknife', '2', a, '--config', path('f.fold-2'), '--out', path('f')],
    ],
    ['train pipeline', ['train', 'pipeline', '--train', a, '--dev', b, '--out', path('symbolic')]],
    [
      'train pipeline, by its settings',
      ['train', 'pipeline', '--train', b, '--dev', b, '--config', path('e.svg'), '--out', path('e.svg')],
    ],
    [
      'train pipeline, by its card',
      ['train', 'pipeline', '--train', b, '--dev', b, '--card', path('e.svg'), '--out', path('e.svg')],
    ],
    [
      'train pipeline, by its encoder',
      [
        'train',
        'pipeline',
        '--train',
        b,
        '--dev',
        b,
        '--encoder',
        path('encoder'),
        '--out',
        path('tokenizer'),
      ],
    ],
    ['tag --jackknife', ['tag', '--jackknife', '2', a, '--out', a]],
    ['tag --jackknife, by a fold', ['tag', '--jackknife', '2', path('d.fold-1'), '--out', path('d')]],
    ['bundle', ['bundle', '--parser', a, '--out', a]],
    ['bundle, by its words', ['bundle', '--parser', b, '--words', a, '--out', a]],
    ['bundle, by its card', ['bundle', '--parser', b, '--card', a, '--out', a]],
    ['evaluate', ['evaluate', a, b, '--by', 'confidence', '--chart', a]],
  ])('is not overwritten by %s', (_name, args) => {
    const { status, stderr } = arcwise(args);
    expect(stderr).toMatch(/^"[^"]+" is read and would be overwritten: give the output another name\.\n$/);
    expect(status).toBe(1);
    for (const name of ['a.conllu', 'b.conllu', 'c.svg', 'd.fold-1']) {
      expect(readFileSync(path(name), 'utf8')).toBe(content);
    }
    for (const name of [
      'settings.json',
      'e.svg',
      'f.fold-2',
      'encoder/model.onnx',
      'encoder/tokenizer.json',
    ]) {
      expect(readFileSync(path(name), 'utf8')).toBe('{}');
    }
  });

  it.each([
    ['convert', a],
    ['convert', path('hard')],
    ['convert', '-'],
    ['parse', a],
  ])('is not what stdout of %s is appended to: %s', (verb, given) => {
    const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    const stdin = openSync(a, 'r');
    const stdout = openSync(a, 'a');
    const { stderr, status } = spawnSync(process.execPath, [program, verb, given], {
      stdio: [stdin, stdout, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(stdin);
    closeSync(stdout);
    expect(stderr).toContain(' is read and written at once: send stdout to another file.\n');
    expect(status).toBe(1);
    expect(readFileSync(a, 'utf8')).toBe(content);
  });
});
