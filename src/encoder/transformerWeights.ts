// Pretrained weights in a transformer encoder: queries, keys and values of a layer, which others publish apart, are one
// matrix here; everything else has the same name and form.
import { type Parameters, restoreTensor } from '../nn/parameters.js';
import type { PretrainedTransformer, TransformerShape } from '../pretrained/architecture.js';
import type { Subwords } from '../pretrained/subwords.js';
import type { TransformerSettings } from './transformerSettings.js';

/** What published weights say of the settings of an encoder. */
export function settingsOfShape(
  shape: TransformerShape,
  { first, last }: Pick<Subwords, 'first' | 'last'>,
): TransformerShape & Pick<TransformerSettings, 'first' | 'last'> {
  return { ...shape, first, last };
}

/** Copies the weights into the parameters of an encoder of their shape, which may have fewer layers. */
export function fillTransformer(parameters: Parameters, pretrained: PretrainedTransformer): void {
  const values = valuesOf(pretrained);
  for (const { name, value } of parameters.all) {
    if (/^(embeddings|embeddings_project|encoder\.layer)\./.test(name)) restoreTensor(value, name, values);
  }
}

/** The weights by the names of the encoder's parameters. */
function valuesOf({ tensors }: PretrainedTransformer): Map<string, Float32Array> {
  const values = new Map<string, Float32Array>();
  for (const [name, { data }] of tensors) {
    const plain = name.replace(/\.self\.(query|key|value)\./, '.self.');
    // They come in this order.
    values.set(plain, joined(values.get(plain) ?? new Float32Array(), data));
  }
  return values;
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  if (one.length === 0) return other;
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
