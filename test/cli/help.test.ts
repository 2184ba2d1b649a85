import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { verbs } from '../../src/cli/verbs.js';
import { arcwise, arcwiseProcess } from '../support/program.js';

const names = Object.keys(verbs);

describe('help', () => {
  it('lists the verbs', () => {
    const { stdout, stderr, status } = arcwiseProcess(['--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name}\\b.*\\.$`, 'm'));
  });

  it('is the same however it is asked for', () => {
    const [first, ...others] = [['--help'], ['-h'], ['help']].map((args) => arcwise(args));
    expect(others).toEqual([first, first]);
    const asked = ['experiment --help', 'experiment -h', 'help experiment', 'experiment run --help'];
    const [one, ...rest] = asked.map((line) => arcwise(line.split(' ')));
    expect(one).toMatchObject({ stderr: '', status: 0 });
    expect(rest).toEqual([one, one, one]);
  });

  it('is not asked for after --', () => {
    expect(arcwise(['convert', '--', '--help'])).toMatchObject({ stdout: '', status: 1 });
  });

  it('is refused about what is no verb', () => {
    expect(arcwiseProcess(['help', 'nonsense'])).toMatchObject({ stdout: '', status: 2 });
  });

  it.skipIf(!existsSync('/dev/full')).each([['--help'], ['parse', '--help'], ['--version']])(
    'is an error in one sentence if the disk is full: %s %s',
    (...args) => {
      const stderr = 'stdout cannot be written: no space left on device.\n';
      expect(arcwiseProcess(args, { stdoutTo: '/dev/full' })).toEqual({ stdout: '', stderr, status: 1 });
    },
  );

  it('tells the version', () => {
    expect(arcwiseProcess(['--version'])).toEqual({
      stdout: `${packageJson.version}\n`,
      stderr: '',
      status: 0,
    });
  });
});

describe.each(names)('%s', (name) => {
  it('describes every option in a line', async () => {
    const { usage } = await verbs[name]();
    const { stdout, stderr, status } = arcwise([name, '--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const { call, about, options, settings = {} } of usage) {
      expect(call.split(' ')[0]).toBe(name);
      expect(stdout).toContain(`arcwise ${call}\n  ${about}`);
      for (const [option, { help, type, takes }] of Object.entries(
        Object.assign({}, options, ...Object.values(settings)) as typeof options,
      )) {
        expect(stdout).toMatch(new RegExp(`^  --${option} .*\\S`, 'm'));
        expect(help).toMatch(/^\S.*[^.\s]$/);
        expect(takes === undefined).toBe(type === 'boolean');
      }
    }
  });

  it('exits with 2 and tells how it is called', () => {
    const { stdout, stderr, status } = arcwise([name, '--nonsense']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(new RegExp(`^Usage: arcwise ${name} ?`, 'm'));
  });
});
