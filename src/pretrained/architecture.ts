// Reads published encoders of the BERT family: interprets `config.json`, and gives each tensor its BERT name.
//
// BERT, MiniLM, ELECTRA, RoBERTa and XLM-R have the same tensors. DistilBERT names them differently and has no token
// types. RoBERTa's positions start after its padding token.
import { counted, quoted } from '../conllu/quotation.js';
import { isRecord } from '../modelfile/safetensors.js';
import { type PlainTensor, WeightsError } from './weightsError.js';

/** The sizes of a transformer encoder. */
export interface TransformerShape {
  readonly layers: number;
  /** Columns of the output. */
  readonly size: number;
  readonly heads: number;
  /** Units of the feed-forward layers. */
  readonly intermediate: number;
  /** Rows of the position table, and the row of a sentence's first piece. */
  readonly positions: number;
  readonly positionOffset: number;
  /** Subword pieces. */
  readonly pieces: number;
  /** Columns of the piece table; ELECTRA projects a smaller one to `size`. */
  readonly embeddingSize: number;
  /** Rows of the token-type table; 0 for none. */
  readonly types: number;
  /** Of layer normalisation. */
  readonly epsilon: number;
}

export interface PretrainedTransformer {
  readonly shape: TransformerShape;
  /** By BERT's names; matrices are [outputs, inputs]. */
  readonly tensors: ReadonlyMap<string, PlainTensor>;
}

/** How a member of the family differs from BERT. */
interface Architecture {
  /** Its names in `config.json` that differ from BERT's. */
  readonly configNames: Readonly<Record<string, string>>;
  /** Parts of its tensor names, and their BERT names. */
  readonly tensorNames: readonly (readonly [part: RegExp, bert: string])[];
  readonly hasTypes: boolean;
  /** Whether positions start after the padding token. */
  readonly offsetsPositions: boolean;
}

const bert: Architecture = { configNames: {}, tensorNames: [], hasTypes: true, offsetsPositions: false };
const roberta: Architecture = { ...bert, offsetsPositions: true };
const distilbert: Architecture = {
  ...bert,
  hasTypes: false,
  configNames: {
    hidden_size: 'dim',
    num_hidden_layers: 'n_layers',
    num_attention_heads: 'n_heads',
    intermediate_size: 'hidden_dim',
    hidden_act: 'activation',
  },
  tensorNames: [
    [/^transformer\.layer\./, 'encoder.layer.'],
    [/\.attention\.q_lin\./, '.attention.self.query.'],
    [/\.attention\.k_lin\./, '.attention.self.key.'],
    [/\.attention\.v_lin\./, '.attention.self.value.'],
    [/\.attention\.out_lin\./, '.attention.output.dense.'],
    [/\.sa_layer_norm\./, '.attention.output.LayerNorm.'],
    [/\.ffn\.lin1\./, '.intermediate.dense.'],
    [/\.ffn\.lin2\./, '.output.dense.'],
    [/\.output_layer_norm\./, '.output.LayerNorm.'],
  ],
};

const architectures: Record<string, Architecture> = {
  bert,
  electra: bert,
  roberta,
  'xlm-roberta': roberta,
  camembert: roberta,
  distilbert,
};

/** The encoder that `config.json` and the published tensors describe; throws a WeightsError if they are unusable. */
export function pretrainedTransformer(
  config: unknown,
  published: ReadonlyMap<string, PlainTensor>,
): PretrainedTransformer {
  const { shape, architecture } = readConfig(config);
  const named = new Map<string, PlainTensor>();
  for (const [name, tensor] of published) named.set(bertName(name, architecture), tensor);
  const tensors = new Map<string, PlainTensor>();
  for (const [name, expected] of tensorShapes(shape)) {
    const tensor = named.get(name);
    if (!tensor) throw new WeightsError(`The weights lack the tensor "${name}".`);
    if (String(tensor.shape) !== String(expected)) {
      throw new WeightsError(
        `The tensor "${name}" has the shape [${tensor.shape.join(', ')}], but config.json asks for [${expected.join(', ')}].`,
      );
    }
    if (!tensor.data.every(Number.isFinite)) {
      throw new WeightsError(`The tensor "${name}" has a value that is not a finite number.`);
    }
    tensors.set(name, tensor);
  }
  return { shape, tensors };
}

