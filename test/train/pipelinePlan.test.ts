import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { SettingsError } from '../../src/learner/settings.js';
import { planPipeline } from '../../src/train/pipelinePlan.js';
import { shareOf } from '../../src/train/pipelineTraining.js';
import { leakedSentences, profileOf, type TreebankProfile } from '../../src/train/treebankProfile.js';
import { tabbed } from '../support/sentences.js';

const read = (text: string): Sentence[] => [...readSentences(tabbed(text), { onSeveralRoots() {} })];

const crossing =
  '1 a _ X _ _ 3 det _ _\n2 b _ X _ _ 4 det _ _\n3 c _ X _ _ 0 root _ _\n4 d _ X _ _ 3 obj _ _\n\n';
const contracted = '1-2 zum _ _ _ _ _ _ _ _\n1 zu zu ADP _ _ 0 root _ _\n2 dem der DET _ _ 1 det _ _\n\n';
const twoRoots = '1 Go _ VERB _ _ 0 root _ _\n2 on _ ADV _ _ 0 root _ _\n\n';
const japanese = '1 猫 猫 NOUN _ _ 0 root _ _\n2 が が ADP _ _ 1 case _ _\n\n';

const profile: TreebankProfile = {
  sentences: 1000,
  words: 20_000,
  characters: 100_000,
  empty: [],
  nonprojective: 0,
  severalRoots: 0,
  multiword: 0,
  spaced: 0,
  unspaced: 0,
};
const plan = (about: Partial<TreebankProfile>, settings: object = {}) => {
  const [splitter, joint] = planPipeline({ ...profile, ...about }, { settings: { ...settings } }).steps;
  if (splitter.kind !== 'splitter' || joint.kind !== 'joint') throw new TypeError('Other steps.');
  return { splitter, joint };
};

describe('the profile of a treebank', () => {
  it('counts what settings depend on', () => {
    const sentences = read(crossing + contracted + twoRoots + japanese);
    sentences[0].words[0].form = 'hoc sinh';
    expect(profileOf(sentences)).toEqual({
      sentences: 4,
      words: 10,
      characters: 'hoc sinhbcdzumGoon猫が'.length,
      empty: ['xpos', 'feats'],
      nonprojective: 1,
      severalRoots: 1,
      multiword: 1,
      spaced: 1,
      unspaced: 2,
    });
  });

  it('knows which dev sentences are training sentences too, by their words alone', () => {
    const other = read(contracted.replace('dem der', 'der der'));
    const same = read(contracted.replace('ADP', 'X'));
    expect(leakedSentences(read(crossing + contracted), [...same, ...other, ...same])).toBe(2);
    expect(leakedSentences(read(crossing), other)).toBe(0);
  });
});

describe('a plan', () => {
  it('learns the columns that are filled, and nothing else', () => {
    expect(plan({}).joint.settings.columns).toEqual(['upos', 'xpos', 'feats', 'lemma']);
    const { joint } = plan({ empty: ['xpos', 'lemma'] });
    expect(joint.settings.columns).toEqual(['upos', 'feats']);
    expect(joint.reasons).toContainEqual({
      name: 'columns',
      value: ['upos', 'feats'],
      why: 'no word has XPOS or a lemma',
    });
  });

  it('allows several roots only where the treebank has them', () => {
    expect(plan({}).joint.settings.singleRoot).toBe(true);
    expect(plan({ severalRoots: 1 }).joint.settings.singleRoot).toBe(false);
  });

  it.each([10, 300, 5000, 20_000, 60_000, 172_000, 1_000_000])(
    'makes thousands of updates of %i words',
    (words) => {
      const { splitter, joint } = plan({ words, characters: 5 * words });
      const { batchWords, epochs, decay, average } = joint.settings;
      const updates = epochs * Math.max(1, words / batchWords);
      expect(batchWords).toBeLessThanOrEqual(500);
      // A hundred epochs are enough for whatever can be learned from very few words.
      expect(updates >= 5900 || epochs === 100).toBe(true);
      expect(decay ** epochs).toBeCloseTo(0.1, 2);
      // The average must forget the first weights.
      expect(average ** (updates / 2)).toBeLessThan(0.01);
      expect(splitter.settings.epochs).toBeGreaterThanOrEqual(15);
    },
  );

  it('has a larger splitter and no endings for scripts without spaces', () => {
    const [spaced, unspaced] = [{}, { unspaced: 15_000 }].map((about) => plan(about));
    expect(unspaced.splitter.settings.units).toBeGreaterThan(spaced.splitter.settings.units);
    expect(unspaced.joint.settings.encoder).toMatchObject({ endingSize: 0 });
    expect(spaced.joint.settings.encoder).not.toMatchObject({ endingSize: 0 });
  });

  it('leaves settings as they are given, and gives no reasons for them', () => {
    const { splitter, joint } = plan(
      { empty: ['xpos'] },
      { epochs: 7, encoder: { kind: 'bilstm', units: 9 }, seed: 5, splitter: { epochs: 3 } },
    );
    expect(joint.settings).toMatchObject({ epochs: 7, seed: 5, encoder: { kind: 'bilstm', units: 9 } });
    expect(splitter.settings).toMatchObject({ epochs: 3, seed: 5 });
    for (const { reasons } of [splitter, joint])
      expect(reasons.map(({ name }) => name)).not.toContain('epochs');
  });

  it('lets the learning rate and the average follow given epochs and batches', () => {
    const { splitter, joint } = plan({}, { epochs: 20, batchWords: 500, splitter: { epochs: 5 } });
    expect(joint.settings.decay ** 20).toBeCloseTo(0.1, 2);
    expect(joint.settings.average).toBeCloseTo(1 - 20 / (20 * (20_000 / 500)), 4);
    expect(splitter.settings.decay ** 5).toBeCloseTo(0.2, 2);
    expect(() => plan({}, { epochs: 0 })).toThrow(/epochs/);
    expect(() => plan({}, { epochs: 'many' })).toThrow(/epochs/);
  });

  it('takes the defaults of a joint model with a pretrained encoder', () => {
    const [, joint] = planPipeline(profile, { pretrained: true }).steps;
    expect(joint.settings).toMatchObject({ encoder: { kind: 'transformer' }, epochs: 5, warmup: 0.08 });
  });

  it('keeps pretrained vectors fixed', () => {
    const [, joint] = planPipeline(profile, { vectorSize: 50 }).steps;
    expect(joint.settings).toMatchObject({ encoder: { vectorSize: 50 } });
  });

  it('refuses settings that do not exist', () => {
    expect(() => plan({}, { epoch: 3 })).toThrow(SettingsError);
    expect(() => plan({}, { splitter: { hidden: 3 } })).toThrow('There is no setting "hidden".');
  });

  it('counts the share of all steps that is done', () => {
    const planned = planPipeline(profile, {});
    const share = shareOf(planned);
    const [splitter, joint] = planned.steps;
    const shares = [
      share(splitter, { epoch: 1, done: 0 }),
      share(splitter, { epoch: splitter.settings.epochs, done: 1 }),
      share(joint, { epoch: 1, done: 0 }),
      share(joint, { epoch: joint.settings.epochs, done: 1 }),
    ];
    expect(shares[0]).toBe(0);
    expect(shares[1]).toBeCloseTo(shares[2]);
    expect(shares[3]).toBeCloseTo(1);
  });
});
