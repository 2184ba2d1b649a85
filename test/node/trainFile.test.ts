// A training whose last step fails has its model nevertheless.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeSentence } from '../../src/conllu/writer.js';
import { createEngine } from '../../src/engine/engine.js';
import { loadModels } from '../../src/models/bundle.js';
import { checkpointOf, trainFile } from '../../src/node/trainFile.js';
import { toyTreebank } from '../support/toyTreebank.js';

vi.mock('../../src/train/temperature.js', () => ({
  fitTemperature() {
    throw new Error('No temperature fits.');
  },
}));

it('is saved before its probabilities are calibrated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-saved-'));
  try {
    const [train, out] = [join(folder, 'train.conllu'), join(folder, 'model')];
    writeFileSync(
      train,
      toyTreebank(5, 5, 1)
        .map((sentence) => writeSentence(sentence))
        .join(''),
    );
    const settings = { epochs: 1, wordSize: 4, tagSize: 4, units: 4, hidden: 4 };
    const training = trainFile({
      kind: 'parser',
      settings,
      train,
      dev: train,
      out,
      threads: 1,
      resume: false,
    });
    await expect(training).rejects.toThrow('No temperature fits.');
    expect((await loadModels(createEngine(), readFileSync(out))).models).toHaveLength(1);
    // So that the training can be gone on with.
    expect(existsSync(checkpointOf(out))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
