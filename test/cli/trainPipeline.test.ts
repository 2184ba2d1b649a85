// arcwise train pipeline: from a made-up treebank to a model file, in one command.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trainPipeline } from '../../dist/entries/train.js';
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { readModel } from '../../src/modelfile/modelFile.js';
import { tinyEncoderFiles } from '../support/pretrainedFiles.js';
import { arcwise, startArcwise } from '../support/program.js';
import { spaced, toyTexts } from '../support/toyTexts.js';

let folder: string;
const file = (name: string) => join(folder, name);
const sizes = { wordSize: 8, units: 8, hidden: 8, labelHidden: 8, tagHidden: 8, characterUnits: 4 };
const small = [
  ...Object.entries(sizes).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]),
  ...['--splitter-units', '8', '--threads', '1'],
];
const short = ['--epochs', '3', '--splitter-epochs', '3'];

function pipeline(out: string, ...more: string[]): string[] {
  const files = ['--train', file('train.conllu'), '--dev', file('dev.conllu'), '--out', file(out)];
  return ['train', 'pipeline', ...files, ...more];
}

/** Trees whose root is the first word, with all columns that are not left empty. */
function annotated(sentences: readonly Sentence[]): string {
  const texts = sentences.map((sentence) => {
    const words = sentence.words.map((word, at) => ({
      ...word,
      upos: /[!?]/.test(word.form) ? 'PUNCT' : 'NOUN',
      lemma: word.form.toLowerCase(),
      head: at === 0 ? 0 : 1,
      deprel: at === 0 ? 'root' : 'dep',
    }));
    return writeSentence({ ...sentence, words });
  });
  return texts.join('');
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-pipeline-'));
  writeFileSync(file('train.conllu'), annotated(toyTexts(60, 1)));
  writeFileSync(file('dev.conllu'), annotated(toyTexts(20, 2)));
  writeFileSync(file('card.json'), '{"name": "Toy", "licence": "CC0 1.0"}');
  writeFileSync(file('text.txt'), 'moba ta! sori?');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('arcwise train pipeline', () => {
  it('makes a file that turns text into trees, with its scores on a card', () => {
    const learning = ['--epochs', '30', '--splitter-epochs', '60', '--card', file('card.json')];
    const { stderr, status } = arcwise(pipeline('toy.arcwise', ...small, ...learning));
    expect(status).toBe(0);
    // What it found, before it starts.
    expect(stderr).toMatch(
      /train\.conllu: 60 sentences, \d+ words, \d+ multiword tokens, nothing in XPOS, FEATS\./,
    );
    expect(stderr).toMatch(/--columns +upos,lemma +no word has XPOS or FEATS\n/);
    expect(stderr).not.toMatch(/^ +--epochs /m);
    expect(stderr.indexOf('--columns')).toBeLessThan(stderr.indexOf('Step 1 of 2: splitter.'));
    expect(stderr).toMatch(/toy\.arcwise: splitter, joint, [\d.]+ MB\./);
    const [raw, gold] = ['raw text', 'gold tokens'].map((name) =>
      (stderr.split('\n').find((line) => line.startsWith(name)) ?? '').split('|').slice(1).map(Number),
    );
    // Tokens, sentences, words, UPOS, lemmas, UAS, LAS.
    expect(raw).toHaveLength(7);
    expect(raw[0]).toBeGreaterThan(90);
    expect(gold.slice(0, 3)).toEqual([100, 100, 100]);
    expect(gold[6]).toBeGreaterThan(90);

    const { card } = readModel(readFileSync(file('toy.arcwise'))).metadata as {
      card: Record<string, unknown>;
    };
    expect(card).toMatchObject({ name: 'Toy', licence: 'CC0 1.0', dev: { goldTokens: { LAS: gold[6] } } });
    expect(JSON.stringify(card)).not.toContain(tmpdir());
    expect(card.dev).not.toHaveProperty('goldTokens.XPOS');

    const parsed = arcwise(['parse', '--model', file('toy.arcwise'), '--output', 'conllu', file('text.txt')]);
    const sentences = [...readSentences(parsed.stdout)];
    expect(sentences.map(({ words }) => words.map(({ form }) => form))).toEqual([
      ['moba', 'ta', '!'],
      ['sori', '?'],
    ]);
  });

  it.each([
    ['splitter', /splitter epoch 2 /],
    ['joint model', /joint epoch 2 /],
  ])('killed in its %s, goes on to the bytes of an unbroken run', async (_, moment) => {
    expect(arcwise(pipeline('whole.arcwise', ...small, ...short)).status).toBe(0);
    const program = startArcwise(pipeline('cut.arcwise', ...small, ...short));
    await program.until(moment);
    program.kill();
    await program.ended;
    expect(existsSync(file('cut.arcwise'))).toBe(false);
    const { stderr, status } = arcwise(pipeline('cut.arcwise', ...small, ...short, '--resume'));
    expect(status).toBe(0);
    expect(stderr).not.toContain('splitter epoch 1 ');
    if (moment.source.startsWith('joint')) expect(stderr).toContain('splitter: finished by an earlier run.');
    expect(readFileSync(file('cut.arcwise')).equals(readFileSync(file('whole.arcwise')))).toBe(true);
    // A finished step is redone with other settings, and nothing else is.
    const again = arcwise(pipeline('cut.arcwise', ...small, ...short, '--resume', '--splitter-dropout', '0'));
    expect(again.stderr).toContain('splitter epoch 1 ');
    expect(again.stderr).toContain('joint: finished by an earlier run.');
    for (const name of ['whole', 'cut']) rmSync(file(`${name}.arcwise.training`), { recursive: true });
    for (const name of ['whole', 'cut']) rmSync(file(`${name}.arcwise`));
  });

  it('makes the models of the library call', async () => {
    expect(
      arcwise(pipeline('cli.arcwise', ...small, ...short), { environment: { ARCWISE_BLAS: 'wasm' } }).status,
    ).toBe(0);
    const read = (name: string) => [...readSentences(readFileSync(file(name)))];
    const trained = await trainPipeline({
      train: read('train.conllu'),
      dev: read('dev.conllu'),
      settings: { ...sizes, epochs: 3, splitter: { epochs: 3, units: 8 } },
      blas: 'wasm',
    });
    const [ours, theirs] = [trained.save(), readFileSync(file('cli.arcwise'))].map((bytes) =>
      readModel(bytes),
    );
    expect(Object.keys(Object(ours.metadata.parts))).toEqual(['splitter', 'joint']);
    expect(ours.metadata.parts).toEqual(theirs.metadata.parts);
    expect([...ours.tensors.keys()]).toEqual([...theirs.tensors.keys()]);
    expect(trained.plan.steps.map(({ kind }) => kind)).toEqual(['splitter', 'joint']);
  });

  it('learns words with blanks inside', () => {
    writeFileSync(file('spaced.conllu'), annotated(toyTexts(40, 3, spaced)));
    const files = [
      '--train',
      file('spaced.conllu'),
      '--dev',
      file('spaced.conllu'),
      '--out',
      file('spaced.arcwise'),
    ];
    const { stderr, status } = arcwise(['train', 'pipeline', ...files, ...small, ...short]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/\d+ words with blanks inside/);
    // The same file as dev: the user should know.
    expect(stderr).toMatch(/Warning: 40 sentences of .*spaced\.conllu are in .*spaced\.conllu too/);
  });

  it('uses a pretrained encoder', () => {
    const { config, tokenizer, weights } = tinyEncoderFiles();
    mkdirSync(file('encoder'));
    writeFileSync(file('encoder/config.json'), config);
    writeFileSync(file('encoder/tokenizer.json'), tokenizer);
    writeFileSync(file('encoder/model.safetensors'), weights.bytes);
    const heads = ['--hidden', '8', '--label-hidden', '8', '--tag-hidden', '8', '--threads', '1'];
    const { stderr, status } = arcwise(
      pipeline(
        'pretrained.arcwise',
        ...heads,
        '--encoder',
        file('encoder'),
        '--epochs',
        '1',
        '--splitter-epochs',
        '1',
      ),
    );
    expect(stderr).toContain('pretrained.arcwise: splitter, joint');
    expect(status).toBe(0);
  });

  it('takes settings from a config file, a splitter’s under its name', () => {
    writeFileSync(
      file('config.json'),
      JSON.stringify({ ...sizes, epochs: 1, splitter: { epochs: 2, units: 8 } }),
    );
    const { stderr, status } = arcwise(
      pipeline('config.arcwise', '--config', file('config.json'), '--epochs', '2', '--threads', '1'),
    );
    expect(status).toBe(0);
    expect(stderr).toContain('joint epoch 2 ');
    expect(stderr).toContain('splitter epoch 2 ');
    expect(stderr).not.toContain('epoch 3 ');
  });

  it.each([
    [['--epochs', 'many'], 'The setting "epochs" is a whole number from 1 to 100000, not "many".'],
    [['--splitter-hidden', '3'], "Unknown option '--splitter-hidden'"],
    [['--weights', 'i4'], '--weights is one of f32, f16, i8, not "i4".'],
    [['--vectors', 'v.txt', '--encoder', 'e'], 'A pretrained encoder takes no word vectors.'],
  ])('refuses %j', (more, message) => {
    const { stderr, status } = arcwise(pipeline('refused.arcwise', ...more));
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(existsSync(file('refused.arcwise.training'))).toBe(false);
  });

  it.each(['train', 'dev', 'out'])('needs --%s', (name) => {
    const given = ['train', 'dev', 'out'].filter((other) => other !== name);
    const { stderr, status } = arcwise([
      'train',
      'pipeline',
      ...given.flatMap((other) => [`--${other}`, 'x']),
    ]);
    expect(stderr).toContain(`--${name} is missing.`);
    expect(status).toBe(2);
  });
});
