import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { readModel, writeModel } from '../../src/modelfile/modelFile.js';
import { ModelFileError } from '../../src/modelfile/safetensors.js';
import { loadModels, saveBundle } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { saveModel } from '../../src/models/saved.js';
import { Parser } from '../../src/parser/parser.js';
import { readParserSettings } from '../../src/parser/parserSettings.js';
import { Tagger } from '../../src/tagger/tagger.js';
import { readTaggerSettings } from '../../src/tagger/taggerSettings.js';
import { tinyModels, tinyParser, tinyTagger } from '../support/tinyModels.js';
import { toyTreebank } from '../support/toyTreebank.js';

const models = await tinyModels();
const two = [tinyTagger(), tinyParser(), tinyParser(undefined, 2)];

describe('a bundle', () => {
  it('holds models as they are', async () => {
    const loaded = await loadModels(createEngine(), saveBundle(models, { licence: 'free' }));
    expect(loaded.card).toEqual({ licence: 'free' });
    expect(loaded.models.map(({ kind }) => kind)).toEqual(['splitter', 'tagger', 'parser']);
    for (const [at, model] of loaded.models.entries()) {
      expect(model.settings).toEqual(models[at].settings);
      expect(model.vocabulary.data).toEqual(models[at].vocabulary.data);
      expect(model.parameters.save()).toEqual(models[at].parameters.save());
    }
  });

  it('may have several parsers, and no splitter', async () => {
    const { splitter, tagger, parsers } = partsOf(
      (await loadModels(createEngine(), saveBundle(two, {}))).models,
    );
    expect(splitter).toBeUndefined();
    expect(tagger?.kind).toBe('tagger');
    expect(parsers).toHaveLength(2);
    for (const [at, { parameters }] of parsers.entries()) {
      expect(parameters.save()).toEqual(two[at + 1].parameters.save());
    }
  });

  it('has pretrained vectors that several models share once', async () => {
    const small = { vectorSize: 6, wordSize: 4, units: 5, hidden: 5 };
    const words = new Map(['worda', 'wordb', 'elsewhere'].map((word, row) => [word, row]));
    const vectors = { size: 6, words, matrix: new Float32Array(18) };
    const [forTagger, forParser] = [readTaggerSettings(small), readParserSettings(small)];
    const sharing = [
      new Tagger(
        createEngine(),
        forTagger,
        Tagger.vocabularyOf(toyTreebank(5, 5, 1), forTagger, { vectors }),
      ),
      new Parser(
        createEngine(),
        forParser,
        Parser.vocabularyOf(toyTreebank(5, 5, 2), forParser, { vectors }),
      ),
    ];
    for (const [at, { parameters, encoder }] of sharing.entries()) {
      parameters.initialize(new Random(at));
      const vectors = encoder.vectors?.table.value;
      vectors?.set(vectors.copy().map((_, i) => i));
    }
    const bytes = saveBundle(sharing, {}, 'I8');
    const { metadata, tensors } = readModel(bytes);
    expect([...tensors.keys()].filter((name) => name.endsWith('.vectors'))).toEqual(['tagger.vectors']);
    const { models: loaded } = await loadModels(createEngine(), bytes);
    for (const [at, { vocabulary }] of loaded.entries()) {
      expect(vocabulary.data).toEqual(sharing[at].vocabulary.data);
    }
    expect(saveBundle(loaded, {}, 'I8')).toEqual(bytes);
    // The numbers of the others are their own.
    sharing[1].encoder.vectors?.table.value.fill(1);
    expect([...readModel(saveBundle(sharing, {})).tensors.keys()]).toContain('parser.vectors');
    const parts = metadata.parts as Record<string, object>;
    for (const vectorsOf of ['parser', 'nobody', '__proto__']) {
      const changed = { ...metadata, parts: { ...parts, parser: { ...parts.parser, vectorsOf } } };
      await expect(loadModels(createEngine(), writeModel({ metadata: changed, tensors }))).rejects.toThrow(
        new ModelFileError('The model file lacks the vectors of the parser.'),
      );
    }
  });

  it('is smaller with fewer bits, and the same bytes again', async () => {
    const [f32, f16, i8] = (['F32', 'F16', 'I8'] as const).map((type) => saveBundle(models, {}, type));
    expect(f16.length).toBeLessThan(f32.length);
    expect(i8.length).toBeLessThan(f16.length);
    const loaded = await loadModels(createEngine(), f16);
    expect(saveBundle(loaded.models, {}, 'F16')).toEqual(f16);
  });

  it('is read like the file of one model', async () => {
    const { models: loaded, card } = await loadModels(createEngine(), saveModel(two[1], { data: 'toy' }));
    expect(loaded.map(({ kind }) => kind)).toEqual(['parser']);
    expect(card).toEqual({ data: 'toy' });
  });

  it('is refused if something in it is missing, or too much', async () => {
    const { metadata, tensors } = readModel(saveBundle(two, {}));
    const load = (changed: Partial<ReturnType<typeof readModel>>) =>
      loadModels(createEngine(), writeModel({ metadata, tensors, ...changed }));
    const [name] = [...tensors.keys()].filter((path) => path.startsWith('parser2.'));
    const without = new Map([...tensors].filter(([path]) => path !== name));
    await expect(load({ tensors: without })).rejects.toThrow(/^The model file lacks the tensor "[^"]+"\.$/);
    const one = { shape: [1], data: Float32Array.of(0), type: 'F32' } as const;
    await expect(load({ tensors: new Map([...tensors, ['chunker.bias', one]]) })).rejects.toThrow(
      new ModelFileError('The model file has the unknown tensor "chunker.bias".'),
    );
    await expect(load({ metadata: { ...metadata, parts: 3 } })).rejects.toThrow(
      new ModelFileError('The model file does not list its models.'),
    );
    const { parts } = metadata as { parts: Record<string, object> };
    const other = { ...metadata, parts: { ...parts, tagger: { ...parts.tagger, kind: 'chunker' } } };
    await expect(load({ metadata: other })).rejects.toThrow(
      /^The file holds a model of an unknown kind: "chunker"\.$/,
    );
  });
});
