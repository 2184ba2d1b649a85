import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { saveModel } from '../../src/models/saved.js';
import type { Parser } from '../../src/parser/parser.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { writeParsed } from '../support/parsedText.js';
import { arcwise } from '../support/program.js';
import { randomParser } from '../support/randomParser.js';
import { tabbed } from '../support/sentences.js';
import { toyTreebank } from '../support/toyTreebank.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const treebank = toyTreebank(30, 9, 51);
const text = treebank.map((sentence) => writeSentence(sentence)).join('');
const save = (name: string, parser: Parser) => written(name, saveModel(parser, {}));
const parser = randomParser({ system: 'arc-eager' }, treebank);
const model = save('eager.arcwise', parser);
const greedy = save('greedy.arcwise', randomParser({ training: 'local' }, treebank));
const edges = save('edges.arcwise', randomParser({ system: 'edge-factored' }, treebank));
const file = written('toy.conllu', text);
const environment = { ARCWISE_BLAS: 'wasm' };
const parse = (args: string[], stdin = '') =>
  arcwise(['parse', '--threads', '1', ...args], { stdin, environment });

describe('arcwise parse', () => {
  it('parses CoNLL-U as the pipeline does, from a file, stdin and with threads', () => {
    const sentences = [...readSentences(text)];
    const pipeline = new Pipeline({ parsers: [parser] });
    const expected = pipeline.parse(sentences).map(writeParsed).join('');
    const right = { stdout: expected, stderr: '', status: 0 };
    expect(parse([file, '--model', model])).toEqual(right);
    expect(parse(['--model', model], text)).toEqual(right);
    expect(parse(['-', '--model', model, '--threads', '2'], text)).toEqual(right);
    expect(parse([file, file, '--model', model]).stdout).toBe(expected + expected);
  });

  it('parses tokens, and says that they lack tags', () => {
    const { stdout, stderr, status } = parse(['--model', model, '--input', 'tokens'], 'worda wordb !\n');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^The model reads part-of-speech tags, .*\n$/);
    const [sentence] = readSentences(stdout);
    expect(sentence.words.map(({ form }) => form)).toEqual(['worda', 'wordb', '!']);
  });

  it('writes JSON, trees, SVG and DOT', () => {
    const output = (format: string, ...more: string[]) =>
      parse(['--model', model, '--output', format, ...more], text).stdout;
    const [first, ...others] = output('json', '--marginals')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(others).toHaveLength(29);
    expect(first.words[0]).toMatchObject({
      id: 1,
      form: treebank[0].words[0].form,
      head: expect.any(Number),
    });
    expect(first.words[0].probability).toBeGreaterThan(0);
    const ranked = JSON.parse(output('json', '--k-best', '2').split('\n')[1]);
    const lengths = treebank.map(({ words }) => words.length);
    expect(lengths[0]).toBeGreaterThan(1);
    expect(ranked).toMatchObject({ rank: 2, score: expect.any(Number) });
    expect(output('tree')).toContain(treebank[0].words[0].form);
    expect(output('svg').match(/<svg/g)).toHaveLength(30);
    expect(output('dot').match(/^digraph \{$/gm)).toHaveLength(30);
  });

  it('puts probabilities into MISC and k best trees into blocks', () => {
    const marginals = [...readSentences(parse(['--model', model, '--marginals'], text).stdout)];
    for (const { words } of marginals) for (const { misc } of words) expect(misc).toMatch(/^Confidence=[01]/);
    const { stdout } = parse(['--model', model, '--k-best', '2'], text);
    expect(stdout.match(/^# arcwise_rank = 1$/gm)).toHaveLength(30);
  });

  it('decodes in every way, and with ensembles', () => {
    for (const more of [
      ['--decoder', 'greedy'],
      ['--decoder', 'beam', '--beam', '3'],
      ['--model', greedy, '--model', edges],
    ]) {
      const { stdout, stderr, status } = parse(['--model', model, ...more], text);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      expect([...readSentences(stdout)]).toHaveLength(30);
    }
  });

  it('warns of long sentences and of enhanced graphs, each on a line', () => {
    const long = treebank.filter(({ words }) => words.length > 6).length;
    const { stderr, status } = parse(['--model', model, '--max-length', '6'], text);
    expect(status).toBe(0);
    expect(stderr.trim().split('\n')).toHaveLength(long);
    expect(stderr).toMatch(/^The sentence on line \d+ has \d words, more than 6: it is parsed greedily\.$/m);
    const graph = tabbed('1 worda _ _ _ _ 0 root 0:root _\n\n');
    const graphs = parse(['--model', model], graph + graph);
    expect(graphs.stderr).toMatch(/^The enhanced graphs of the input \(DEPS\) are left out: .*\.\n$/);
    expect(graphs.stdout).not.toContain('0:root');
  });

  it('says what is wrong in a sentence: 1 for data', () => {
    const fails = (args: string[], message: RegExp) => {
      const { stdout, stderr, status } = parse(args);
      expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
      expect(stderr).toMatch(message);
    };
    fails(
      ['--model', 'absent'],
      /^There is neither a file nor a model "absent"; the models here are en.*\.\n$/,
    );
    fails(['absent', '--model', model], /^absent cannot be read: no such file or directory\.\n$/);
    fails(['--model', file], /^.*toy\.conllu: .*\.\n$/);
    const broken = written('broken.conllu', 'nonsense\n\n');
    fails([broken, '--model', model], /broken\.conllu:1: the word has 1 column instead of 10\n$/);
  });

  it('says what is wrong in a sentence: 2 for usage', () => {
    const fails = (args: string[], message: string) => {
      const { stdout, stderr, status } = parse(args);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr.split('\n')[0]).toBe(message);
      expect(stderr.split('\n')[1]).toMatch(/^Usage: arcwise parse /);
    };
    fails(['--k-best', 'x', '--model', model], '--k-best is a whole number from 1 to 1000, not "x".');
    fails(
      ['--input', 'text', '--model', model],
      'The model does not split text into words: give it tokens or CoNLL-U.',
    );
    fails(['--beam', '4', '--model', model], 'The option beam goes with the decoder beam.');
    fails(['--marginals', '--model', greedy], 'A greedy model has no probabilities of arcs.');
  });
});
