import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { createEngine } from '../../src/engine/engine.js';
import { TextParser } from '../../src/library/textParser.js';
import { loadModels } from '../../src/models/bundle.js';
import { partsOf } from '../../src/models/parts.js';
import { saveModel } from '../../src/models/saved.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { arcwise } from '../support/program.js';
import { tinyJoint } from '../support/tinyJoint.js';
import { tinyModels, tinyText } from '../support/tinyModels.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const written = (name: string, content: string | Uint8Array): string => {
  writeFileSync(path(name), content);
  return path(name);
};

const [splitter, tagger, parser] = (await tinyModels()).map((model) =>
  written(`${model.kind}.arcwise`, saveModel(model, { data: `${model.kind}s of toys` })),
);
const text = written('toy.txt', tinyText);
const card = written('card.json', '{ "licence": "free" }');
const model = path('all.arcwise');
const environment = { ARCWISE_BLAS: 'wasm' };
const run = (args: string[], stdin = '') => arcwise(args, { stdin, environment });
const parts = ['--splitter', splitter, '--tagger', tagger, '--parser', parser];
const bundled = run(['bundle', ...parts, '--card', card, '--out', model]);
const { models, card: bundledCard } = await loadModels(createEngine(), readFileSync(model));
const trees = await new TextParser(new Pipeline(partsOf(models))).parse(tinyText);
const conllu = trees.map((tree) => tree.toConllu()).join('');

interface PlacedWord {
  form: string;
  start: number;
  end: number;
}

/** The places of the words that a command prints as JSON, a sentence per line. */
const placesIn = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).words.map(({ form, start, end }: PlacedWord) => ({ form, start, end })));

