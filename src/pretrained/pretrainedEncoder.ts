// Reads a pretrained encoder from its published files: `config.json`, `tokenizer.json` and the weights.
import { type PretrainedTransformer, pretrainedTransformer } from './architecture.js';
import { readOnnx } from './onnx.js';
import { readSafetensorsWeights } from './safetensorsWeights.js';
import { Subwords } from './subwords.js';
import { WeightsError } from './weightsError.js';

/** An encoder that was trained elsewhere: its sizes, weights and subword pieces. */
export interface PretrainedEncoder extends PretrainedTransformer {
  readonly subwords: Subwords;
}

/** The contents of a pretrained encoder's files. */
export interface EncoderFiles {
  readonly config: Uint8Array;
  readonly tokenizer: Uint8Array;
  readonly weights: { readonly format: 'safetensors' | 'onnx'; readonly bytes: Uint8Array };
}

const readers = { safetensors: readSafetensorsWeights, onnx: readOnnx };

/** Throws a WeightsError if the files are damaged, of an unknown architecture, or do not fit each other. */
export function readPretrainedEncoder({ config, tokenizer, weights }: EncoderFiles): PretrainedEncoder {
  const transformer = pretrainedTransformer(
    parsed(config, 'config.json'),
    readers[weights.format](weights.bytes),
  );
  const subwords = Subwords.of(parsed(tokenizer, 'tokenizer.json'));
  subwords.checkPieces(transformer.shape.pieces);
  return { ...transformer, subwords };
}

function parsed(bytes: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WeightsError(`${name} is not JSON.`);
  }
}
