// The one model of a file.
import type { Engine } from '../../src/engine/engine.js';
import { loadModels } from '../../src/models/bundle.js';
import type { Model } from '../../src/models/kinds.js';
import type { Card } from '../../src/models/saved.js';
import { Parser } from '../../src/parser/parser.js';

export async function loadModel(engine: Engine, bytes: Uint8Array): Promise<{ model: Model; card: Card }> {
  const { models, card } = await loadModels(engine, bytes);
  if (models.length !== 1) throw new Error(`The file has ${models.length} models.`);
  return { model: models[0], card };
}

export async function loadParser(engine: Engine, bytes: Uint8Array): Promise<Parser> {
  const { model } = await loadModel(engine, bytes);
  if (!(model instanceof Parser)) throw new Error(`The model is a ${model.kind}.`);
  return model;
}
