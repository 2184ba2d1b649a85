// A whole pipeline in one model file: what splits, what tags and what parses, each as it would stand in a file of its
// own, its tensors under its name. Pretrained vectors that several of them have are there once.
import { listed } from '../conllu/quotation.js';
import type { Engine } from '../engine/engine.js';
import { useAll } from '../engine/tensor.js';
import { Joint } from '../joint/joint.js';
import { type ModelTensor, readModel, writeModel } from '../modelfile/modelFile.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { Parser } from '../parser/parser.js';
import { Splitter } from '../splitter/splitter.js';
import { Tagger } from '../tagger/tagger.js';
import { type Description, descriptionOf, type Model } from './kinds.js';
import { type Card, cardOf, filledModel, tensorsOf } from './saved.js';

/** The models that work together; several parsers are an ensemble. */
export interface Parts {
  readonly splitter?: Splitter;
  readonly tagger?: Tagger | Joint;
  readonly parsers: readonly (Parser | Joint)[];
}

/** The models of a file. */
export interface SavedModels {
  readonly models: readonly Model[];
  readonly card: Card;
}

const KIND = 'pipeline';

/** Of a model whose pretrained vectors are those of another: the other's name, and neither words nor numbers of its own. */
type Part = Description & { readonly vectorsOf?: string };
/** The tensor of these vectors. */
const VECTORS = 'vectors';

/**
 * What each of several models does; of two that do the same the first one does it, but parsers parse together. A joint model
 * tags and parses.
 */
export function partsOf(models: readonly Model[]): Parts {
  return {
    splitter: models.find((model) => model instanceof Splitter),
    tagger: models.find((model) => model instanceof Tagger || model instanceof Joint),
    parsers: models.filter((model) => model instanceof Parser || model instanceof Joint),
  };
}

/** One file of several models; fewer bits a weight make it smaller, at some loss. */
export function saveBundle(models: readonly Model[], card: Card, type: WeightType = 'F32'): Uint8Array {
  const parts: Record<string, Part> = {};
  const tensors = new Map<string, ModelTensor>();
  const named = new Map<string, Model>();
  for (const model of models) {
    const name = unusedName(model.kind, parts);
    const vectorsOf = [...named].find(([, other]) => haveSameVectors(model, other))?.[0];
    const description = descriptionOf(model);
    const vocabulary = { ...(description.vocabulary as object), vectors: [] };
    parts[name] = vectorsOf === undefined ? description : { ...description, vocabulary, vectorsOf };
    for (const [tensor, values] of tensorsOf(model, type)) {
      if (vectorsOf === undefined || tensor !== VECTORS) tensors.set(`${name}.${tensor}`, values);
    }
    if (vectorsOf === undefined) named.set(name, model);
  }
  return writeModel({ metadata: { kind: KIND, parts, card }, tensors });
}

/** The models of a file of one or of several, ready for work; a name tells the files of one engine apart. */
export function loadModels(engine: Engine, bytes: Uint8Array, name = 'file'): SavedModels {
  const { metadata, tensors } = readModel(bytes);
  const card = cardOf(metadata);
  if (metadata.kind !== KIND) {
    return { models: [filledModel(engine, metadata, tensors, name)], card };
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
  const models = [...own].map(([part, tensorsOfPart]) => {
    const { vectorsOf, ...description } = parts[part] as unknown as Part;
    if (vectorsOf === undefined) return filledModel(engine, description, tensorsOfPart, `${name} ${part}`);
    const vectors = own.get(vectorsOf)?.get(VECTORS);
    const owner = own.has(vectorsOf) ? parts[vectorsOf] : undefined;
    if (!vectors || !isRecord(owner) || !isRecord(owner.vocabulary) || !isRecord(description.vocabulary)) {
      throw new ModelFileError(`The model file lacks the vectors of the ${listed([part])}.`);
    }
    const vocabulary = { ...description.vocabulary, vectors: owner.vocabulary.vectors };
    const all = new Map([...tensorsOfPart, [VECTORS, vectors]]);
    return filledModel(engine, { ...description, vocabulary }, all, `${name} ${part}`);
  });
  return { models, card };
}

function haveSameVectors(one: Model, other: Model): boolean {
  const [mine, theirs] = [one, other].map((model) => {
    if (model instanceof Splitter) return undefined;
    return model.encoder.vectors;
  });
  if (!mine || !theirs || mine.table.value.size !== theirs.table.value.size) return false;
  return (
    mine.words.every((word, at) => word === theirs.words[at]) &&
    useAll([mine.table.value, theirs.table.value], (own, other) => own.every((x, at) => x === other[at]))
  );
}

/** parser, parser2, parser3, … */
function unusedName(kind: string, taken: Record<string, unknown>): string {
  let name = kind;
  for (let number = 2; Object.hasOwn(taken, name); number++) name = `${kind}${number}`;
  return name;
}
