// npm run compare:onnxruntime -- FOLDER: the vectors of a pretrained encoder here and in onnxruntime, from the same
// onnx/model.onnx. onnxruntime-node is large and needed for nothing else, so it is not a dependency:
// npm install --no-save --ignore-scripts onnxruntime-node
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { batchOf } from '../dist/encoder/batch.js';
import { PieceLexicon } from '../dist/encoder/pieceLexicon.js';
import { TransformerEncoder } from '../dist/encoder/transformerEncoder.js';
import { transformerSettings } from '../dist/encoder/transformerSettings.js';
import { readValues } from '../dist/learner/settings.js';
import { Parameters } from '../dist/nn/parameters.js';
import { readEncoderFolder } from '../dist/node/encoderFolder.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';

/** The largest difference that is allowed. */
const CLOSE = 1e-4;
const sentences = [
  'Hello !',
  'The quick brown fox jumps over the lazy dog .',
  'Naïve café-goers tweeted @someone : " 3.14 > 2,718 " ; unbelievablenesses 漢字 😀 …',
  Array.from({ length: 40 }, (_, at) => `word${at} runs`).join(' '),
].map((text) => text.split(' '));

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run compare:onnxruntime -- FOLDER');
const { InferenceSession, Tensor } = createRequire(import.meta.url)('onnxruntime-node');

const pretrained = await readEncoderFolder(folder);
const parameters = new Parameters(createNodeEngine());
const settings = readValues(transformerSettings, {});
const encoder = new TransformerEncoder(parameters, settings, PieceLexicon.of(pretrained));
parameters.allocate({ gradients: false });
encoder.fill({ transformer: pretrained });
const session = await InferenceSession.create(join(folder, 'onnx/model.onnx'));

const inputs = sentences.map((words) =>
  encoder.inputOf(words.map((form) => ({ form, upos: '_', xpos: '_' }))),
);
const batch = batchOf(inputs);
// Here all sentences at once, in onnxruntime one by one.
const ours = parameters.engine.arena.scope(() => encoder.encode(batch).copy());
let largest = 0;
for (const [s, { pieces, starts }] of inputs.entries()) {
  const { first, last } = pretrained.subwords;
  const ids = BigInt64Array.from([first, ...pieces, last], BigInt);
  const all = (value) => new Tensor('int64', new BigInt64Array(ids.length).fill(value), [1, ids.length]);
  const feeds = {
    input_ids: new Tensor('int64', ids, [1, ids.length]),
    attention_mask: all(1n),
    token_type_ids: all(0n),
  };
  const wanted = Object.fromEntries(session.inputNames.map((name) => [name, feeds[name]]));
  const { last_hidden_state: theirs } = await session.run(wanted);
  for (const [row, piece] of [0, ...Array.from(starts, (start) => start + 1)].entries()) {
    for (let column = 0; column < encoder.size; column++) {
      const mine = ours[(batch.starts[s] + row) * encoder.size + column];
      largest = Math.max(largest, Math.abs(mine - theirs.data[piece * encoder.size + column]));
    }
  }
}
console.log(
  `${folder}: ${batch.rows} vectors, largest difference ${largest.toExponential(2)} (allowed: ${CLOSE})`,
);
if (!(largest < CLOSE)) process.exitCode = 1;
