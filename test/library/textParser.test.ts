import { describe, expect, it, vi } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import type { SentenceTree } from '../../src/library/sentenceTree.js';
import { type StreamItem, TextParser } from '../../src/library/textParser.js';
import { partsOf } from '../../src/models/parts.js';
import { OptionsError } from '../../src/pipeline/options.js';
import { Pipeline } from '../../src/pipeline/pipeline.js';
import { tinyModels, tinyText } from '../support/tinyModels.js';

const parser = new TextParser(new Pipeline(partsOf(await tinyModels())));
const forms = ({ words }: SentenceTree) => words.map(({ form }) => form);
const trees = await parser.parse(tinyText);

async function* later<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function streamed(items: AsyncIterable<StreamItem> | Iterable<StreamItem>): Promise<SentenceTree[]> {
  return collected(parser.stream(items));
}

describe('a parser', () => {
  it('tells its language, labels, card and licence', () => {
    expect(parser.labels).toEqual(['nmod', 'nsubj', 'obj', 'root']);
    expect(parser.card).toEqual({});
    expect([parser.language, parser.licence]).toEqual([undefined, undefined]);
    const card = { language: 'xx', licence: 'CC0', scores: { las: 1 } };
    const described = new TextParser(new Pipeline({ parsers: [] }), card);
    expect([described.language, described.licence, described.card]).toEqual(['xx', 'CC0', card]);
    expect(described.labels).toEqual([]);
    expect(new TextParser(new Pipeline({ parsers: [] }), { language: 1 }).language).toBeUndefined();
  });
});

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
  });

  it.each<[object, string]>([
    [{ rivals: 0 }, 'The option rivals is a whole number from 1 to 1000, not 0.'],
    [{ kBest: 0.5 }, 'The option kBest is a whole number from 1 to 1000, not 0.5.'],
    [{ kBest: 1_000_000 }, 'The option kBest is a whole number from 1 to 1000, not 1000000.'],
    [{ kBest: '2' }, 'The option kBest is a whole number from 1 to 1000, not "2".'],
    [{ marginals: 1 }, 'The option marginals is true or false, not 1.'],
    [{ decoder: 'best' }, 'The option decoder is one of exact, greedy, beam, not "best".'],
    [{ beam: 4 }, 'The option beam goes with the decoder beam.'],
    [{ decoder: 'exact', beam: 4 }, 'The option beam goes with the decoder beam.'],
    [
      { marginal: true },
      'There is no option "marginal"; there are decoder, beam, kBest, marginals, rivals, maxLength, tag, signal.',
    ],
    [{ rivals: 1, decoder: 'greedy' }, 'Probabilities and k best trees come with exact decoding only.'],
    [{ signal: 'now' }, 'The option signal is an AbortSignal, not "now".'],
  ])('with the options %j is refused with a sentence', async (options, message) => {
    await expect(parser.parse('ta', options)).rejects.toThrow(new OptionsError(message));
    await expect(collected(parser.stream(['ta'], options))).rejects.toThrow(new OptionsError(message));
  });

  it.each<[unknown, string]>([
    [null, 'parse takes a text, sentences of tokens, or sentences of CoNLL-U, not null.'],
    [undefined, 'parse takes a text, sentences of tokens, or sentences of CoNLL-U, not nothing.'],
    [5, 'parse takes a text, sentences of tokens, or sentences of CoNLL-U, not 5.'],
    [[null], 'A sentence is an array of tokens or a sentence of CoNLL-U, not null.'],
    [[{ words: 5 }], 'A sentence is an array of tokens or a sentence of CoNLL-U, not {"words":5}.'],
  ])('as an input is refused with a sentence: %j', async (input, message) => {
    await expect(parser.parse(input as string)).rejects.toThrow(new TypeError(message));
  });

  it('as an option of split or tag is refused with a sentence', async () => {
    const options: object = { kBest: 2 };
    await expect(parser.split('ta', options)).rejects.toThrow(
      new OptionsError('split has no option "kBest"; there is only signal.'),
    );
    await expect(parser.tag('ta', options)).rejects.toThrow(
      new OptionsError('tag has no option "kBest"; there is only signal.'),
    );
    const signal = 'now' as unknown as AbortSignal;
    const wrong = new OptionsError('The option signal is an AbortSignal, not "now".');
    await expect(parser.split('ta', { signal })).rejects.toThrow(wrong);
    await expect(parser.tag('ta', { signal })).rejects.toThrow(wrong);
  });

  it('as options or a stream is refused with a sentence', async () => {
    for (const options of [null, 5, 'fast', []]) {
      await expect(parser.parse('ta', options as object)).rejects.toThrow(
        new OptionsError(`The set of options is an object, not ${JSON.stringify(options)}.`),
      );
    }
    await expect(collected(parser.stream(null as unknown as string[]))).rejects.toThrow(
      new TypeError('stream takes texts or sentences one after the other, not null.'),
    );
  });
});

