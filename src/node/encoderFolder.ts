// Reads pretrained encoders from folders in the Hugging Face layout.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../files/files.js';
import { type PretrainedEncoder, readPretrainedEncoder } from '../pretrained/pretrainedEncoder.js';
import { WeightsError } from '../pretrained/weightsError.js';

const descriptions = ['config.json', 'tokenizer.json'];
/** Possible files of the weights, preferred first. */
const weightFiles = [
  { path: 'model.safetensors', format: 'safetensors' },
  { path: 'model.onnx', format: 'onnx' },
  { path: 'onnx/model.onnx', format: 'onnx' },
] as const;

/** All files that a folder may be read from. */
export function encoderFiles(folder: string): string[] {
  return [...descriptions, ...weightFiles.map(({ path }) => path)].map((path) => join(folder, path));
}

/** Reads `config.json`, `tokenizer.json` and the weights of a folder. */
export async function readEncoderFolder(folder: string): Promise<PretrainedEncoder> {
  const found = weightFiles.find(({ path }) => existsSync(join(folder, path)));
  if (!found) {
    throw new WeightsError(`${folder} has none of ${weightFiles.map(({ path }) => path).join(', ')}.`);
  }
  const [config, tokenizer, bytes] = await Promise.all(
    [...descriptions, found.path].map((path) => readWhole(join(folder, path))),
  );
  try {
    return readPretrainedEncoder({ config, tokenizer, weights: { format: found.format, bytes } });
  } catch (error) {
    throw error instanceof WeightsError ? new WeightsError(`${folder}: ${error.message}`) : error;
  }
}