/** The tensors of an encoder by BERT's names, with their shapes. */
export function* tensorShapes(shape: TransformerShape): Generator<[name: string, shape: readonly number[]]> {
  const { layers, size, intermediate, positions, pieces, embeddingSize, types } = shape;
  yield ['embeddings.word_embeddings.weight', [pieces, embeddingSize]];
  yield ['embeddings.position_embeddings.weight', [positions, embeddingSize]];
  if (types > 0) yield ['embeddings.token_type_embeddings.weight', [types, embeddingSize]];
  yield* norm('embeddings.LayerNorm', embeddingSize);
  if (embeddingSize !== size) yield* dense('embeddings_project', embeddingSize, size);
  for (let layer = 0; layer < layers; layer++) {
    const path = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) yield* dense(`${path}.attention.self.${part}`, size, size);
    yield* dense(`${path}.attention.output.dense`, size, size);
    yield* norm(`${path}.attention.output.LayerNorm`, size);
    yield* dense(`${path}.intermediate.dense`, size, intermediate);
    yield* dense(`${path}.output.dense`, intermediate, size);
    yield* norm(`${path}.output.LayerNorm`, size);
  }
}

function* dense(name: string, inputs: number, outputs: number): Generator<[string, number[]]> {
  yield [`${name}.weight`, [outputs, inputs]];
  yield [`${name}.bias`, [outputs]];
}

function* norm(name: string, size: number): Generator<[string, number[]]> {
  yield [`${name}.weight`, [size]];
  yield [`${name}.bias`, [size]];
}

/** Published names may begin with the model's name, and older files call a layer norm's parts gamma and beta. */
function bertName(name: string, { tensorNames }: Architecture): string {
  const plain = name
    .replace(/^(bert|electra|roberta|distilbert)\./, '')
    .replace(/\.gamma$/, '.weight')
    .replace(/\.beta$/, '.bias');
  return tensorNames.reduce((known, [part, bertPart]) => known.replace(part, bertPart), plain);
}

function readConfig(config: unknown): { shape: TransformerShape; architecture: Architecture } {
  if (!isRecord(config)) throw new WeightsError('config.json is not a JSON object.');
  const { model_type: type } = config;
  if (typeof type !== 'string' || !Object.hasOwn(architectures, type)) {
    throw new WeightsError(
      `config.json has the model_type ${quoted(type)}; arcwise knows ${Object.keys(architectures).join(', ')}.`,
    );
  }
  const architecture = architectures[type];
  const value = (name: string) => config[architecture.configNames[name] ?? name];
  const whole = (name: string, preset?: number): number => {
    const found = value(name) ?? preset;
    if (typeof found === 'number' && Number.isSafeInteger(found) && found > 0 && found <= 10_000_000)
      return found;
    throw new WeightsError(`config.json has no usable "${architecture.configNames[name] ?? name}".`);
  };
  const activation = value('hidden_act') ?? 'gelu';
  if (activation !== 'gelu') {
    throw new WeightsError(`config.json has the activation ${quoted(activation)}; arcwise has "gelu".`);
  }
  const kind = value('position_embedding_type') ?? 'absolute';
  if (kind !== 'absolute') {
    throw new WeightsError(
      `config.json has ${quoted(kind)} position embeddings; arcwise has "absolute" ones.`,
    );
  }
  const size = whole('hidden_size');
  const heads = whole('num_attention_heads');
  if (size % heads !== 0)
    throw new WeightsError(`config.json divides ${counted(size, 'column')} among ${counted(heads, 'head')}.`);
  const padding = Number(config.pad_token_id ?? 1);
  const epsilon = Number(config.layer_norm_eps ?? 1e-12);
  const shape: TransformerShape = {
    layers: whole('num_hidden_layers'),
    size,
    heads,
    intermediate: whole('intermediate_size'),
    positions: whole('max_position_embeddings'),
    positionOffset: architecture.offsetsPositions ? padding + 1 : 0,
    pieces: whole('vocab_size'),
    embeddingSize: whole('embedding_size', size),
    types: architecture.hasTypes ? whole('type_vocab_size', 2) : 0,
    epsilon: epsilon > 0 && epsilon < 1 ? epsilon : 1e-12,
  };
  return { shape, architecture };
}
