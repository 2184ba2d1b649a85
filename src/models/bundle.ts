// A whole pipeline in one model file: splitter, tagger and parsers, each described as in a file of its own, with its
// tensors under its name. Pretrained vectors that several models share are stored once.
import { listed } from '../conllu/quotation.js';
import type { Engine } from '../engine/engine.js';
import { type ModelTensor, readModel, writeModel } from '../modelfile/modelFile.js';
import { isRecord, ModelFileError, type WeightType } from '../modelfile/safetensors.js';
import { type Description, descriptionOf, type Model } from './kinds.js';
import { withPiecesOf } from './pieces.js';
import { type Card, cardOf, filledModel, tensorsOf } from './saved.js';

/** The models of a file. */
export interface SavedModels {
  readonly models: readonly Model[];
  readonly card: Card;
}

const KIND = 'pipeline';

/** A model that shares another's pretrained vectors stores that model's name instead of words and numbers. */
type Part = Description & { readonly vectorsOf?: string };
/** The name of the tensor of these vectors. */
const VECTORS = 'vectors';

/**
 * One file of several models. It is smaller, at some loss of accuracy, with fewer bits per weight, and with the subword
 * pieces of some scripts alone.
 */
export function saveBundle(
  models: readonly Model[],
  card: Card,
  type: WeightType = 'F32',
  scripts?: readonly string[],
): Uint8Array {
  const parts: Record<string, Part> = {};
  const tensors = new Map<string, ModelTensor>();
  const named = new Map<string, Model>();
  for (const model of models) {
    const name = unusedName(model.kind, parts);
    const vectorsOf = [...named].find(([, other]) => haveSameVectors(model, other))?.[0];
    const whole = { description: descriptionOf(model), tensors: tensorsOf(model, type) };
    const { description, tensors: own } = scripts ? withPiecesOf(scripts, whole) : whole;
    const vocabulary = { ...(description.vocabulary as object), vectors: '' };
    parts[name] = vectorsOf === undefined ? description : { ...description, vocabulary, vectorsOf };
    for (const [tensor, values] of own) {
      if (vectorsOf === undefined || tensor !== VECTORS) tensors.set(`${name}.${tensor}`, values);
    }
    if (vectorsOf === undefined) named.set(name, model);
  }
  return writeModel({ metadata: { kind: KIND, parts, card }, tensors });
}

/** The models of a file, one or several, ready for use; `name` distinguishes the files of one engine. */
export async function loadModels(engine: Engine, bytes: Uint8Array, name = 'file'): Promise<SavedModels> {
  const { parts, card } = readParts(bytes);
  const models: Model[] = [];
  for (const { part, description, tensors } of parts) {
    const ownName = part === undefined ? name : `${name} ${part}`;
    models.push(await filledModel(engine, description, tensors, ownName));
  }
  return { models, card };
}

/** A model of a file, not built yet. */
export interface StoredPart {
  /** Its name in a file of several. */
  readonly part?: string;
  readonly description: Partial<Description>;
  readonly tensors: ReadonlyMap<string, ModelTensor>;
}

/** The models of a file, as it stores them. */
export function readParts(bytes: Uint8Array): { readonly parts: readonly StoredPart[]; readonly card: Card } {
  const { metadata, tensors } = readModel(bytes);
  const card = cardOf(metadata);
  if (metadata.kind !== KIND) return { parts: [{ description: metadata, tensors }], card };
  const { parts } = metadata;
  if (!isRecord(parts) || !Object.values(parts).every(isRecord)) {
    throw new ModelFileError('The model file does not list its models.');
  }
  const own = new Map(Object.keys(parts).map((part) => [part, new Map<string, ModelTensor>()]));
  for (const [path, tensor] of tensors) {
    const [part] = path.split('.', 1);
    const tensorsOfPart = own.get(part);
    if (!tensorsOfPart) throw new ModelFileError(`The model file has the unknown tensor "${path}".`);
    tensorsOfPart.set(path.slice(part.length + 1), tensor);
  }
  const stored = Array.from(own, ([part, tensorsOfPart]): StoredPart => {
    const { vectorsOf, ...description } = parts[part] as unknown as Part;
    if (vectorsOf === undefined) return { part, description, tensors: tensorsOfPart };
    const vectors = own.get(vectorsOf)?.get(VECTORS);
    const owner = own.has(vectorsOf) ? parts[vectorsOf] : undefined;
    if (!vectors || !isRecord(owner) || !isRecord(owner.vocabulary) || !isRecord(description.vocabulary)) {
      throw new ModelFileError(`The model file lacks the vectors of the ${listed([part])}.`);
    }
    const vocabulary = { ...description.vocabulary, vectors: owner.vocabulary.vectors };
    const all = new Map([...tensorsOfPart, [VECTORS, vectors]]);
    return { part, description: { ...description, vocabulary }, tensors: all };
  });
  return { parts: stored, card };
}

function haveSameVectors(one: Model, other: Model): boolean {
  const [mine, theirs] = [one, other].map((model) =>
    model.kind === 'splitter' ? undefined : model.encoder.vectors,
  );
  if (!mine || !theirs || String(mine.table.shape) !== String(theirs.table.shape)) return false;
  if (mine.words.text !== theirs.words.text) return false;
  const [own, others] = [mine.table.copy(), theirs.table.copy()];
  return own.every((x, at) => x === others[at]);
}

/** parser, parser2, parser3, … */
function unusedName(kind: string, taken: Record<string, unknown>): string {
  let name = kind;
  for (let number = 2; Object.hasOwn(taken, name); number++) name = `${kind}${number}`;
  return name;
}
