import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/encoder/batch.js';
import { createEngine } from '../../src/engine/engine.js';
import type { Tensor } from '../../src/engine/tensor.js';
import type { WeightProducts } from '../../src/engine/weightProducts.js';
import { Joint } from '../../src/joint/joint.js';
import { loadModels } from '../../src/models/bundle.js';
import type { Model } from '../../src/models/kinds.js';
import { descriptionOf, modelOf } from '../../src/models/kinds.js';
import { saveModel } from '../../src/models/saved.js';
import { Parser } from '../../src/parser/parser.js';
import { Splitter } from '../../src/splitter/splitter.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { randomParser } from '../support/randomParser.js';
import { jointTreebank, tinyJoint } from '../support/tinyJoint.js';
import { tinyTagger } from '../support/tinyModels.js';
import { toyTreebank } from '../support/toyTreebank.js';

const treebank = toyTreebank(30, 9, 5);

const subjects: { name: string; model: Model; sentences: typeof treebank }[] = [
  { name: 'a tagger', model: tinyTagger(), sentences: treebank },
  { name: 'a parser by pairs', model: randomParser({}, treebank), sentences: treebank },
  {
    name: 'a parser by arcs',
    model: randomParser({ system: 'edge-factored' }, treebank),
    sentences: treebank,
  },
  { name: 'a joint model with a transformer', model: tinyJoint(), sentences: jointTreebank },
];

async function loaded(model: Model, weights: WeightProducts): Promise<Model> {
  return (await loadModels(createEngine({ weights }), saveModel(model, {}, 'I8'))).models[0];
}

/** Everything that a model computes from sentences before it decides: its vectors, and the scores of tags and labels. */
function scoresOf(model: Model, sentences: typeof treebank): Record<string, Float32Array> {
  if (model instanceof Splitter) throw new Error();
  const { arena } = model.parameters.engine;
  return arena.scope(() => {
    const inputs = sentences.map(({ words }) => model.encoder.inputOf(words));
    const encoded = model.encoder.encode(batchOf(inputs));
    const scores: Record<string, Tensor> = { encoded };
    if (model instanceof Tagger || model instanceof Joint) {
      const { hidden, choices } = model.tagHead;
      scores.tags = choices[0].forward(hidden.forward(encoded).output).output;
    }
    const found: Record<string, Float32Array> = {};
    if (model instanceof Parser || model instanceof Joint) {
      const items = sentences.map((sentence) => model.itemOf(sentence));
      const batch = batchOf(items);
      const trees = items.map(({ heads }) => heads);
      const labels = model.labeler?.score(batch, encoded, trees);
      if (labels) found.labels = labels.copy().map((score) => (score === -Infinity ? 0 : score));
      found.heads = Float32Array.from(model.predict(items as never[]).flatMap(({ heads }) => [...heads]));
    }
    for (const [name, tensor] of Object.entries(scores)) found[name] = tensor.copy();
    return found;
  });
}

const norm = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

describe.each(subjects)('8-bit weights of $name', ({ model, sentences }) => {
  it('give nearly the same scores as integers and as floats', async () => {
    const { heads: own, ...scores } = scoresOf(await loaded(model, 'integers'), sentences);
    const { heads: others, ...floats } = scoresOf(await loaded(model, 'floats'), sentences);
    expect(Object.keys(scores).length).toBeGreaterThan(0);
    for (const [name, values] of Object.entries(scores)) {
      const difference = norm(values.map((value, at) => value - floats[name][at])) / norm(floats[name]);
      // Random weights of such small layers do not average the errors of rounding out, as trained ones do.
      expect(difference, name).toBeLessThan(0.08);
      // They are indeed computed in another way.
      expect(difference, name).toBeGreaterThan(0);
    }
    if (own && others) {
      const same = own.filter((head, at) => head === others[at]).length;
      expect(same / own.length).toBeGreaterThan(0.9);
    }
  });

  it('stay in 8 bits, and are saved again as they are', async () => {
    const integers = await loaded(model, 'integers');
    const floats = await loaded(model, 'floats');
    const tables = [...floats.parameters.tables, ...floats.parameters.frozen].map(({ name }) => name);
    // Tables are only read by row, so that they never become floats.
    expect(floats.parameters.shared.integers?.toSorted()).toEqual(
      tables.filter((name) => floats.parameters.shared.integers?.includes(name)).toSorted(),
    );
    expect(floats.parameters.tables.every((table) => table.integers)).toBe(true);
    const kept = integers.parameters.shared.integers ?? [];
    expect(kept).toEqual(expect.arrayContaining([...(floats.parameters.shared.integers ?? [])]));
    expect(kept.length).toBeGreaterThan(floats.parameters.tables.length);
    expect(integers.parameters.size).toBeLessThan(floats.parameters.size);
    expect(integers.parameters.save()).toEqual(floats.parameters.save());
    expect(saveModel(integers, {}, 'I8')).toEqual(saveModel(model, {}, 'I8'));
  });

  it('can be shared with another thread, which computes the same', async () => {
    const engine = createEngine({ shared: true, weights: 'integers' });
    const [first] = (await loadModels(engine, saveModel(model, {}, 'I8'))).models;
    const other = createEngine({ memory: engine.memory, weights: 'integers' });
    const second = await modelOf(other, descriptionOf(first), {
      ...first.parameters.shared,
      gradients: false,
    });
    expect(scoresOf(second, sentences)).toEqual(scoresOf(first, sentences));
  });

  it('become floats to be trained further', async () => {
    const [saved] = (await loadModels(createEngine(), saveModel(model, {}, 'I8'))).models;
    const trained = await modelOf(createEngine({ weights: 'integers' }), descriptionOf(model), {
      saved: () => new Map(saved.parameters.save()),
    });
    expect(trained.parameters.shared.integers).toEqual([]);
    expect(trained.parameters.save()).toEqual((await loaded(model, 'integers')).parameters.save());
  });
});
