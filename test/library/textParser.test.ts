import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import type { SentenceTree } from '../../src/library/sentenceTree.js';
import { type StreamItem, TextParser } from '../../src/library/textParser.js';
import { partsOf } from '../../src/models/bundle.js';
import { OptionsError } from '../../src/pipeline/options.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { tinyModels, tinyText } from '../support/tinyModels.js';

const parser = new TextParser(new Pipeline(partsOf(await tinyModels())));
const forms = ({ words }: SentenceTree) => words.map(({ form }) => form);
const trees = await parser.parse(tinyText);

async function* later<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function streamed(items: AsyncIterable<StreamItem> | Iterable<StreamItem>): Promise<SentenceTree[]> {
  const list: SentenceTree[] = [];
  for await (const tree of parser.stream(items)) list.push(tree);
  return list;
}

describe('parsing text', () => {
  it('gives sentences of words at their places in the text', () => {
    expect(trees.map(forms)).toEqual([
      ['Kelu', 'ta', 'moba', 'sori', '!'],
      ['A.', '3.5', 'ba', "n't", 'ünä', '?'],
      ['Sori', 'Limu', "n't", 'moba', '!'],
      ['😀', 'ta', '?'],
    ]);
    for (const { words } of trees) {
      for (const { form, start, end } of words) expect(tinyText.slice(start, end)).toBe(form);
    }
    expect(trees[2].text).toBe("Sori Limun't moba!");
  });

  it('tags and parses every word', () => {
    for (const { words, root } of trees) {
      expect(words.filter(({ head }) => head === 0)).toEqual([root]);
      for (const word of words) {
        expect(word.upos).toMatch(/^(NOUN|VERB|ADJ)$/);
        expect(word.xpos).toMatch(/^(EVEN|ODD)$/);
        expect(word.feats).toMatch(/^(Number=Sing)?$/);
        expect(word.deprel).toMatch(/^(root|nsubj|obj|nmod)$/);
        expect(word.probability).toBeUndefined();
      }
      // Every word but the root is the child of its head.
      const children = words.flatMap((word) =>
        word.children.map(({ id, head }) => ({ id, head, of: word.id })),
      );
      expect(children.every(({ head, of }) => head === of)).toBe(true);
      expect(
        children
          .map(({ id }) => id)
          .concat(root?.id ?? 0)
          .sort(),
      ).toEqual(words.map(({ id }) => id).sort());
    }
  });

  it('writes CoNLL-U, SVG, a tree for the terminal and JSON', () => {
    const [, tree] = trees;
    const [sentence] = readSentences(tree.toConllu());
    expect(sentence.ranges.map(({ first, last, form }) => ({ first, last, form }))).toEqual([
      { first: 3, last: 4, form: "ban't" },
    ]);
    expect(sentence.words.map(({ head }) => head)).toEqual(tree.words.map(({ head }) => head));
    expect(tree.toSentence().words).toEqual(sentence.words);
    tree.toSentence().words[0].form = 'changed';
    expect(tree.toSentence().words[0].form).toBe('A.');
    expect(tree.toSvg()).toMatch(/^<svg.*ünä.*<\/svg>\s*$/s);
    expect(tree.toSvg({ theme: 'dark' })).not.toBe(tree.toSvg());
    expect(String(tree)).toContain('ünä');
    expect(tree.toString({ colour: true })).toContain('\x1b[');
    const { id, form, start, end, head } = tree.words[4];
    expect(JSON.parse(JSON.stringify(tree)).words[4]).toMatchObject({ id, form, start, end, head });
  });

  it('gives probabilities and other trees when asked', async () => {
    const [best] = await parser.parse(tinyText, { marginals: true, kBest: 3 });
    for (const { probability } of best.words) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1.0001);
    }
    expect(best.alternatives).toHaveLength(2);
    const [{ probability: second }] = best.alternatives ?? [];
    expect(best.probability).toBeGreaterThan(second ?? Number.NaN);
    expect(trees[0].probability).toBeUndefined();
    const scores = [best, ...(best.alternatives ?? [])].map(({ score }) => score ?? Number.NaN);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const heads = [best, ...(best.alternatives ?? [])].map(({ words }) =>
      words.map(({ head }) => head).join(),
    );
    expect(new Set(heads).size).toBe(3);
    expect(trees[0].alternatives).toBeUndefined();
    expect(best.words[0].rivals).toBeUndefined();
    const [{ words }] = await parser.parse(tinyText, { rivals: 3 });
    for (const { id, head, probability = 0, rivals = [] } of words) {
      expect(rivals).toHaveLength(3);
      expect(new Set([id, head, ...rivals.map((rival) => rival.head)]).size).toBe(5);
      const whole = rivals.reduce((sum, rival) => sum + rival.probability, probability);
      expect(whole).toBeLessThan(1.0001);
    }
    const [first] = await parser.parse(tinyText, { maxLength: 2 });
    expect(first.warning).toBe('The sentence has 5 words, more than 2: it is parsed greedily.');
  });

  it('has nothing to say of no text', async () => {
    expect(await parser.parse('')).toEqual([]);
    expect(await parser.parse(' \n\n')).toEqual([]);
    expect(await parser.parse([])).toEqual([]);
  });
});

