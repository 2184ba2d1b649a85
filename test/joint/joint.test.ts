// The joint model: one encoder, and everything that is read off it.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { readJointSettings } from '../../src/joint/jointSettings.js';
import { saveModel } from '../../src/models/saved.js';
import { Solo } from '../../src/train/team.js';
import { type TrainingHooks, trainModel } from '../../src/train/training.js';
import { checkGradients } from '../support/checkGradients.js';
import { loadModel } from '../support/loadedModel.js';
import { jointTreebank, smallJoint, tinyJoint, tinyTransformer } from '../support/tinyJoint.js';

const few = jointTreebank.slice(0, 5);

const train = async (settings: Readonly<Record<string, unknown>>, hooks: TrainingHooks = {}) => {
  const trained = await trainModel(
    {
      kind: 'joint',
      settings: { ...smallJoint, ...settings },
      train: few,
      dev: few,
      transformer: tinyTransformer,
    },
    { engine: createEngine(), startTeam: (model, corpus) => new Solo(model, corpus) },
    hooks,
  );
  return { ...trained, bytes: saveModel(trained.model, {}) };
};

describe('a joint model', () => {
  it.each([
    { training: 'crf' },
    { training: 'global', system: 'arc-hybrid', frozenLayers: 1 },
    { training: 'softmax', system: 'edge-factored', encoder: 'bilstm', units: 5, wordSize: 6, layers: 1 },
  ] as const)('has the gradient of all its losses: %o', (given) => {
    const joint = tinyJoint({ ...given, hiddenDropout: 0.2 });
    const items = jointTreebank.slice(0, 3).map((sentence) => joint.itemOf(sentence));
    checkGradients(joint, items);
  });

  it('learns trees, labels and tags together, and says the same from its file', async () => {
    const { records, model, bytes } = await train({
      ...{ epochs: 100, batchWords: 5, learningRate: 0.02, pretrainedRate: 0.02, clip: 5 },
      ...{ hiddenDropout: 0, sublayerDropout: 0, attentionDropout: 0 },
    });
    const last = records[records.length - 1];
    for (const name of ['loss', 'labelLoss', 'uposLoss', 'xposLoss', 'featsLoss']) {
      expect(last[name], name).toBeLessThan(0.5 * records[0][name]);
    }
    for (const name of ['uas', 'las', 'upos', 'xpos', 'feats', 'lemma', 'mean']) {
      expect(last[name], name).toBeGreaterThan(90);
    }
    const { model: loaded } = await loadModel(createEngine(), bytes);
    if (model.kind !== 'joint' || loaded.kind !== 'joint') throw new Error('Joint models are trained.');
    const outputs = [model, loaded].map((joint) =>
      joint.predict(few.map((sentence) => joint.itemOf(sentence))),
    );
    expect(outputs[1]).toEqual(outputs[0]);
    expect(saveModel(loaded, {})).toEqual(bytes);
  });

  it('goes on from a checkpoint to the same bytes', async () => {
    const settings = { epochs: 3, batchWords: 20, average: 0.9 };
    const checkpoints: Uint8Array[] = [];
    const whole = await train(settings, { onEpoch: (_, checkpoint) => void checkpoints.push(checkpoint()) });
    const resumed = await train(settings, { resume: checkpoints[0] });
    expect(resumed.records).toHaveLength(3);
    expect(resumed.bytes).toEqual(whole.bytes);
  });
});

it.each([
  [
    { select: 'upos', columns: ['lemma'] },
    'The best epoch is chosen by "upos", which is not among the columns.',
  ],
  [{ labels: false }, 'The best epoch is chosen by "las", but the model has no labels.'],
  [{ units: 7 }, '"units" is a setting of the encoder "bilstm", not of "transformer".'],
  [{ tagHiddden: 7 }, 'There is no setting "tagHiddden".'],
])('settings %o are refused', (given, message) => {
  expect(() => readJointSettings(given)).toThrow(message);
});
