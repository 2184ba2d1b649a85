import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { arcwise } from '../support/program.js';
import { toyTreebank } from '../support/toyTreebank.js';

let folder: string;
const file = (name: string) => join(folder, name);
const small = [
  '--word-size',
  '8',
  '--character-units',
  '4',
  '--units',
  '8',
  '--hidden',
  '8',
  '--epochs',
  '2',
];
const treebank = toyTreebank(20, 6, 4);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-jackknife-'));
  writeFileSync(file('train.conllu'), treebank.map((sentence) => writeSentence(sentence)).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

function jackknife(...more: string[]) {
  return arcwise(['tag', '--jackknife', '3', file('train.conllu'), '--threads', '1', ...small, ...more]);
}

describe('arcwise tag --jackknife', () => {
  it('tags every sentence by a tagger that has not seen it, goes on where it was, and leaves the trees alone', () => {
    const { stderr, status } = jackknife('--out', file('whole'));
    expect(stderr).toBe(
      'fold 1 of 3: 7 sentences tagged\nfold 2 of 3: 7 sentences tagged\nfold 3 of 3: 6 sentences tagged\n',
    );
    expect(status).toBe(0);
    const text = readFileSync(file('whole'), 'utf8');
    const tagged = [...readSentences(text)];
    const forms = (sentences: typeof treebank) =>
      sentences.map(({ words }) => words.map(({ form, head, deprel }) => [form, head, deprel]));
    expect(forms(tagged)).toEqual(forms(treebank));
    const known = new Set(treebank.flatMap(({ words }) => words.map(({ upos }) => upos)));
    for (const { words } of tagged) for (const { upos } of words) expect(known).toContain(upos);
    // So small a tagger does not learn to guess random tags.
    expect(text).not.toBe(readFileSync(file('train.conllu'), 'utf8'));
    expect(readdirSync(folder).sort()).toEqual(['train.conllu', 'whole']);
    // Its last fold alone is missing.
    const folds = [tagged.slice(0, 7), tagged.slice(7, 14)];
    for (const [at, fold] of folds.entries()) {
      writeFileSync(file(`again.fold-${at + 1}`), fold.map((sentence) => writeSentence(sentence)).join(''));
    }
    expect(jackknife('--out', file('again')).stderr).toBe('fold 3 of 3: 6 sentences tagged\n');
    expect(readFileSync(file('again'), 'utf8')).toBe(text);
  });

  it.each([
    [['--jackknife', '30', '--out', 'x'], '20 sentences cannot be cut into 30 folds to learn from.'],
    [[], '--out is missing.'],
    [['another.conllu', '--out', 'x'], '--jackknife takes one treebank.'],
  ])('refuses %o', (more, message) => {
    const { stderr, status } = jackknife(...more);
    expect(stderr.split('\n')[0]).toBe(message);
    expect(status).toBe(2);
  });
});
