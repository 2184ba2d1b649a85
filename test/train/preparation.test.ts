import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { train } from '../../src/train/loop.js';
import { tagger } from '../../src/train/preparation.js';
import { Solo } from '../../src/train/team.js';
import { toyTreebank } from '../support/toyTreebank.js';

const small = { wordSize: 4, characterUnits: 4, units: 4, layers: 1, hidden: 4, epochs: 1 };
/** With XPOS and lemmas on no word, and features on one. */
const sentences = toyTreebank(6, 8, 2).map((sentence, s) => ({
  ...sentence,
  words: sentence.words.map((word, at) => ({
    ...word,
    xpos: '_',
    lemma: '_',
    feats: s === 0 && at === 0 ? 'Case=Nom' : '_',
  })),
}));

function prepared(given: Record<string, unknown> = {}, list = sentences) {
  return tagger.prepare(createEngine(), readTaggerSettings({ ...small, ...given }), {
    train: list,
    dev: list,
  });
}

describe('a tagger', () => {
  it('leaves columns without anything in them out of learning, scores and the choice of an epoch', async () => {
    const { model, corpus, empty } = prepared();
    expect(empty).toEqual(['xpos', 'lemma']);
    expect((model as unknown as Tagger).settings.columns).toEqual(['upos', 'feats']);
    const { best } = await train(model, corpus, new Solo(model, corpus));
    expect(Object.keys(best)).not.toContain('xpos');
    expect(Object.keys(best)).not.toContain('lemma');
    expect(best.mean).toBeCloseTo((best.upos + best.feats) / 2, 10);
    const own = model as unknown as Tagger;
    const given = { ...sentences[0], words: sentences[0].words.map((word) => ({ ...word, xpos: 'KEPT' })) };
    const [tags] = own.predict([own.itemOf(given)]);
    expect(own.tagged(given, tags).words.map(({ xpos }) => xpos)).toEqual(given.words.map(() => 'KEPT'));
  });

  it('refuses to choose the best epoch by such a column', () => {
    expect(() => prepared({ select: 'xpos' })).toThrow(
      'The best epoch is chosen by XPOS, but no word of the treebank has it.',
    );
  });

  it('refuses a treebank without any tags', () => {
    const words = [{ ...sentences[0].words[0], upos: '_', feats: '_', lemma: 'known' }];
    expect(() => prepared({}, [{ ...sentences[0], words }])).toThrow('The treebank has no tags to learn');
    expect(() => prepared({ columns: ['xpos', 'lemma'] })).toThrow('The treebank has no tags to learn');
  });
});
