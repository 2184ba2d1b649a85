import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { loadModels, partsOf, saveBundle } from '../../src/model/bundle.js';
import { readModel, writeModel } from '../../src/model/modelFile.js';
import { ModelFileError } from '../../src/model/safetensors.js';
import { saveModel } from '../../src/model/saved.js';
import { tinyModels, tinyParser, tinyTagger } from '../support/tinyModels.js';

const models = await tinyModels();
const two = [tinyTagger(), tinyParser(), tinyParser(undefined, 2)];

describe('a bundle', () => {
  it('holds models as they are', () => {
    const loaded = loadModels(createEngine(), saveBundle(models, { licence: 'free' }));
    expect(loaded.card).toEqual({ licence: 'free' });
    expect(loaded.models.map(({ kind }) => kind)).toEqual(['splitter', 'tagger', 'parser']);
    for (const [at, model] of loaded.models.entries()) {
      expect(model.settings).toEqual(models[at].settings);
      expect(model.vocabulary.data).toEqual(models[at].vocabulary.data);
      expect(model.parameters.save()).toEqual(models[at].parameters.save());
    }
  });

  it('may have several parsers, and no splitter', () => {
    const { splitter, tagger, parsers } = partsOf(loadModels(createEngine(), saveBundle(two, {})).models);
    expect(splitter).toBeUndefined();
    expect(tagger?.kind).toBe('tagger');
    expect(parsers).toHaveLength(2);
    for (const [at, { parameters }] of parsers.entries()) {
      expect(parameters.save()).toEqual(two[at + 1].parameters.save());
    }
  });

  it('is smaller with fewer bits, and the same bytes again', () => {
    const [f32, f16, i8] = (['F32', 'F16', 'I8'] as const).map((type) => saveBundle(models, {}, type));
    expect(f16.length).toBeLessThan(f32.length);
    expect(i8.length).toBeLessThan(f16.length);
    const loaded = loadModels(createEngine(), f16);
    expect(saveBundle(loaded.models, {}, 'F16')).toEqual(f16);
  });

  it('is read like the file of one model', () => {
    const { models: loaded, card } = loadModels(createEngine(), saveModel(two[1], { data: 'toy' }));
    expect(loaded.map(({ kind }) => kind)).toEqual(['parser']);
    expect(card).toEqual({ data: 'toy' });
  });

  it('is refused if something in it is missing, or too much', () => {
    const { metadata, tensors } = readModel(saveBundle(two, {}));
    const load = (changed: Partial<ReturnType<typeof readModel>>) => () =>
      loadModels(createEngine(), writeModel({ metadata, tensors, ...changed }));
    const [name] = [...tensors.keys()].filter((path) => path.startsWith('parser2.'));
    const without = new Map([...tensors].filter(([path]) => path !== name));
    expect(load({ tensors: without })).toThrow(/^The model file lacks the tensor "[^"]+"\.$/);
    const one = { shape: [1], data: Float32Array.of(0), type: 'F32' } as const;
    expect(load({ tensors: new Map([...tensors, ['chunker.bias', one]]) })).toThrow(
      new ModelFileError('The model file has the unknown tensor "chunker.bias".'),
    );
    expect(load({ metadata: { ...metadata, parts: 3 } })).toThrow(
      new ModelFileError('The model file does not say which models it holds.'),
    );
    const { parts } = metadata as { parts: Record<string, object> };
    const other = { ...metadata, parts: { ...parts, tagger: { ...parts.tagger, kind: 'chunker' } } };
    expect(load({ metadata: other })).toThrow(
      /^The file holds no model that arcwise knows, but "chunker"\.$/,
    );
  });
});