describe('arcwise bundle', () => {
  it('puts models and their cards into one file', () => {
    expect({ status: bundled.status, stdout: bundled.stdout }).toEqual({ status: 0, stdout: '' });
    expect(bundled.stderr).toMatch(/all\.arcwise: splitter, tagger, parser, \d+\.\d MB\.\n$/);
    expect(models.map(({ kind }) => kind)).toEqual(['splitter', 'tagger', 'parser']);
    expect(bundledCard).toEqual({
      licence: 'free',
      models: ['splitter', 'tagger', 'parser'].map((kind) => ({ kind, data: `${kind}s of toys` })),
    });
  });

  it('takes parts out of bundles, with their cards', () => {
    const out = path('again.arcwise');
    const from = ['--splitter', model, '--tagger', model, '--parser', model];
    expect(run(['bundle', ...from, '--card', card, '--out', out]).status).toBe(0);
    expect(readFileSync(out)).toEqual(readFileSync(model));
  });

  it('names the files of the data without their place on this machine', async () => {
    const data = {
      train: '/home/someone/treebanks/ewt/train.conllu',
      dev: 'C:\\data\\ewt\\dev.conllu',
      words: 7,
    };
    const joint = written('placed.arcwise', saveModel(tinyJoint(), { data }));
    const out = path('short.arcwise');
    expect(run(['bundle', '--parser', joint, '--out', out]).status).toBe(0);
    const short = { train: 'ewt/train.conllu', dev: 'ewt/dev.conllu', words: 7 };
    expect((await loadModels(createEngine(), readFileSync(out))).card).toEqual({
      models: [{ kind: 'joint', data: short }],
    });
  });

  it('takes a joint model for tagger and parser', () => {
    const joint = written('joint.arcwise', saveModel(tinyJoint(), {}));
    const out = path('withJoint.arcwise');
    const { status, stderr } = run(['bundle', '--splitter', splitter, '--parser', joint, '--out', out]);
    expect(stderr).toMatch(/withJoint\.arcwise: splitter, joint, /);
    expect(status).toBe(0);
    const { stdout } = run(['parse', '--model', out, text]);
    const words = [...readSentences(stdout)].flatMap((sentence) => sentence.words);
    expect(words.length).toBeGreaterThan(5);
    expect(words.map(({ upos }) => upos)).not.toContain('_');
    expect(run(['bundle', '--tagger', joint, '--parser', parser, '--out', out]).stderr).toBe(
      `${joint} has no tagger.\n`,
    );
  });

  it('leaves out the subword pieces of other scripts', () => {
    const joint = written('joint.arcwise', saveModel(tinyJoint(), {}));
    const [whole, latin, greek] = ['whole', 'latin', 'greek'].map((name) => path(`${name}.arcwise`));
    expect(run(['bundle', '--parser', joint, '--out', whole]).status).toBe(0);
    expect(run(['bundle', '--parser', joint, '--script', 'Latin', '--out', latin]).status).toBe(0);
    // All pieces are Latin.
    expect(readFileSync(latin)).toEqual(readFileSync(whole));
    expect(run(['bundle', '--parser', joint, '--script', 'Greek', '--out', greek]).status).toBe(0);
    expect(readFileSync(greek).length).toBeLessThan(readFileSync(whole).length);
    const { stdout, status } = run(['bundle', '--parser', joint, '--script', 'Klingon', '--out', greek]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  });

  /** A treebank of one word, with tags that the tagger knows. */
  const treebankOf = (form: string) => {
    const [{ upos, xpos, feats }] = [...readSentences(conllu)][0].words;
    const line = ['1', form, 'told', upos, xpos, feats, '0', 'root', '_', '_'].join('\t');
    return written(`${form}.conllu`, `${line}\n\n`);
  };

  it('learns the lemmas of more words', async () => {
    const lemmas = treebankOf('Zyxxy');
    const out = path('taught.arcwise');
    const { status, stderr } = run(['bundle', ...parts, '--lemmas', lemmas, '--out', out]);
    expect(stderr).toMatch(
      /Zyxxy\.conllu: 1 word with other lemmas, and 0 frequent ones\.\n.*taught\.arcwise: /,
    );
    expect(status).toBe(0);
    const { models: taught } = await loadModels(createEngine(), readFileSync(out));
    const entries = partsOf(taught).tagger?.vocabulary.knowledge.lemmas?.entriesOf('zyxxy');
    expect(entries?.map(({ lemma }) => lemma)).toEqual(['told']);
    expect(run(['bundle', '--parser', parser, '--lemmas', lemmas, '--out', out]).stderr).toMatch(
      /^--lemmas needs a tagger or a joint model\.\n/,
    );
  });

  it('learns which words are spelt right', async () => {
    const lemmas = treebankOf('evaluation');
    // A known word, one that is like it, and one that is like none.
    const words = written('words.txt', 'evaluation\nEvaulation\r\nzyxxyzyxxy\n');
    const out = path('spelling.arcwise');
    const { status, stderr } = run(['bundle', ...parts, '--lemmas', lemmas, '--words', words, '--out', out]);
    expect(stderr).toMatch(/words\.txt: 3 words, 1 of them like training words\.\n.*spelling\.arcwise: /);
    expect(status).toBe(0);
    const { models: taught } = await loadModels(createEngine(), readFileSync(out));
    expect(partsOf(taught).tagger?.vocabulary.knowledge.rightWords).toEqual(new Set(['evaulation']));
    expect(run(['bundle', '--parser', parser, '--words', words, '--out', out]).stderr).toMatch(
      /^--words needs a tagger that predicts lemmas\.\n/,
    );
  });

  it('makes a smaller file with fewer bits', () => {
    const small = path('small.arcwise');
    expect(run(['bundle', ...parts, '--weights', 'i8', '--out', small]).status).toBe(0);
    expect(readFileSync(small).length).toBeLessThan(readFileSync(model).length);
  });

  it('says what is wrong in a sentence', () => {
    const fails = (args: string[], status: number, message: RegExp) => {
      const result = run(['bundle', ...args]);
      expect(result.status).toBe(status);
      expect(result.stderr).toMatch(message);
      expect(existsSync(path('bad.arcwise'))).toBe(false);
    };
    const out = ['--out', path('bad.arcwise')];
    fails([...out], 2, /^--parser is missing\.\nUsage: arcwise bundle /);
    fails(['--parser', parser], 2, /^--out is missing\.\n/);
    fails(['--parser', tagger, ...out], 1, /tagger\.arcwise has no parser\.\n$/);
    const two = path('two.arcwise');
    run(['bundle', '--parser', parser, '--parser', parser, '--out', two]);
    fails(['--parser', two, ...out], 1, /two\.arcwise has more than one parser\.\n$/);
    fails(['--parser', text, ...out], 1, /toy\.txt: This is not a model file of arcwise\.\n$/);
    fails(['--parser', parser, '--card', text, ...out], 1, /toy\.txt is not a card: .*\.\n$/);
    fails(
      ['--parser', parser, '--weights', 'f8', ...out],
      2,
      /^--weights is one of f32, f16, i8, not "f8"\.\n/,
    );
  });
});

describe('text on the command line', () => {
  it('is parsed from a file, from stdin and with threads', () => {
    const right = { stdout: conllu, stderr: '', status: 0 };
    expect(run(['parse', text, '--model', model, '--threads', '1'])).toEqual(right);
    expect(run(['parse', '--model', model, '--threads', '2'], tinyText)).toEqual(right);
    // The models may also come one by one.
    const models = [parser, tagger, splitter].flatMap((one) => ['--model', one]);
    expect(run(['parse', text, ...models, '--threads', '1'])).toEqual(right);
    expect(run(['parse', text, text, '--model', model, '--threads', '1']).stdout).toBe(conllu + conllu);
  });

  it('is tagged', () => {
    const { stdout, stderr, status } = run(['tag', text, '--model', model, '--threads', '1']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const tagged = [...readSentences(stdout, { heads: 'optional' })];
    const parsed = [...readSentences(conllu)];
    expect(tagged.map(({ words }) => words.map(({ upos, lemma }) => [upos, lemma]))).toEqual(
      parsed.map(({ words }) => words.map(({ upos, lemma }) => [upos, lemma])),
    );
    expect(tagged[0].words[0].head).toBe(-1);
    // A file of a tagger alone takes CoNLL-U.
    expect(run(['tag', '--model', tagger], stdout)).toEqual({ stdout, stderr: '', status: 0 });
    expect(run(['parse', '--input', 'conllu', '--model', model], stdout).stdout).toBe(conllu);
  });

  it('is refused where nothing splits or tags, and where it is no text', () => {
    const fails = (args: string[], status: number, message: string) => {
      const result = run([...args, '--threads', '1']);
      expect(result.stderr.split('\n')[0]).toBe(message);
      expect(result.status).toBe(status);
    };
    const noSplitter = 'The model does not split text into words: give it tokens or CoNLL-U.';
    fails(['parse', text, '--input', 'text', '--model', parser], 2, noSplitter);
    fails(['tag', text, '--model', parser], 2, 'There is no tagger among the models.');
    fails(['parse', text, '--tag', '--model', parser], 2, 'There is no tagger among the models.');
    fails(
      ['parse', text, '--input', 'html', '--model', model],
      2,
      '--input is one of text, tokens, conllu, not "html".',
    );
    const bytes = written('latin.txt', Uint8Array.of(0x65, 0xe9, 0x20));
    fails(['parse', bytes, '--model', model], 1, `${bytes} is not valid UTF-8.`);
  });
});

describe('arcwise with neither verb nor text', () => {
  it('tells its usage', () => {
    for (const args of [[], ['nonsense'], [' ']]) {
      const { stdout, stderr, status } = run(args);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toMatch(
        /^(The text is empty\.\n)?Usage: arcwise bundle\|check\|.*, or arcwise "A text\."\n$/,
      );
    }
  });
});

describe('a text instead of a verb', () => {
  it('is shown as trees', () => {
    const sentence = 'I saw the man with the telescope.';
    const { stdout, stderr, status } = run([sentence]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/saw +VERB +root/);
    expect(stdout).toMatch(/man +NOUN +obj/);
    expect(run([], sentence).stdout).toBe(stdout);
  });
});

describe('offsets in JSON', () => {
  const places = trees.map(({ words }) => words.map(({ form, start, end }) => ({ form, start, end })));

  it('count through the text that was given, as in the library', () => {
    expect(trees.length).toBeGreaterThan(1);
    const json = (...more: string[]) =>
      placesIn(run(['parse', '--model', model, '--output', 'json', ...more]).stdout);
    expect(json(text)).toEqual(places);
    expect(json(text, '--threads', '2', '--k-best', '1')).toEqual(places);
    expect(json(text, text)).toEqual([...places, ...places]);
  });

  it('count through the sentence’s own text where that was given as CoNLL-U or tokens', async () => {
    const parser = new TextParser(new Pipeline(partsOf(models)));
    const sentences = [...readSentences(conllu)];
    const own = (await parser.parse(sentences)).map(({ words }) =>
      words.map(({ form, start, end }) => ({ form, start, end })),
    );
    const args = ['parse', '--model', model, '--output', 'json', '--input', 'conllu'];
    expect(placesIn(run(args, conllu).stdout)).toEqual(own);
    expect(own[1][0].start).toBe(0);
  });
});
