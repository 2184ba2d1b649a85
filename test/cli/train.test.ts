import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSentence } from '../../src/conllu/writer.js';
import { createEngine } from '../../src/engine/engine.js';
import { loadParser } from '../support/loadedModel.js';
import { arcwise, startArcwise } from '../support/program.js';
import { tabbed } from '../support/sentences.js';
import { toyTreebank } from '../support/toyTreebank.js';

const small = ['--word-size', '8', '--tag-size', '4', '--units', '8', '--hidden', '8', '--batch-words', '40'];
let folder: string;
const file = (name: string) => join(folder, name);
const names = () => readdirSync(folder).sort();

function train(out: string, ...more: string[]) {
  const files = ['--train', file('train.conllu'), '--dev', file('dev.conllu'), '--out', file(out)];
  return ['train', ...files, ...small, ...more];
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-train-'));
  writeFileSync(
    file('train.conllu'),
    toyTreebank(40, 8, 1)
      .map((sentence) => writeSentence(sentence))
      .join(''),
  );
  // Words, tags and labels that the training set lacks.
  const dev = toyTreebank(5, 8, 2)
    .map((sentence) => writeSentence(sentence))
    .join('');
  writeFileSync(
    file('dev.conllu'),
    dev.replaceAll('worda', 'new').replaceAll('ADJ', 'X').replaceAll('obj', 'iobj'),
  );
  writeFileSync(file('empty.conllu'), '');
  const [one] = toyTreebank(1, 3, 3);
  writeFileSync(file('one.conllu'), writeSentence(one));
  const roots = tabbed('1 Go _ VERB _ _ 0 root _ _\n2 on _ ADV _ _ 0 root _ _\n\n');
  // Without a blank line at its end.
  writeFileSync(file('roots.conllu'), `${roots}${roots}`.trimEnd());
  const bad = tabbed('1 Go _ VERB _ _ _ _ _ _\n2 on _ ADV _ _ 2 dep _ _\n3 ! _ PUNCT _ _ 7 punct _ _\n\n');
  writeFileSync(file('headless.conllu'), bad.repeat(4));
  const crossing = tabbed(
    '1 a _ X _ _ 3 det _ _\n2 b _ X _ _ 4 det _ _\n3 c _ X _ _ 0 root _ _\n4 d _ X _ _ 3 obj _ _\n\n',
  );
  writeFileSync(file('crossing.conllu'), crossing + writeSentence(one));
  writeFileSync(file('broken.json'), '{"epochs": ');
  writeFileSync(file('list.json'), '[5]');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('arcwise train', () => {
  it('trains a model that can be loaded, with a log and curves', async () => {
    const { status, stderr } = arcwise(train('a.model', '--epochs', '3', '--threads', '1'));
    expect(stderr).toMatch(/a\.model: epoch \d, dev UAS \d/);
    expect(status).toBe(0);
    expect((await loadParser(createEngine(), readFileSync(file('a.model')))).settings.encoder).toMatchObject({
      units: 8,
    });
    const log = readFileSync(file('a.model.log.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line).epoch)).toEqual([1, 2, 3]);
    expect(readFileSync(file('a.model.svg'), 'utf8')).toMatch(/^<svg/);
    expect(names().filter((name) => name.includes('checkpoint'))).toEqual([]);
  });

  it.each(['1', '2'])(
    'goes on from a checkpoint to the bytes of an unbroken run (%s threads)',
    async (threads) => {
      const more = ['--epochs', '4', '--threads', threads, '--seed', '7'];
      expect(arcwise(train('whole', ...more)).status).toBe(0);
      // Killed as soon as its second epoch is logged.
      const program = startArcwise(train('cut', ...more));
      await program.until(/epoch 2 /);
      program.kill();
      await program.ended;
      expect(names()).toContain('cut.checkpoint');
      expect(arcwise(train('cut', ...more, '--resume')).status).toBe(0);
      expect(readFileSync(file('cut')).equals(readFileSync(file('whole')))).toBe(true);
      for (const name of names()) if (/^(whole|cut)/.test(name)) rmSync(file(name));
    },
  );

  it('learns from a single sentence', () => {
    const args = ['train', '--train', file('one.conllu'), '--dev', file('one.conllu'), '--out', file('one')];
    expect(arcwise([...args, ...small, '--epochs', '2']).status).toBe(0);
  });

  it.each(['arc-eager', 'arc-hybrid', 'arc-standard', 'edge-factored'])(
    'learns from trees with several roots where the settings allow them: %s',
    (system) => {
      const args = [
        'train',
        '--train',
        file('roots.conllu'),
        '--dev',
        file('roots.conllu'),
        '--out',
        file('roots'),
      ];
      const more = [...args, ...small, '--epochs', '1', '--threads', '1', '--system', system];
      const refused = arcwise(more);
      expect(refused.stderr).toBe(
        `${file('roots.conllu')}:2: the sentence has several roots, the words 1, 2; ` +
          'the setting singleRoot=false (--single-root false) allows that\n',
      );
      expect(refused.status).toBe(1);
      expect(arcwise([...more, '--single-root', 'false']).status).toBe(0);
    },
  );

  it.each(['tagger', 'splitter'])('needs no trees for a %s', (kind) => {
    const args = ['train', kind, '--train', file('headless.conllu'), '--dev', file('headless.conllu')];
    const { stderr, status } = arcwise([
      ...args,
      '--out',
      file('headless'),
      '--epochs',
      '1',
      '--threads',
      '1',
    ]);
    expect(stderr).toContain('headless: epoch 1, dev ');
    const note = 'headless.conllu: no word has XPOS or FEATS or LEMMA: left out of learning and scores.\n';
    expect(stderr.includes(note)).toBe(kind === 'tagger');
    expect(status).toBe(0);
  });

  it('says what becomes of non-projective trees', () => {
    const args = [
      'train',
      '--train',
      file('crossing.conllu'),
      '--dev',
      file('one.conllu'),
      '--out',
      file('crossing'),
    ];
    const more = [...args, ...small, '--epochs', '1', '--threads', '1'];
    expect(arcwise(more).stderr).toContain(
      'crossing.conllu: 1 non-projective sentence is left out; --nonprojective lift would use them.\n',
    );
    expect(arcwise([...more, '--nonprojective', 'lift']).stderr).toContain(
      'crossing.conllu: 1 non-projective sentence is lifted.\n',
    );
  });

  it.each<[string, string[], number, RegExp]>([
    ['no file', ['--train', 'nowhere.conllu'], 1, /nowhere\.conllu/],
    ['an empty treebank', ['--train', 'EMPTY'], 1, /empty\.conllu has no sentences\./],
    [
      'a bad value',
      ['--units', 'many'],
      2,
      /The setting "units" is a whole number from 1 to 4096, not "many"\./,
    ],
    ['a bad choice', ['--system', 'arc-lazy'], 2, /"system" is one of arc-standard, .* not "arc-lazy"\./],
    [
      'settings that clash',
      ['--system', 'edge-factored', '--training', 'local'],
      2,
      /edge-factored model is trained/,
    ],
    ['a config that is no object', ['--config', 'LIST'], 2, /list\.json is not a JSON object of settings\./],
    ['a config that is not JSON', ['--config', 'BROKEN'], 2, /broken\.json is not JSON\./],
    [
      'a size of vectors without vectors',
      ['--vector-size', '100'],
      2,
      /^The setting "vectorSize" is 100, but no word vectors are given \(--vectors\)\.\n/,
    ],
    ['an unknown flag', ['--unit', '3'], 2, /Unknown option '--unit'/],
    ['no threads', ['--threads', '0'], 2, /--threads is a whole number of at least 1, not "0"\./],
    ['a folder that is not there', ['--out', 'nowhere/model'], 1, /nowhere\/model/],
  ])('refuses %s with one sentence', (_, flags, code, message) => {
    const paths = flags.map(
      (flag) =>
        ({ EMPTY: file('empty.conllu'), BROKEN: file('broken.json'), LIST: file('list.json') })[flag] ?? flag,
    );
    const before = names();
    const { status, stderr } = arcwise(train('refused', '--epochs', '1', ...paths));
    expect(stderr).toMatch(message);
    expect(status).toBe(code);
    expect(names()).toEqual(before);
  });
});
