// arcwise/train: the bytes of the command line, progress, cancellation, and going on from a checkpoint.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from '../../dist/entries/arcwise.js';
import { SettingsError, train } from '../../dist/entries/train.js';
import { enableRelaxedSimd } from '../../dist/node/nodeEngine.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { readModel } from '../../src/modelfile/modelFile.js';
import type { Card } from '../../src/models/saved.js';
import { entryFlags, entryTraining } from '../support/entryTraining.js';
import { arcwise } from '../support/program.js';

// As the command line does: relaxed SIMD rounds in its own way.
enableRelaxedSimd();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-entry-'));
  for (const name of ['train', 'dev'] as const) {
    writeFileSync(
      join(folder, `${name}.conllu`),
      entryTraining[name].map((sentence) => writeSentence(sentence)).join(''),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);

describe('train', () => {
  it.each([1, 2])('makes the bytes of the command line with %s threads', async (threads) => {
    const files = ['--train', file('train.conllu'), '--dev', file('dev.conllu'), '--out', file('cli.model')];
    const { stderr, status } = arcwise(['train', ...files, ...entryFlags, '--threads', String(threads)], {
      environment: { ARCWISE_BLAS: 'wasm' },
    });
    expect(stderr).toContain('punctuation included');
    expect(status).toBe(0);
    const written = readFileSync(file('cli.model'));
    const trained = await train({ ...entryTraining, threads, blas: 'wasm' });
    const card = readModel(written).metadata.card as Card;
    expect(Buffer.from(trained.save(card)).equals(written)).toBe(true);
  });

  it('reports progress and epochs, and its model can be loaded', async () => {
    const epochs: number[] = [];
    const trained = await train({ ...entryTraining, onEpoch: ({ epoch }) => void epochs.push(epoch) });
    expect(epochs).toEqual([1, 2]);
    expect(trained.records.map(({ epoch }) => epoch)).toEqual([1, 2]);
    expect(trained.records).toContainEqual(trained.best);
    const parser = await load(trained.save());
    const [tree] = await parser.parse([entryTraining.dev[0]]);
    expect(tree.words).toHaveLength(entryTraining.dev[0].words.length);
  });

  it('stops by a signal, and goes on from its checkpoint to the same bytes', async () => {
    const whole = await train(entryTraining);
    const stop = new AbortController();
    let checkpoint: Uint8Array | undefined;
    const stopped = train({
      ...entryTraining,
      signal: stop.signal,
      onEpoch: (_, state) => {
        checkpoint = state();
        stop.abort(new Error('Enough.'));
      },
    });
    await expect(stopped).rejects.toThrow('Enough.');
    const others = { ...entryTraining, train: entryTraining.train.slice(1), resume: checkpoint };
    await expect(train(others)).rejects.toThrow('The checkpoint was made with other training sentences');
    const resumed = await train({ ...entryTraining, resume: checkpoint });
    expect(Buffer.from(resumed.save()).equals(whole.save())).toBe(true);
  });

  it.each(['tagger', 'splitter'] as const)('trains a %s', async (kind) => {
    const settings = kind === 'tagger' ? { units: 8, epochs: 1 } : { epochs: 1, units: 8 };
    const { best } = await train({ ...entryTraining, kind, settings });
    expect(best.epoch).toBe(1);
  });

  it('refuses unknown settings', async () => {
    await expect(train({ ...entryTraining, settings: { unit: 8 } })).rejects.toThrow(SettingsError);
  });
});
