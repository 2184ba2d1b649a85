import { describe, expect, it } from 'vitest';
import { ConlluError } from '../../src/conllu/error.js';
import { headsOf } from '../../src/conllu/heads.js';
import { readSentences } from '../../src/conllu/reader.js';
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { createEngine } from '../../src/engine/engine.js';
import type { ParserSettings } from '../../src/parser/parserSettings.js';
import { OptionsError, type ParseOptions } from '../../src/pipeline/options.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { streamTokens } from '../../src/pipeline/tokens.js';
import { isProjective } from '../../src/tree/projectivity.js';
import { writeParsed } from '../support/parsedText.js';
import { randomParser } from '../support/randomParser.js';
import { tabbed } from '../support/sentences.js';
import { toyTreebank } from '../support/toyTreebank.js';

const treebank = toyTreebank(200, 12, 31);

function pipelineOf(settings: Given<ParserSettings> = {}): Pipeline {
  return new Pipeline({ parsers: [randomParser(settings, treebank)] });
}

async function* later<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield item;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const file = [
  '\uFEFF',
  '# sent_id = first',
  '# text = du wordb',
  '#odd comment',
  '1-2 du _ _ _ _ _ _ _ SpaceAfter=No',
  '1 worda Wa NOUN NN Case=Nom _ _ _ Translit=a|Gloss=b',
  '2 wordb Wb VERB VB _ 0 root _ _',
  '3 unseen _ STRANGE _ _ 2 obj _ ',
  '',
  '',
  '# second',
  '1 wordc wordc ADJ _ _ 2 amod 0:root|1.1:x Confidence=0.3|SpaceAfter=No',
  '1.1 elided _ _ _ _ _ _ 0:root _',
  '2 wordd _ _ _ _ 0 root _ _',
  '',
  '',
]
  .map((line) => (/^\d/.test(line) ? tabbed(line) : line))
  .join('\r\n');

const read = (text: string) => [...readSentences(text, { heads: 'optional' })];

describe('a parsed sentence', () => {
  it('keeps every byte that it does not set', () => {
    const parsed = pipelineOf().parse(read(file));
    const columns = (text: string) =>
      text.split('\r\n').map((line) => {
        const cells = line.split('\t');
        return /^\d+$/.test(cells[0]) ? cells.with(6, '?').with(7, '?').with(8, '?').join('\t') : line;
      });
    // The confidence in the old arc goes with it.
    const expected = columns(file.replace('Confidence=0.3|', '')).filter((line) => !line.startsWith('1.1'));
    expect(columns(parsed.map(writeParsed).join(''))).toEqual(expected);
    const [first, second] = parsed.map(({ trees }) => trees[0].sentence);
    expect([...headsOf(first)].filter((head) => head === 0)).toHaveLength(1);
    expect(first.words.map(({ deprel }) => deprel)).not.toContain('_');
    // Enhanced graphs belong to another tree.
    expect(second.words.map(({ deps }) => deps)).toEqual(['_', '_']);
  });

  it('leaves the sentence that was given as it was', () => {
    const sentences = read(file);
    pipelineOf({}).parse(sentences, { marginals: true, kBest: 3 });
    expect(sentences).toEqual(read(file));
  });

  it('has each arc’s probability in MISC', () => {
    const [first, second] = pipelineOf({}).parse(read(file), { marginals: true });
    const [{ sentence, probabilities }] = first.trees;
    expect(probabilities).toHaveLength(4);
    const written = [...(probabilities ?? [])].map((probability) => Number(probability.toFixed(4)));
    expect(sentence.words.map(({ misc }) => misc)).toEqual([
      `Translit=a|Gloss=b|Confidence=${written[1]}`,
      `Confidence=${written[2]}`,
      `Confidence=${written[3]}`,
    ]);
    expect(second.trees[0].sentence.words[0].misc).toMatch(/^SpaceAfter=No\|Confidence=[01](\.\d+)?$/);
  });

  it('has k trees with ranks and scores, and what stands around it once', () => {
    const [first] = pipelineOf({}).parse(read(file), { kBest: 3 });
    const blocks = first.trees.map(({ sentence }) => sentence);
    expect(blocks.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: '\uFEFF\r\n', after: '' },
      { before: '', after: '' },
      { before: '', after: '\r\n' },
    ]);
    expect(blocks[1].comments).toEqual([
      '# sent_id = first',
      '# text = du wordb',
      '#odd comment',
      '# arcwise_rank = 2',
      `# arcwise_score = ${first.trees[1].score?.toFixed(4)}`,
    ]);
    const again = pipelineOf({}).parse([blocks[1]], { kBest: 3 });
    expect(again[0].trees[0].sentence.comments).toEqual(blocks[0].comments);
    expect(read(writeParsed(first))).toHaveLength(3);
  });

  it('says how a long one was parsed', () => {
    const [first, second] = pipelineOf({}).parse(read(file), { maxLength: 2 });
    expect(first.warning).toBe(
      'The sentence first on line 2 has 3 words, more than 2: it is parsed greedily.',
    );
    expect(second.warning).toBeUndefined();
    const pieces = pipelineOf({ system: 'edge-factored' }).parse(read(file), { maxLength: 2 });
    expect(pieces[0].warning).toMatch(/it is parsed in pieces\.$/);
  });

  it('has no labels where the model has none', () => {
    const [parsed] = pipelineOf({ labels: false }).parse(treebank);
    expect(new Set(parsed.trees[0].sentence.words.map(({ deprel }) => deprel))).toEqual(new Set(['_']));
  });
});

