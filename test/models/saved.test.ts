import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { flatValues } from '../../src/learner/settings.js';
import { readModel, writeModel } from '../../src/modelfile/modelFile.js';
import { saveModel } from '../../src/models/saved.js';
import { parserSettings } from '../../src/parser/parserSettings.js';
import { taggerSettings } from '../../src/tagger/taggerSettings.js';
import { loadModel } from '../support/loadedModel.js';
import { tinyParser, tinyTagger } from '../support/tinyModels.js';

it.each([
  { model: tinyParser(), schema: parserSettings },
  { model: tinyTagger(), schema: taggerSettings },
])('a file of the time when settings were flat is the same model: $model.kind', async ({ model, schema }) => {
  const bytes = saveModel(model, { made: 'today' });
  const { metadata, tensors } = readModel(bytes);
  expect(metadata.settings).toEqual(model.settings);
  // There was one kind of encoder, so that it had no name.
  const { encoder: _, ...flat } = flatValues(schema, metadata.settings);
  const { kind: _kind, ...own } = model.settings.encoder;
  expect(flat).toMatchObject(own);
  const older = writeModel({ metadata: { ...metadata, settings: flat }, tensors });
  expect(older).not.toEqual(bytes);
  const { model: loaded, card } = await loadModel(createEngine(), older);
  expect(saveModel(loaded, card)).toEqual(bytes);
});
