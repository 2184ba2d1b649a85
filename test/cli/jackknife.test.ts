import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { arcwise, startArcwise } from '../support/program.js';
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

/** With the treebank that is given last, if one is. */
function call(...more: string[]): string[] {
  const own = more.at(-1)?.endsWith('other.conllu') ? [] : [file('train.conllu')];
  return ['tag', '--jackknife', '3', ...own, '--threads', '1', ...small, ...more];
}

const jackknife = (...more: string[]) => arcwise(call(...more));

const foldsOf = (out: string) => readdirSync(folder).filter((name) => name.startsWith(`${out}.fold-`));

describe('arcwise tag --jackknife', () => {
  it('tags every sentence by a tagger that has not seen it, and leaves the trees alone', () => {
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
  });

  it('goes on where a run was stopped, with folds of the same treebank and settings alone', async () => {
    const whole = jackknife('--out', file('whole'));
    expect(whole.status).toBe(0);
    const text = readFileSync(file('whole'), 'utf8');
    // Stopped after its first fold.
    const program = startArcwise(call('--out', file('cut')));
    await program.until(/fold 1 of 3/);
    program.kill();
    await program.ended;
    const [first, ...others] = foldsOf('cut');
    expect(first).toBe('cut.fold-1');
    const fold = readFileSync(file(first));
    const rest = others.length === 0 ? [2, 3] : [3];
    const lines = (folds: number[]) =>
      folds.map((at) => `fold ${at} of 3: ${at === 3 ? 6 : 7} sentences tagged\n`).join('');
    expect(jackknife('--out', file('cut')).stderr).toBe(lines(rest));
    expect(readFileSync(file('cut'), 'utf8')).toBe(text);
    expect(foldsOf('cut')).toEqual([]);
    // The same fold beside another treebank, other settings, another number of folds.
    const other = file('other.conllu');
    writeFileSync(other, readFileSync(file('train.conllu'), 'utf8').replace('worda', 'wordz'));
    for (const more of [['--seed', '2'], ['--jackknife', '2'], [other]]) {
      writeFileSync(file('cut.fold-1'), fold);
      const { stderr, status } = jackknife('--out', file('cut'), ...more);
      expect(status).toBe(0);
      expect(stderr).toMatch(/^fold 1 of /);
    }
  });

  it.each([
    [['--jackknife', '30', '--out', 'x'], '20 sentences cannot be divided into 30 folds to learn from.'],
    [[], '--out is missing.'],
    [['another.conllu', '--out', 'x'], '--jackknife takes one treebank.'],
  ])('refuses %o', (more, message) => {
    const { stderr, status } = jackknife(...more);
    expect(stderr.split('\n')[0]).toBe(message);
    expect(status).toBe(2);
  });
});
