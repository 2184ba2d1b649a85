// arcwise train --encoder FOLDER: a joint model from a pretrained encoder, and what it is used for.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { readModel } from '../../src/modelfile/modelFile.js';
import { tinyEncoderFiles } from '../support/pretrainedFiles.js';
import { arcwise } from '../support/program.js';
import { jointTreebank } from '../support/tinyJoint.js';

let folder: string;
const file = (name: string) => join(folder, name);
const small = ['--hidden', '8', '--label-hidden', '8', '--tag-hidden', '8', '--batch-words', '20'];
const train = (out: string, ...more: string[]) => {
  const files = ['--train', file('train.conllu'), '--dev', file('train.conllu'), '--out', file(out)];
  return arcwise(['train', ...more, ...files, ...small, '--encoder', file('encoder'), '--threads', '2']);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-joint-'));
  writeFileSync(file('train.conllu'), jointTreebank.map((sentence) => writeSentence(sentence)).join(''));
  writeFileSync(file('words.txt'), 'worda wordb\n\nwordc\n');
  const { config, tokenizer, weights } = tinyEncoderFiles();
  mkdirSync(file('encoder'));
  writeFileSync(file('encoder/config.json'), config);
  writeFileSync(file('encoder/tokenizer.json'), tokenizer);
  writeFileSync(file('encoder/model.safetensors'), weights.bytes);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('arcwise train --encoder', () => {
  it('trains a joint model, which tags and parses', () => {
    const { status, stderr } = train('whole.model', '--epochs', '2');
    expect(stderr).toMatch(/whole\.model: epoch \d, dev UAS [\d.]+, LAS [\d.]+, UEM [\d.]+, UPOS [\d.]+, /);
    expect(status).toBe(0);

    const tagged = arcwise(['tag', '--model', file('whole.model'), '--input', 'tokens', file('words.txt')]);
    const parsed = arcwise(['parse', '--model', file('whole.model'), '--input', 'tokens', file('words.txt')]);
    expect([tagged.status, parsed.status]).toEqual([0, 0]);
    const [tags, trees] = [tagged, parsed].map(({ stdout }) => [
      ...readSentences(stdout, { heads: 'optional' }),
    ]);
    const columns = (sentences: readonly Sentence[]) =>
      sentences.map(({ words }) =>
        words.map(({ form, lemma, upos, xpos, feats }) => [form, lemma, upos, xpos, feats]),
      );
    expect(columns(trees)).toEqual(columns(tags));
    expect(trees.map(({ words }) => words.length)).toEqual([2, 1]);
    for (const { words } of trees) {
      expect(words.filter(({ head }) => head === 0).map(({ deprel }) => deprel)).toEqual(['root']);
      for (const { upos } of words) expect(['NOUN', 'VERB', 'ADJ']).toContain(upos);
    }
  });

  it.each(['parser', 'tagger'])('trains a %s by itself', (kind) => {
    const files = ['--train', file('train.conllu'), '--dev', file('train.conllu'), '--out', file(kind)];
    const flags = ['--encoder', file('encoder'), '--hidden', '8', '--epochs', '1', '--threads', '1'];
    const { status, stderr } = arcwise(['train', kind, ...files, ...flags]);
    expect(stderr).toMatch(/: epoch 1, dev (UAS|UPOS) [\d.]+, /);
    expect(status).toBe(0);
  });

  it.each([
    ['units', ['--units', '8'], '"units" is a setting of the encoder "bilstm", not of "transformer".'],
    ['word vectors', ['--vectors', 'none.txt'], 'A pretrained encoder takes no word vectors.'],
    [
      'more layers than there are',
      ['--used-layers', '3'],
      'The encoder has 2 layers, but "usedLayers" is 3.',
    ],
  ])('refuses %s', (_, flags, message) => {
    const { status, stderr } = train('none.model', ...flags);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it('is for what has an encoder', () => {
    const { status, stderr } = arcwise([
      'train',
      'splitter',
      '--train',
      'a',
      '--dev',
      'b',
      '--out',
      file('c'),
      '--encoder',
      'd',
    ]);
    expect(stderr).toContain('A splitter takes no pretrained encoder.');
    expect(status).toBe(2);
  });
});

it('arcwise train joint asks for the folder', () => {
  const files = ['--train', file('train.conllu'), '--dev', file('train.conllu'), '--out', file('none.model')];
  const { status, stderr } = arcwise(['train', 'joint', ...files]);
  expect(stderr).toContain('A transformer starts from pretrained weights: give their folder (--encoder).');
  expect(status).toBe(2);
});

it('the model says which encoder it began with, but not where it was', () => {
  const { metadata } = readModel(readFileSync(file('whole.model')));
  const encoder = file('encoder').split(sep).slice(-2).join('/');
  expect(metadata.card).toMatchObject({ data: { encoder } });
});
