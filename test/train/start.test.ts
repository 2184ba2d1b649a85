// Training that goes on from a model.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sentence } from '../../src/conllu/sentence.js';
import { createEngine } from '../../src/engine/engine.js';
import { Joint } from '../../src/joint/joint.js';
import { jointSettings } from '../../src/joint/jointSettings.js';
import { SettingsError } from '../../src/learner/settings.js';
import { saveBundle } from '../../src/models/bundle.js';
import { saveModel } from '../../src/models/saved.js';
import { readStart } from '../../src/train/start.js';
import { Solo } from '../../src/train/team.js';
import {
  type Trained,
  type TrainingRequest,
  type TrainingSteps,
  trainModel,
} from '../../src/train/training.js';
import { jointTreebank } from '../support/tinyJoint.js';

const small = {
  ...{ encoder: 'bilstm', units: 6, layers: 1, wordSize: 6, characterUnits: 4, tagHidden: 8 },
  ...{ hidden: 8, labelHidden: 8, batchWords: 20, epochs: 6, learningRate: 0.01, warmup: 0 },
};
const run = (request: Partial<TrainingRequest>, steps: TrainingSteps = {}): Promise<Trained> =>
  trainModel(
    { kind: 'joint', train: jointTreebank, dev: jointTreebank, ...request },
    { engine: createEngine(), startTeam: (model, corpus) => new Solo(model, corpus) },
    steps,
  );
const jointOf = ({ model }: Trained): Joint => {
  if (!(model instanceof Joint)) throw new Error('The model is no joint model.');
  return model;
};
/** What it predicts for the treebank. */
const outputsOf = (trained: Trained, sentences: readonly Sentence[] = jointTreebank) => {
  const model = jointOf(trained);
  return model.predict(sentences.map((sentence) => model.itemOf(sentence)));
};
const changed = (change: (word: Sentence['words'][number]) => object): Sentence[] =>
  jointTreebank.map((sentence) => ({
    ...sentence,
    words: sentence.words.map((word) => ({ ...word, ...change(word) })),
  }));

let first: Trained;
let file: Uint8Array;
beforeAll(async () => {
  first = await run({ settings: small });
  file = saveModel(first.model, {});
});

describe('training that goes on from a model', () => {
  it('begins with its weights, its vocabulary and its settings', async () => {
    const still = await run({ start: file, settings: { learningRate: 0, epochs: 1 } });
    expect(outputsOf(still)).toEqual(outputsOf(first));
    const { settings, vocabulary } = jointOf(still);
    expect(settings.encoder).toEqual(jointOf(first).settings.encoder);
    expect(settings.tagHidden).toBe(8);
    expect(vocabulary.outputs).toEqual(jointOf(first).vocabulary.outputs);
  });

  it('has training settings of its own', async () => {
    const { settings } = jointOf(await run({ start: file, settings: { epochs: 1 } }));
    expect([settings.epochs, settings.batchWords, settings.warmup]).toEqual([1, 500, 0.08]);
  });

  it('finds a temperature of its own', () => {
    expect(jointOf(first).settings.temperature).not.toBe(1);
    const { settings } = readStart(file, 'joint', jointSettings);
    expect(settings).toMatchObject({ tagHidden: 8, units: 6 });
    for (const name of ['temperature', 'epochs', 'select']) expect(settings).not.toHaveProperty(name);
  });

  it('learns', async () => {
    const more = await run({ start: file, settings: { epochs: 4, learningRate: 0.01 } });
    expect(more.records[0].loss).toBeLessThan(first.records[0].loss);
    expect(more.records[3].loss).toBeLessThan(more.records[0].loss);
  });

  it('takes the model out of a file of several, in 8 bits', async () => {
    const bundle = saveBundle([first.model], {}, 'I8');
    const { records } = await run({ start: bundle, settings: { epochs: 1 } });
    expect(records[0].loss).toBeLessThan(first.records[0].loss);
  });

  it('resumes to the same bytes, on the same first weights alone', async () => {
    const settings = { epochs: 3 };
    let checkpoint: Uint8Array | undefined;
    const whole = await run(
      { start: file, settings },
      {
        onEpoch: ({ epoch }, state) => {
          if (epoch === 2) checkpoint = state();
        },
      },
    );
    const resumed = await run({ start: file, settings }, { resume: checkpoint });
    expect(saveModel(resumed.model, {})).toEqual(saveModel(whole.model, {}));
    await expect(
      run({ start: saveModel(first.model, { other: 1 }), settings }, { resume: checkpoint }),
    ).rejects.toThrow('The checkpoint was made with other first weights');
  });

  it('keeps labels and tags that it has, and gets the lemmas of the treebank', async () => {
    const train = changed(({ deprel }) => ({
      deprel: deprel === 'root' ? 'root' : 'new',
      upos: 'ADV',
      lemma: 'newlemma',
    }));
    const other = await run({ start: file, train, dev: train, settings: { epochs: 1 } });
    const { vocabulary } = jointOf(other);
    expect(vocabulary.outputs).toEqual(jointOf(first).vocabulary.outputs);
    const { form } = train[0].words[0];
    const entries = vocabulary.knowledge.lemmas?.entriesOf(form.toLowerCase()) ?? [];
    expect(entries.map(({ lemma }) => lemma)).toContain('newlemma');
    expect(entries.map(({ lemma }) => lemma)).toContain(jointTreebank[0].words[0].lemma);
  });

  it('is refused if the file has no such model', async () => {
    await expect(run({ kind: 'tagger', start: file })).rejects.toThrow(
      'The model to start from is no tagger: its file has joint.',
    );
    const two = saveBundle([first.model, first.model], {});
    await expect(run({ start: two })).rejects.toThrow(
      'The file of the model to start from has several of kind joint.',
    );
  });

  it('is refused if the settings make another model', async () => {
    const wrong = run({ start: file, settings: { units: 5 } });
    await expect(wrong).rejects.toThrow('The model to start from does not fit these settings: The tensor');
    await expect(wrong).rejects.toBeInstanceOf(SettingsError);
  });

  it('is refused if the treebank lacks a column', async () => {
    const train = changed(() => ({ xpos: '_' }));
    await expect(run({ start: file, train })).rejects.toThrow(
      'No word of the treebank has XPOS, which the model to start from predicts.',
    );
  });
});
