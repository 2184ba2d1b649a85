// One suite over every kind of parser: gradients of the whole model, and whether it can learn a small treebank.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { instanceOf } from '../../src/model/instance.js';
import { Parser } from '../../src/model/parser.js';
import { readSettings, type Settings } from '../../src/model/settings.js';
import { Vocabulary } from '../../src/model/vocabulary.js';
import { accuracy } from '../../src/train/accuracy.js';
import { train } from '../../src/train/loop.js';
import { Solo } from '../../src/train/team.js';
import { kinds } from '../support/parserKinds.js';
import { toyTreebank } from '../support/toyTreebank.js';

const small: Partial<Settings> = {
  wordSize: 24,
  tagSize: 8,
  layers: 2,
  units: 24,
  hidden: 32,
  edgeUnits: 24,
  labelHidden: 24,
};

function parserOf(given: Partial<Settings>, sentences: ReturnType<typeof toyTreebank>) {
  const settings = readSettings({ ...small, ...given });
  const vocabulary = Vocabulary.of(sentences, settings);
  const parser = new Parser(createEngine(), settings, vocabulary);
  parser.parameters.initialize(new Random(3));
  return { parser, instances: sentences.map((sentence) => instanceOf(sentence, vocabulary, settings)) };
}

describe.each(kinds)('$name', ({ settings, seesEnough }) => {
  it('has the gradient of its loss', () => {
    const dropout = { lstmDropout: 0.2, hiddenDropout: 0.3 };
    const { parser, instances } = parserOf({ ...settings, ...dropout }, toyTreebank(3, 7, 11));
    const { parameters } = parser;
    // The same seed gives the same dropout and the same exploration.
    const loss = () => {
      const { tree, label } = parser.train(instances, new Random(5));
      return tree + label;
    };
    loss();
    const gradients = new Map(parameters.dense.map(({ name, gradient }) => [name, gradient.data.slice()]));
    for (const { table, rows } of parameters.gradients.tables) gradients.set(table.name, rows.data.slice());
    let checked = 0;
    for (const { name, value } of parameters.all) {
      const gradient = gradients.get(name) ?? new Float32Array();
      const norm = Math.hypot(...gradient);
      if (norm < 0.1) continue;
      // Along its own gradient the loss of each parameter rises by the gradient's norm. The step is small, so that
      // exploration takes no other path on the way, and large enough for float32.
      const step = 0.001 / Math.max(1, norm);
      const original = value.data.slice();
      const moved = (by: number) => {
        value.data.set(original.map((x, at) => x + (by * gradient[at]) / norm));
        return loss();
      };
      const slope = (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
      value.data.set(original);
      expect(Math.abs(slope / norm - 1), name).toBeLessThan(0.1);
      checked++;
    }
    expect(checked).toBeGreaterThan(10);
  });

  it.runIf(seesEnough)('learns 20 sentences by heart', async () => {
    const noDropout = { lstmDropout: 0, hiddenDropout: 0, wordDropout: 0 };
    const schedule = { select: 'las' as const, epochs: 100, batchWords: 20, learningRate: 0.01, decay: 0.97 };
    const { parser, instances } = parserOf({ ...settings, ...noDropout, ...schedule }, toyTreebank(20, 8, 2));
    const corpus = { train: instances, dev: instances };
    await train(parser, corpus, new Solo(parser, corpus));
    expect(accuracy(instances, parser.parse(instances))).toEqual({ uas: 100, las: 100, uem: 100 });
  });
});