describe('a signal', () => {
  const reason = new Error('Enough.');
  const endless = async function* (pulled: { count: number; ended: boolean }) {
    try {
      for (; ; pulled.count++) yield new Array(50).fill('ta');
    } finally {
      pulled.ended = true;
    }
  };

  it('that was given before ends it at once', async () => {
    const signal = AbortSignal.abort(reason);
    const pulled = { count: 0, ended: false };
    await expect(parser.parse(tinyText, { signal })).rejects.toBe(reason);
    await expect(collected(parser.stream(endless(pulled), { signal }))).rejects.toBe(reason);
    expect(pulled.count).toBe(0);
  });

  it('ends the work, and the source with it', async () => {
    const control = new AbortController();
    const pulled = { count: 0, ended: false };
    let given = 0;
    const work = async () => {
      for await (const _ of parser.stream(endless(pulled), { signal: control.signal })) {
        if (++given === 3) control.abort(reason);
      }
    };
    await expect(work()).rejects.toBe(reason);
    expect(given).toBe(3);
    // One batch of a thousand words.
    expect(pulled.count).toBeLessThan(25);
    await vi.waitFor(() => expect(pulled.ended).toBe(true));
  });

  it('ends waiting for a source that says nothing', async () => {
    const control = new AbortController();
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const waiting = collected(parser.stream(silent, { signal: control.signal }));
    setTimeout(() => control.abort(reason));
    await expect(waiting).rejects.toBe(reason);
  });

  it('can come from a timer while a long text is parsed', async () => {
    const control = new AbortController();
    const parsing = parser.parse(`${tinyText} `.repeat(2000), { signal: control.signal });
    setTimeout(() => control.abort(reason));
    await expect(parsing).rejects.toBe(reason);
  });

  it('that is not used changes nothing', async () => {
    const { signal } = new AbortController();
    expect(JSON.stringify(await parser.parse(tinyText, { signal }))).toBe(JSON.stringify(trees));
  });
});

it('lets others have their turn between batches', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setTimeout(turn);
  };
  setTimeout(turn);
  const words = (await parser.parse(`${tinyText} `.repeat(300))).flatMap((tree) => tree.words).length;
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(words / 1000));
  expect(words).toBeGreaterThan(4000);
});

describe('splitting and tagging alone', () => {
  it('are the first steps of parsing', async () => {
    const columns = ({
      form,
      lemma,
      upos,
      xpos,
      feats,
    }: {
      form: string;
      lemma: string;
      upos: string;
      xpos: string;
      feats: string;
    }) => [form, lemma, upos, xpos, feats];
    const split = await parser.split(tinyText);
    expect(split.map(({ words }) => words.map(({ form }) => form))).toEqual(trees.map(forms));
    expect(split.flatMap(({ words }) => words).every(({ upos, head }) => upos === '_' && head === -1)).toBe(
      true,
    );
    const parsed = trees.map((tree) => tree.toSentence().words.map(columns));
    const tagged = await parser.tag(tinyText);
    expect(tagged.map(({ words }) => words.map(columns))).toEqual(parsed);
    expect(tagged.flatMap(({ words }) => words).every(({ head }) => head === -1)).toBe(true);
    expect((await parser.tag(split)).map(({ words }) => words.map(columns))).toEqual(parsed);
  });

  it('refuse what is no text and stop by a signal', async () => {
    await expect(parser.split(3 as unknown as string)).rejects.toThrow('split takes a text, not 3.');
    await expect(parser.tag(null as unknown as string)).rejects.toThrow(
      'tag takes a text, sentences of tokens',
    );
    const signal = AbortSignal.abort(new Error('Enough.'));
    await expect(parser.split(tinyText, { signal })).rejects.toThrow('Enough.');
    await expect(parser.tag(tinyText, { signal })).rejects.toThrow('Enough.');
  });
});
