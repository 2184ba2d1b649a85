// A whole pipeline in one model file: what splits, what tags and what parses, each as it would stand in a file of its
// own, its tensors under its name.
import type { Engine } from '../engine/engine.js';
import { type Description, descriptionOf, type Model } from './kinds.js';
import { type ModelTensor, readModel, writeModel } from './modelFile.js';
import { Parser } from './parser.js';
import { isRecord, ModelFileError, type WeightType } from './safetensors.js';
import { type Card, filledModel, tensorsOf } from './saved.js';
import { Splitter } from './splitter.js';
import { Tagger } from './tagger.js';

/** The models that work together; several parsers are an ensemble. */
export interface Parts {
  readonly splitter?: Splitter;
  readonly tagger?: Tagger;
  readonly parsers: readonly Parser[];
}

/** The models of a file. */
export interface SavedModels {
  readonly models: readonly Model[];
  readonly card: Card;
}

const KIND = 'pipeline';

/** What each of several models does; of two that do the same the first one does it, but parsers parse together. */
export function partsOf(models: readonly Model[]): Parts {
  return {
    splitter: models.find((model) => model instanceof Splitter),
    tagger: models.find((model) => model instanceof Tagger),
    parsers: models.filter((model) => model instanceof Parser),
  };
}

/** One file of several models; fewer bits a weight make it smaller, at some loss. */
export function saveBundle(models: readonly Model[], card: Card, type: WeightType = 'F32'): Uint8Array {
  const parts: Record<string, Description> = {};
  const tensors = new Map<string, ModelTensor>();
  for (const model of models) {
    const name = unusedName(model.kind, parts);
    parts[name] = descriptionOf(model);
    for (const [tensor, values] of tensorsOf(model, type)) tensors.set(`${name}.${tensor}`, values);
  }
  return writeModel({ metadata: { kind: KIND, parts, card }, tensors });
}

/** The models of a file of one or of several, ready for work; a name tells the files of one engine apart. */
export function loadModels(engine: Engine, bytes: Uint8Array, name = 'file'): SavedModels {
  const { metadata, tensors } = readModel(bytes);
  const card = (metadata.card ?? {}) as Card;
  if (metadata.kind !== KIND) {
    return { models: [filledModel(engine, metadata as unknown as Description, tensors, name)], card };
  }
  const { parts } = metadata;
  if (!isRecord(parts) || !Object.values(parts).every(isRecord)) {
    throw new ModelFileError('The model file does not say which models it holds.');
  }
  const own = new Map(Object.keys(parts).map((part) => [part, new Map<string, ModelTensor>()]));
  for (const [path, tensor] of tensors) {
    const [part] = path.split('.', 1);
    const tensorsOfPart = own.get(part);
    if (!tensorsOfPart) throw new ModelFileError(`The model file has the unknown tensor "${path}".`);
    tensorsOfPart.set(path.slice(part.length + 1), tensor);
  }
  const models = [...own].map(([part, tensorsOfPart]) =>
    filledModel(engine, parts[part] as unknown as Description, tensorsOfPart, `${name} ${part}`),
  );
  return { models, card };
}

/** parser, parser2, parser3, … */
function unusedName(kind: string, taken: Record<string, unknown>): string {
  let name = kind;
  for (let number = 2; Object.hasOwn(taken, name); number++) name = `${kind}${number}`;
  return name;
}
