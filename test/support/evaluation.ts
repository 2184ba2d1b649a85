// Treebanks to evaluate: written by hand in a few columns, or arbitrary ones over one raw text.
import fc from 'fast-check';
import { readSentences } from '../../src/conllu/reader.js';
import {
  newSentence,
  newWord,
  type Sentence,
  type TokenRange,
  type Word,
} from '../../src/conllu/sentence.js';
import { align } from '../../src/evaluate/alignment.js';
import { layTreebank, type Treebank } from '../../src/evaluate/treebank.js';

/** Completes rows of eight columns, `1 She she PRON PRP _ 2 nsubj`, and of ranges, `2-3 don’t`, to a file. */
export function conllu(...sentences: string[]): string {
  const row = (line: string) => {
    const cells = line.replace(/^ +/, '').split(' ');
    return [...cells, ...Array(10 - cells.length).fill('_')].join('\t');
  };
  return sentences.map((sentence) => `${sentence.split('\n').map(row).join('\n')}\n\n`).join('');
}

export function treebank(name: string, ...sentences: string[]): Treebank {
  return layTreebank(readSentences(conllu(...sentences), { file: name }), name);
}

/** Treebanks as lists of tokens, `don’t=do+n’t` for one of several words: one sentence, all words under the first. */
export function aligned(gold: string, system: string): [string, string][] {
  const lay = (tokens: string) => layTreebank([sentenceOfTokens(tokens.split(' '))], 'tokens');
  const alignment = align(lay(gold), lay(system));
  const form = (treebank: Treebank, word: number) => treebank.words[word].word.form;
  return [...alignment.systemOf.entries()]
    .filter(([, s]) => s >= 0)
    .map(([g, s]) => [form(alignment.gold, g), form(alignment.system, s)]);
}

/** From tokens in the notation of `aligned`. */
function sentenceOfTokens(tokens: readonly string[]): Sentence {
  const words: Word[] = [];
  const ranges: TokenRange[] = [];
  for (const token of tokens) {
    const [form, parts] = token.split('=');
    const first = words.length + 1;
    for (const part of (parts ?? form).split('+')) {
      words.push({ ...newWord(words.length + 1, part), head: words.length === 0 ? 0 : 1 });
    }
    const { id: _, ...columns } = newWord(first, form);
    if (parts !== undefined) ranges.push({ ...columns, first, last: words.length, head: '_' });
  }
  return { ...newSentence(words), ranges };
}

/** Cuts a text into one or more pieces. */
function pieces(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.boolean(), { minLength: text.length - 1, maxLength: text.length - 1 }).map((cuts) =>
    [...text].reduce<string[]>((parts, character, i) => {
      if (i > 0 && !cuts[i - 1]) parts[parts.length - 1] += character;
      else parts.push(character);
      return parts;
    }, []),
  );
}

const tags = fc.record({
  lemma: fc.constantFrom('be', 'do'),
  upos: fc.constantFrom('NOUN', 'VERB', 'PUNCT'),
  xpos: fc.constantFrom('NN', 'VB'),
  feats: fc.constantFrom(
    '_',
    'Case=Nom',
    'Case=Nom|Typo=Yes',
    'Number=Sing|Case=Nom',
    'Case=Nom|Number=Sing',
  ),
});
const label = fc.constantFrom('nsubj', 'nsubj:pass', 'obj', 'det', 'case', 'punct');

/** A tree with one root over n words, as heads by word from 1 on. */
function anyHeads(n: number): fc.Arbitrary<number[]> {
  const ids = Array.from({ length: n }, (_, i) => i + 1);
  return fc
    .tuple(fc.shuffledSubarray(ids, { minLength: n }), fc.array(fc.nat(), { minLength: n, maxLength: n }))
    .map(([order, choices]) => {
      const heads = Array(n).fill(0);
      for (let i = 1; i < n; i++) heads[order[i] - 1] = order[choices[i] % i];
      return heads;
    });
}

/** A sentence of tokens in the notation of `aligned`, with arbitrary tags, labels and heads. */
function anyAnalysis(tokens: readonly string[]): fc.Arbitrary<Sentence> {
  const sentence = sentenceOfTokens(tokens);
  const n = sentence.words.length;
  const columns = fc.array(fc.tuple(tags, label), { minLength: n, maxLength: n });
  return fc.tuple(anyHeads(n), columns).map(([heads, chosen]) => ({
    ...sentence,
    words: sentence.words.map((word, i) => {
      const [tag, deprel] = chosen[i];
      return { ...word, ...tag, head: heads[i], deprel: heads[i] === 0 ? 'root' : deprel };
    }),
  }));
}

/** Letters that all differ: so do the words, and only those on the same letters can be aligned. */
const text = fc.integer({ min: 1, max: 12 }).map((length) => 'abcdefghijkl'.slice(0, length));

/** The tokens of sentences, cut from a text anywhere; `words` says whether a token may have several words. */
function anyTokens(text: string, words: 'plain' | 'multiword'): fc.Arbitrary<string[][]> {
  const token = (form: string) =>
    words === 'plain'
      ? fc.constant(form)
      : fc.oneof(
          fc.constant(form),
          pieces(form).map((parts) => `${form}=${parts.join('+')}`),
        );
  return pieces(text).chain((sentences) =>
    fc.tuple(
      ...sentences.map((sentence) => pieces(sentence).chain((forms) => fc.tuple(...forms.map(token)))),
    ),
  );
}

function anyTreebank(name: string, sentences: readonly string[][]): fc.Arbitrary<Treebank> {
  return fc.tuple(...sentences.map(anyAnalysis)).map((analyses) => layTreebank(analyses, name));
}

/** A gold treebank and a system's over the same text, each with tokens and sentences of its own. */
export function anyPair(words: 'plain' | 'multiword'): fc.Arbitrary<[Treebank, Treebank]> {
  return text
    .chain((text) => fc.tuple(anyTokens(text, words), anyTokens(text, words)))
    .chain(([gold, system]) => fc.tuple(anyTreebank('gold', gold), anyTreebank('system', system)));
}

/** A gold treebank and the trees of two systems over the same words. */
export const anyRivals: fc.Arbitrary<[Treebank, Treebank, Treebank]> = text
  .chain((text) => anyTokens(text, 'multiword'))
  .chain((tokens) =>
    fc.tuple(anyTreebank('gold', tokens), anyTreebank('first', tokens), anyTreebank('second', tokens)),
  );
