// What must hold of every text that goes through the whole pipeline, whatever the text is.
import { isDeepStrictEqual } from 'node:util';
import { headsOf } from '../../src/conllu/heads.js';
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { Random } from '../../src/engine/random.js';
import type { SentenceTree } from '../../src/library/sentenceTree.js';
import type { TextParser } from '../../src/library/textParser.js';
import type { TreeWord } from '../../src/library/treeWord.js';
import type { ParseOptions } from '../../src/pipeline/options.js';
import { isTree, rootsOf } from '../../src/tree/tree.js';
import { parseXml, textIn } from './xml.js';

/** What was seen in so many texts. */
export interface Counts {
  strings: number;
  characters: number;
  sentences: number;
  words: number;
  /** Trees beyond the best ones. */
  alternatives: number;
  probabilities: number;
  /** Texts that were parsed in pieces too. */
  streamed: number;
}

/**
 * Puts texts through the pipeline one by one; throws, naming the text, unless everything is as it must be. Some are
 * parsed with probabilities and k best trees, some once more in pieces cut anywhere.
 */
export async function checkTexts(
  parser: TextParser,
  texts: readonly string[],
  seed: number,
  onText: (done: number) => void = () => {},
): Promise<Counts> {
  const random = new Random(seed);
  const counts = {
    strings: 0,
    characters: 0,
    sentences: 0,
    words: 0,
    alternatives: 0,
    probabilities: 0,
    streamed: 0,
  };
  for (const [at, text] of texts.entries()) {
    try {
      const options: ParseOptions = { marginals: at % 4 === 1, kBest: at % 8 === 3 ? 3 : undefined };
      const trees = await parser.parse(text, options);
      checkPlaces(text, trees);
      for (const tree of trees) {
        for (const one of [tree, ...(tree.alternatives ?? [])]) checkTree(one, options);
        checkRanks(tree);
        counts.words += tree.words.length;
        counts.alternatives += tree.alternatives?.length ?? 0;
        counts.probabilities += tree.words.filter(({ probability }) => probability !== undefined).length;
      }
      if (at % 4 === 2) {
        await checkPieces(parser, text, trees, random);
        counts.streamed++;
      }
      counts.strings++;
      counts.characters += text.length;
      counts.sentences += trees.length;
    } catch (error) {
      const shown = JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text);
      throw new Error(`${shown} (text ${at}): ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
    onText(at + 1);
  }
  return counts;
}

/** White space, control characters and U+200B: what separates tokens and is in none. */
const blanks = /[\s\p{Cc}\u200b]/gu;

/** In pieces, cut anywhere, a text has the trees of the whole. */
async function checkPieces(
  parser: TextParser,
  text: string,
  whole: readonly SentenceTree[],
  random: Random,
): Promise<void> {
  const cuts = Array.from({ length: random.below(8) }, () => random.below(text.length + 1));
  const places = [0, ...cuts.sort((a, b) => a - b), text.length];
  const pieces = places.slice(1).map((end, at) => text.slice(places[at], end));
  const all = (trees: readonly SentenceTree[]) =>
    JSON.stringify(trees) + trees.map((tree) => tree.toConllu());
  const trees: SentenceTree[] = [];
  for await (const tree of parser.stream(pieces)) trees.push(tree);
  if (all(trees) !== all(whole)) fail(`in pieces, cut at ${cuts}, it has other trees`);
}

/** Every character that is not blank in exactly one token, tokens in order, and each where its form says. */
function checkPlaces(text: string, trees: readonly SentenceTree[]): void {
  let end = 0;
  let read = '';
  for (const tree of trees) {
    const { ranges } = tree.toSentence();
    const inRanges = new Map(
      ranges.flatMap((range) =>
        tree.words.slice(range.first - 1, range.last).map(({ id }) => [id, range] as const),
      ),
    );
    for (const word of tree.words) {
      const range = inRanges.get(word.id);
      if (range && range.first !== word.id) continue;
      const words = range ? tree.words.slice(range.first - 1, range.last) : [word];
      const token = { start: word.start, end: words[words.length - 1].end };
      const form = text.slice(token.start, token.end);
      if (form !== (range ?? word).form) fail(`${word.form} is said to be at ${form}`);
      if (range) checkParts(text, words, token);
      if (token.start < end) fail(`${form} begins before the token before it ends`);
      end = token.end;
      read += form;
    }
  }
  if (read !== text.replace(blanks, '')) fail('characters are lost or doubled');
}

/** The words of a multiword token are its parts one after the other, or each of them is all of it. */
function checkParts(text: string, words: readonly TreeWord[], token: { start: number; end: number }): void {
  const areParts = words.every(
    ({ form, start, end }, at) =>
      text.slice(start, end) === form && start === (at === 0 ? token.start : words[at - 1].end),
  );
  if (areParts) return;
  for (const { form, start, end } of words) {
    if (form === '' || start !== token.start || end !== token.end)
      fail(`the part ${form} is at ${start}–${end}`);
  }
}

/** One root, no cycle; and every way to write it down gives what can be read again. */
function checkTree(tree: SentenceTree, { marginals }: ParseOptions): void {
  const sentence = tree.toSentence();
  const heads = headsOf(sentence);
  if (!isTree(heads) || rootsOf(heads).length !== 1) fail(`${heads} is no tree with one root`);
  for (const { upos, deprel, form, lemma } of sentence.words) {
    if ([upos, deprel, form, lemma].some((column) => column === undefined || column === '')) {
      fail(`${form} lacks a column`);
    }
  }
  if (marginals && tree.warning === undefined) {
    for (const { form, probability = Number.NaN } of tree.words) {
      if (!(probability >= 0 && probability < 1.001)) fail(`${form} has the probability ${probability}`);
    }
  }
  const written = tree.toConllu();
  const isSame = (read: Sentence) => isDeepStrictEqual({ ...read, line: 0 }, sentence);
  const again = [...readSentences(written)];
  if (again.length !== 1 || !isSame(again[0])) fail(`it is read back otherwise: ${written}`);
  // A file has its text in UTF-8, which no half of a surrogate pair can be written in.
  const bytes = new TextEncoder().encode(written);
  if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) === written) {
    const [read] = readSentences(bytes);
    if (!isSame(read)) fail(`its bytes are read back otherwise: ${written}`);
  }
  const svg = parseXml(tree.toSvg());
  if (!textIn(svg).includes(sentence.words[0].upos)) fail('its drawing lacks its tags');
  const drawn = tree.toString();
  if (/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u.test(drawn))
    fail('its drawing would disturb a terminal');
  if (drawn.split('\n').length <= sentence.words.length) fail('its drawing lacks words');
  const json = JSON.parse(JSON.stringify(tree)) as Pick<SentenceTree, 'text' | 'words'>;
  if (json.words.some(({ form }, at) => form !== tree.words[at].form)) fail('its JSON has other words');
}

/** The k best trees differ, and come best first. */
function checkRanks(best: SentenceTree): void {
  const ranked = [best, ...(best.alternatives ?? [])];
  const different = new Set(ranked.map(({ words }) => words.map(({ head }) => head).join()));
  if (different.size !== ranked.length) fail('two of its k best trees are the same');
  const falls = ({ score = 0 }: SentenceTree, at: number) => at === 0 || score <= (ranked[at - 1].score ?? 0);
  if (!ranked.every(falls)) fail('its k best trees are out of order');
}

function fail(problem: string): never {
  throw new Error(problem);
}