describe('a stream', () => {
  it('of text in pieces is one text', async () => {
    const pieces = tinyText.match(/.{1,4}/gsu) ?? [];
    const found = await streamed(later(pieces));
    expect(JSON.stringify(found)).toBe(JSON.stringify(trees));
    expect(found.map((tree) => tree.toConllu())).toEqual(trees.map((tree) => tree.toConllu()));
  });

  it('of tokens or sentences has the trees of the same words', async () => {
    // Multiword tokens count as their words.
    const tokens = trees.map(forms);
    const found = await streamed(tokens);
    expect(found.map(({ words }) => words.map(({ head, deprel, upos }) => [head, deprel, upos]))).toEqual(
      trees.map(({ words }) => words.map(({ head, deprel, upos }) => [head, deprel, upos])),
    );
    expect(found[1].text).toBe("A. 3.5 ba n't ünä ?");
    for (const { text, words } of found) {
      for (const { form, start, end } of words) expect(text.slice(start, end)).toBe(form);
    }
    const sentences = tokens.map((list) => newSentence(list.map((form, at) => newWord(at + 1, form))));
    expect(JSON.stringify(await parser.parse(sentences))).toBe(JSON.stringify(found));
    expect(JSON.stringify(await streamed(later(sentences)))).toBe(JSON.stringify(found));
  });

  it('ends its source when nobody wants more', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield ['ta', '!'];
      } finally {
        ended = true;
      }
    };
    for await (const { words } of parser.stream(endless())) {
      expect(words).toHaveLength(2);
      break;
    }
    expect(ended).toBe(true);
  });
});

describe('places of words that come without them', () => {
  it('are those in the text of the sentence, if that is its text', async () => {
    const words = () => [newWord(1, 'ta'), newWord(2, '!')];
    const places = async (comments: string[]) => {
      const [tree] = await parser.parse([newSentence(words(), comments)]);
      return [tree.text, ...tree.words.flatMap(({ start, end }) => [start, end])];
    };
    expect(await places(['# text = ta!'])).toEqual(['ta!', 0, 2, 2, 3]);
    expect(await places([])).toEqual(['ta !', 0, 2, 3, 4]);
    expect(await places(['# text = something else'])).toEqual(['ta !', 0, 2, 3, 4]);
  });
});

describe('what cannot be', () => {
  it('is refused with a sentence', async () => {
    const mixed = new OptionsError('A stream is either of texts or of sentences.');
    await expect(streamed(['ta', ['ta']])).rejects.toThrow(mixed);
    await expect(streamed([['ta'], 'ta'])).rejects.toThrow(mixed);
    for (const token of ['', ' ta', 'ta\n', 'a\tb', 'a\0b']) {
      await expect(parser.parse([[token]])).rejects.toThrow(
        `A token is text without line ends, and without blanks around it, not ${JSON.stringify(token)}.`,
      );
    }
    await expect(parser.parse(['ta', '!'] as unknown as string[][])).rejects.toThrow(
      new OptionsError('Tokens are given by sentences: an array of arrays.'),
    );
    await expect(parser.parse('ta', { rivals: 0 })).rejects.toThrow('The number of rivals is a whole number');
    await expect(parser.parse('ta', { rivals: 1, decoder: 'greedy' })).rejects.toThrow(
      'Probabilities and k best trees come with exact decoding only.',
    );
    await expect(parser.parse('ta', { kBest: 0 })).rejects.toThrow('The number of trees is a whole number');
  });
});
