import { describe, expect, it } from 'vitest';
import { knownModels } from '../../src/models/knownModels.js';
import { shippedModel } from '../../src/node/modelLookup.js';
import { arcwise } from '../support/program.js';

describe('arcwise models', () => {
  it('lists every known model once, here or to be installed', () => {
    const { stdout, stderr, status } = arcwise(['models', '--json']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const { models, installable } = JSON.parse(stdout);
    const codes = [...models, ...installable].map(({ code }: { code: string }) => code);
    expect(codes.sort()).toEqual(knownModels.map(({ code }) => code).sort());
    expect(models[0]).toMatchObject({
      code: 'en',
      title: 'English',
      treebanks: ['EWT'],
      path: shippedModel,
      licence: 'CC BY-SA 4.0',
    });
    for (const { code, package: name } of installable) expect(name).toBe(`arcwise-model-${code}`);
  });

  it('prints them as a table, and how to get the others', () => {
    const { stdout } = arcwise(['models']);
    expect(stdout).toMatch(/^model +language +treebanks +MB +tokens .* LAS\* +file$/m);
    expect(stdout).toMatch(/^en +English +EWT +\d+\.\d .*english\.arcwise$/m);
    for (const { code } of JSON.parse(arcwise(['models', '--json']).stdout).installable) {
      expect(stdout).toMatch(new RegExp(`^npm install arcwise-model-${code} `, 'm'));
    }
  });
});

describe('--model', () => {
  it('takes a name', () => {
    const args = ['parse', '--model', 'english-ewt-ud-2.15', '--threads', '1'];
    const { stdout, status } = arcwise(args, { stdin: 'She sleeps.' });
    expect({ stdout, status }).toEqual({
      stdout: expect.stringMatching(/^2\tsleeps\tsleep\tVERB/m),
      status: 0,
    });
  });

  it('says in a sentence that there is no such model', () => {
    expect(arcwise(['parse', '--model', 'klingon'], { stdin: 'x' })).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^There is neither a file nor a model "klingon"; the models here are en.*\.\n$/,
      ),
      status: 1,
    });
    expect(arcwise(['serve', '--model', 'klingon']).stderr).toMatch(/^There is neither a file nor a model/);
  });
});
