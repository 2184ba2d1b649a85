// Converts published weights to the transformer encoder's: a layer's queries, keys and values, which are published
// separately, become one matrix; everything else keeps its name and shape.
import type { PretrainedTransformer } from '../pretrained/architecture.js';

/** The weights by the names of the encoder's parameters. */
export function transformerValues({ tensors }: PretrainedTransformer): Map<string, Float32Array> {
  const values = new Map<string, Float32Array>();
  for (const [name, { data }] of tensors) {
    const plain = name.replace(/\.self\.(query|key|value)\./, '.self.');
    // Queries, keys and values come in this order.
    values.set(plain, joined(values.get(plain), data));
  }
  return values;
}

function joined(one: Float32Array | undefined, other: Float32Array): Float32Array {
  if (!one) return other;
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