it('puts lifted arcs back', () => {
  // Every arc but the root's looks lifted, so that some are moved.
  const lifted = treebank.map((sentence) => ({
    ...sentence,
    words: sentence.words.map((word) => ({
      ...word,
      deprel: word.deprel === 'root' ? 'root' : `${word.deprel}|nmod`,
    })),
  }));
  const parse = (nonprojective: 'lift' | 'skip') => {
    const parser = randomParser({ nonprojective }, lifted);
    const parsed = new Pipeline({ parsers: [parser] }).parse(treebank);
    return parsed.map(({ trees }) => trees[0].sentence);
  };
  const labels = (sentences: Sentence[]) =>
    new Set(sentences.flatMap(({ words }) => words.map((word) => word.deprel)));
  expect([...labels(parse('skip'))].some((label) => label.includes('|'))).toBe(true);
  expect([...labels(parse('lift'))].some((label) => label.includes('|'))).toBe(false);
  expect(parse('skip').every((sentence) => isProjective(headsOf(sentence)))).toBe(true);
  expect(parse('lift').every((sentence) => isProjective(headsOf(sentence)))).toBe(false);
});

describe('a stream', () => {
  it('gives what parsing at once gives, in order', async () => {
    const pipeline = pipelineOf();
    const sentences = [newSentence([]), ...treebank, newSentence([newWord(1, 'alone')])];
    const parsed = pipeline.parse(sentences);
    expect(await collected(pipeline.stream(later(sentences)))).toEqual(parsed);
    expect(parsed.map(({ trees }) => trees[0].sentence.words.map(({ form }) => form))).toEqual(
      sentences.map(({ words }) => words.map(({ form }) => form)),
    );
    // However the sentences are batched.
    expect(sentences.flatMap((sentence) => pipeline.parse([sentence])[0].trees[0].sentence)).toEqual(
      parsed.map(({ trees }) => trees[0].sentence),
    );
    expect(await collected(pipeline.stream(later([])))).toEqual([]);
  });

  it('reads tokens, one sentence a line', async () => {
    const text = '\uFEFFHello  world !\r\n\n \t\nZwei\u3000Wörter';
    const bytes = new TextEncoder().encode(text);
    const sentences = await collected(streamTokens(later([bytes.subarray(0, 22), bytes.subarray(22)])));
    expect(sentences.map(({ words }) => words.map(({ form }) => form))).toEqual([
      ['Hello', 'world', '!'],
      ['Zwei', 'Wörter'],
    ]);
    expect(sentences.map(({ line }) => line)).toEqual([1, 4]);
    const bad = collected(streamTokens(later([Uint8Array.of(97, 10, 0xff, 10)]), 'bad.txt'));
    await expect(bad).rejects.toThrow(new ConlluError('bad.txt', 2, 'the line is not valid UTF-8'));
    await expect(collected(streamTokens(later(['a\0b'])))).rejects.toThrow('line 1: the line contains a NUL');
  });
});

it('parses exactly up to 500 words, with arc-standard up to 200', () => {
  const lengths = [200, 201, 500, 501];
  const long = lengths.map((n) =>
    newSentence(Array.from({ length: n }, (_, at) => newWord(at + 1, 'worda'))),
  );
  const shortcuts = (settings: Given<ParserSettings>, count: number) =>
    pipelineOf(settings)
      .parse(long.slice(0, count))
      .map(({ warning }) => warning?.match(/more than \d+/)?.[0]);
  expect(shortcuts({ system: 'arc-hybrid' }, 4)).toEqual([undefined, undefined, undefined, 'more than 500']);
  expect(shortcuts({ system: 'arc-standard' }, 2)).toEqual([undefined, 'more than 200']);
  expect(shortcuts({ system: 'arc-standard', training: 'local' }, 4)).toEqual(lengths.map(() => undefined));
});

describe('what cannot be', () => {
  const greedy: Given<ParserSettings> = { training: 'local' };
  it.each<[Given<ParserSettings>, ParseOptions, string]>([
    [greedy, { marginals: true }, 'A greedy model has no probabilities of arcs.'],
    [greedy, { kBest: 2 }, 'A greedy model has no k best trees.'],
    [greedy, { decoder: 'exact' }, 'The model is greedy: its scores do not allow exact decoding.'],
    [{}, { kBest: 0 }, 'The option kBest is a whole number from 1 to 1000, not 0.'],
    [{}, { maxLength: 1.5 }, 'The option maxLength is a whole number from 1 to 10000, not 1.5.'],
    [{}, { decoder: 'beam', beam: -1 }, 'The option beam is a whole number from 1 to 1000, not -1.'],
    [{}, { decoder: 'greedy', kBest: 2 }, 'Probabilities and k best trees come with exact decoding only.'],
    [
      { system: 'edge-factored' },
      { decoder: 'greedy' },
      'Greedy and beam search need a model, or models of one kind, that take transitions.',
    ],
    [
      { system: 'edge-factored', tree: 'spanning-tree' },
      { kBest: 2 },
      'The model has no k best trees: most projective models have them, spanning trees do not.',
    ],
  ])('%o with %o is refused', (settings, options, message) => {
    expect(() => pipelineOf(settings).check(options)).toThrow(new OptionsError(message));
  });

  it('an ensemble of greedy models has shares of votes for probabilities', () => {
    const engine = createEngine();
    const members = [1, 2, 3].map((seed) => randomParser(greedy, treebank, { engine, seed }));
    const parsed = new Pipeline({ parsers: members }).parse(treebank.slice(0, 5), { marginals: true });
    const shares = new Set(parsed.flatMap(({ trees }) => [...(trees[0].probabilities?.subarray(1) ?? [])]));
    const thirds = [0, 1, 2, 3].map((votes) => Math.fround(votes / 3));
    for (const share of shares) expect(thirds).toContain(share);
    expect(shares.size).toBeGreaterThan(1);
  });
});
