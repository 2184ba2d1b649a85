import { createHook } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { newSentence, newWord, type Sentence } from '../../dist/conllu/sentence.js';
import { loadModels } from '../../dist/models/bundle.js';
import { partsOf } from '../../dist/models/parts.js';
import { createNodeEngine } from '../../dist/node/nodeEngine.js';
import {
  type PipelineOptions,
  type RunningPipeline,
  startOnDemand,
  startPipeline,
} from '../../dist/node/parsing.js';
import { chooseProvider } from '../../dist/node/provider.js';
import type { ParseOptions } from '../../dist/pipeline/options.js';
import type { ParsedSentence } from '../../dist/pipeline/parsedSentence.js';
import { Pipeline } from '../../dist/pipeline/pipeline.js';
import { saveModel } from '../../src/models/saved.js';
import { writeParsed } from '../support/parsedText.js';
import { randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

const treebank = toyTreebank(400, 12, 41);
const eager = { bytes: saveModel(randomParser({ system: 'arc-eager' }, treebank), {}) };
const hybrid = { bytes: saveModel(randomParser({ system: 'arc-hybrid' }, treebank, { seed: 2 }), {}) };

const inEightBits = { bytes: saveModel(randomParser({}, treebank, { seed: 3 }), {}, 'I8') };

const open: RunningPipeline[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

async function start(models: { bytes: Uint8Array; name?: string }[], options: PipelineOptions) {
  const running = await startPipeline(models, { blas: 'wasm', ...options });
  open.push(running);
  return running.pipeline;
}

async function* later(sentences: Iterable<Sentence>): AsyncGenerator<Sentence> {
  for (const sentence of sentences) yield sentence;
}

async function texts(parsed: AsyncIterable<ParsedSentence>, into: string[] = []): Promise<string[]> {
  for await (const sentence of parsed) into.push(writeParsed(sentence));
  return into;
}

describe('parsing in threads', () => {
  it.each<{ name: string; models: { bytes: Uint8Array }[]; options: ParseOptions }>([
    { name: 'one model', models: [eager], options: {} },
    { name: 'a model in 8 bits', models: [inEightBits], options: {} },
    { name: 'an ensemble', models: [eager, hybrid], options: { marginals: true } },
    { name: 'k best trees', models: [hybrid], options: { kBest: 2, maxLength: 10 } },
  ])('gives the bytes of one thread with two and three: $name', async ({ models, options }) => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(async (threads) => {
        const pipeline = await start(models, { threads });
        return texts(pipeline.stream(later(treebank), options));
      }),
    );
    expect(one).toHaveLength(treebank.length);
    expect(two).toEqual(one);
    expect(three).toEqual(one);
  });

  it('reads no further ahead than a few batches', async () => {
    const pipeline = await start([eager], { threads: 2 });
    let pulled = 0;
    const endless = async function* () {
      for (;;) {
        pulled++;
        yield newSentence([newWord(1, 'worda')]);
      }
    };
    let given = 0;
    for await (const { trees } of pipeline.stream(endless())) {
      expect(trees[0].sentence.words[0].head).toBe(0);
      // A batch has 500 of these sentences, of two rows each; four batches are under way, and one is being given out.
      expect(pulled - given).toBeLessThanOrEqual(2500);
      if (++given === 5000) break;
    }
    // The threads are free again for something else.
    expect(await texts(pipeline.stream(later(treebank.slice(0, 3))))).toHaveLength(3);
  });

  it('gives out what came before an error in the input', async () => {
    const broken = async function* () {
      yield* later(treebank);
      throw new Error('line 7: unreadable');
    };
    const outcomes = [1, 2].map(async (threads) => {
      const into: string[] = [];
      const pipeline = await start([eager], { threads });
      await expect(texts(pipeline.stream(broken()), into)).rejects.toThrow('line 7: unreadable');
      return into;
    });
    const [one, two] = await Promise.all(outcomes);
    expect(one.length).toBeGreaterThan(200);
    expect(two).toEqual(one);
  });

  it('fails with a sentence when a thread does, each time', async () => {
    const parser = randomParser({}, treebank);
    for (const { value } of parser.parameters.dense) value.fill(3e38);
    const pipeline = await start([{ bytes: saveModel(parser, {}) }], { threads: 2 });
    const message = /^Thread \d failed: No tree has a finite score/;
    await expect(texts(pipeline.stream(later(treebank)))).rejects.toThrow(message);
    await expect(texts(pipeline.stream(later(treebank)))).rejects.toThrow(message);
  });

  it('starts threads of a program that is given as text', async () => {
    const program = `
      import { load } from './dist/entries/arcwise.js';
      const parser = await load(undefined, { threads: 2 });
      const [sentence] = await parser.parse('Dogs bark.');
      console.log(sentence.words.length);
      await parser.close();
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({ stdout: '3\n', stderr: '' });
  });

  it('says which model file is damaged', async () => {
    const damaged = { bytes: eager.bytes.subarray(0, 5000), name: 'cut.arcwise' };
    await expect(startPipeline([eager, damaged])).rejects.toThrow(/^cut\.arcwise: /);
  });
});

describe('the provider on demand', () => {
  const engineOf = ({ pipeline }: RunningPipeline) => pipeline.parts.parsers[0].parameters.engine;

  it.each([1, 2])('is measured with the second batch: %i threads', async (threads) => {
    const chosen = chooseProvider('');
    for (const batches of [[treebank.slice(0, 20), treebank.slice(0, 20)], [treebank]]) {
      const running = await startOnDemand([inEightBits], { blas: '', threads });
      open.push(running);
      expect(engineOf(running)).toMatchObject({ provider: 'wasm', weights: 'integers' });
      for (const [at, sentences] of batches.entries()) {
        const found = await texts(running.pipeline.stream(later(sentences)));
        const expected = await start([inEightBits], { blas: at + 1 < batches.length ? 'wasm' : '' });
        expect(found).toEqual(await texts(expected.stream(later(sentences))));
        const provider = at + 1 < batches.length ? 'wasm' : chosen.provider.name;
        expect(engineOf(running).provider).toBe(provider);
      }
    }
  });

  it('is what the user wishes from the start', async () => {
    expect(engineOf(await startOnDemand([eager], { blas: 'wasm' })).provider).toBe('wasm');
    await expect(startOnDemand([eager], { blas: '/no/such/library.so' })).rejects.toThrow(
      /no\/such\/library/,
    );
  });

  it('expands the weights of the file if floats have become faster', async () => {
    const running = await startOnDemand([inEightBits], { blas: '' });
    const engine = engineOf(running);
    const use = engine.use;
    engine.use = (provider) => {
      use(provider);
      Object.defineProperty(engine, 'weights', { value: 'floats' });
    };
    const found = await texts(running.pipeline.stream(later(treebank)));
    const floats = randomParser({}, treebank, { seed: 3 });
    const file = { bytes: saveModel(floats, {}, 'I8') };
    const expanded = createNodeEngine({ weights: 'floats' });
    const { models } = await loadModels(expanded, file.bytes);
    const expected = new Pipeline(partsOf(models));
    expect(found).toEqual(await texts(expected.stream(later(treebank))));
  });
});

describe('threads on demand', () => {
  async function startLater(threads: number) {
    const running = await startOnDemand([eager], { blas: 'wasm', threads });
    open.push(running);
    return running.pipeline;
  }

  /** The number of worker threads that start during some work. */
  async function threadsDuring(work: () => Promise<void>): Promise<number> {
    let started = 0;
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'WORKER') started++;
      },
    }).enable();
    await work().finally(() => hook.disable());
    return started;
  }

  it('start with the second batch, and give the bytes of one thread', async () => {
    const [one, two] = [await startLater(1), await startLater(2)];
    for (const [sentences, expected] of [
      [[], 0],
      [treebank.slice(0, 20), 0],
      [treebank, 2],
      [treebank.slice(0, 20), 0],
      [treebank, 0],
    ] as const) {
      const alone = await texts(one.stream(later(sentences)));
      expect(alone).toHaveLength(sentences.length);
      const started = await threadsDuring(async () => {
        expect(await texts(two.stream(later(sentences)))).toEqual(alone);
      });
      expect(started).toBe(expected);
    }
  });

  it.each([
    { name: 'the first batch', sentences: [] },
    { name: 'the second batch', sentences: treebank.slice(0, 20) },
    { name: 'a later batch', sentences: treebank },
  ])('give out what came before an error of the input in $name', async ({ sentences }) => {
    const broken = async function* () {
      yield* later(sentences);
      throw new Error('line 7: unreadable');
    };
    const [one, two] = await Promise.all(
      [1, 2].map(async (threads) => {
        const into: string[] = [];
        const parsed = texts((await startLater(threads)).stream(broken()), into);
        await expect(parsed).rejects.toThrow('line 7: unreadable');
        return into;
      }),
    );
    expect(two).toEqual(one);
  });

  it('close the input when the reader stops', async () => {
    for (const sentences of [treebank.slice(0, 20), treebank]) {
      let isClosed = false;
      const input = async function* () {
        try {
          yield* later(sentences);
          yield* later(sentences);
        } finally {
          isClosed = true;
        }
      };
      for await (const { trees } of (await startLater(2)).stream(input())) {
        expect(trees).toHaveLength(1);
        break;
      }
      expect(isClosed).toBe(true);
    }
  });
});
