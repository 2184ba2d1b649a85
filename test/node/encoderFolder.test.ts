// Pretrained encoders from folders: each format, and one sentence about what is missing, damaged or foreign.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEncoderFolder } from '../../src/node/encoderFolder.js';
import {
  onnxFile,
  randomTensors,
  safetensorsFile,
  tinyConfig,
  tinyShape,
  tinyTokenizer,
} from '../support/pretrainedFiles.js';

const place = mkdtempSync(join(tmpdir(), 'arcwise-encoder-'));
afterAll(() => rmSync(place, { recursive: true }));

const tensors = randomTensors(tinyShape, 1);
const whole = {
  'config.json': JSON.stringify(tinyConfig),
  'tokenizer.json': JSON.stringify(tinyTokenizer),
  'model.safetensors': safetensorsFile(tensors),
};

let count = 0;
function folderOf(files: Readonly<Record<string, string | Uint8Array | undefined>>): string {
  const folder = join(place, `encoder${count++}`);
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

describe('a folder', () => {
  it.each([
    ['model.safetensors', {}],
    ['model.onnx', { 'model.safetensors': undefined, 'model.onnx': onnxFile(tensors) }],
    ['onnx/model.onnx', { 'model.safetensors': undefined, 'onnx/model.onnx': onnxFile(tensors) }],
    ['model.safetensors before others', { 'model.onnx': 'nothing' }],
  ])('with %s', async (_, files) => {
    const encoder = await readEncoderFolder(folderOf({ ...whole, ...files }));
    expect(encoder.shape).toEqual(tinyShape);
    expect(encoder.tensors).toEqual(tensors);
    expect([...encoder.subwords.piecesOf('Wordb')]).toEqual([1, 3]);
  });
});

describe('one sentence about', () => {
  const vocab = { ...tinyTokenizer.model.vocab, more: 20 };
  it.each<[string, Record<string, string | Uint8Array | undefined>, RegExp]>([
    [
      'no weights',
      { 'model.safetensors': undefined },
      /has none of model\.safetensors, model\.onnx, onnx\/model\.onnx\.$/,
    ],
    ['no configuration', { 'config.json': undefined }, /config\.json/],
    ['no tokenizer', { 'tokenizer.json': undefined }, /tokenizer\.json/],
    ['a configuration that is not JSON', { 'config.json': '{"model' }, /: config\.json is not JSON\.$/],
    ['a tokenizer that is not JSON', { 'tokenizer.json': '\0' }, /: tokenizer\.json is not JSON\.$/],
    [
      'a tokenizer of nothing',
      { 'tokenizer.json': '{}' },
      /: tokenizer\.json does not describe a tokenizer\.$/,
    ],
    [
      'another kind of tokenizer',
      { 'tokenizer.json': JSON.stringify({ ...tinyTokenizer, model: { type: 'Letters' } }) },
      /: The tokenizer cannot be used: .*\.$/,
    ],
    [
      'a tokenizer of another encoder',
      { 'tokenizer.json': JSON.stringify({ ...tinyTokenizer, model: { ...tinyTokenizer.model, vocab } }) },
      /: The tokenizer has 21 pieces, but the weights have rows for 20\.$/,
    ],
    [
      'a piece without a number',
      { 'tokenizer.json': JSON.stringify({ ...tinyTokenizer, added_tokens: [{ content: '[UNK]' }] }) },
      /: The tokenizer .*\.$/,
    ],
    [
      'another architecture',
      { 'config.json': JSON.stringify({ ...tinyConfig, model_type: 'gpt2' }) },
      /: config\.json has the model_type "gpt2"; arcwise knows bert, .*\.$/,
    ],
    [
      'weights of another shape',
      { 'config.json': JSON.stringify({ ...tinyConfig, hidden_size: 10 }) },
      /: The tensor "embeddings\.word_embeddings\.weight" has the shape \[20, 8\], but config\.json asks for \[20, 10\]\.$/,
    ],
    [
      'weights that end early',
      { 'model.safetensors': whole['model.safetensors'].subarray(0, 2000) },
      /: The file is not a whole safetensors file\.$|is damaged or truncated at its tensor ".*"\.$/,
    ],
    [
      'weights of nothing',
      { 'model.safetensors': 'weights' },
      /: The file is not a whole safetensors file\.$/,
    ],
  ])('%s', async (_, files, message) => {
    const folder = folderOf({ ...whole, ...files });
    const problem = await readEncoderFolder(folder).then(
      () => 'none',
      (error: Error) => error.message,
    );
    expect(problem).toMatch(message);
    expect(problem).toContain(folder);
    expect(problem.split('\n')).toHaveLength(1);
  });
});
