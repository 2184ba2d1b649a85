// A parsed sentence as programs use it: its words with their places, tags, heads and labels.
import { commentValue, type Sentence, type Word } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { writeSentence } from '../conllu/writer.js';
import { type Rival, rivalsOf } from '../pipeline/candidates.js';
import type { ParsedSentence, ParsedTree } from '../pipeline/parsedSentence.js';
import { textOf } from '../render/drawing.js';
import { placesInText } from '../render/json.js';
import { type SvgOptions, svgTree } from '../render/svg.js';
import { type TerminalOptions, terminalTree } from '../render/terminalTree.js';
import { Pattern } from '../search/pattern.js';
import type { Places } from '../splitter/sentences.js';
import { type NounChunk, nounChunksOf } from './nounChunks.js';
import { revived, type SentenceTreeJson } from './revival.js';
import { TreeWord } from './treeWord.js';
import { type Triple, triplesOf } from './triples.js';

/** Consecutive words. */
export interface Span {
  readonly words: readonly TreeWord[];
  readonly text: string;
  /** Its place in the text, as for words. */
  readonly start: number;
  readonly end: number;
}

/** Several words written as one token. */
export interface MultiwordToken {
  readonly form: string;
  /** The positions of its first and its last word. */
  readonly first: number;
  readonly last: number;
}

/** A token of the text: one word, or several written as one. */
export interface SurfaceToken extends MultiwordToken {
  /** Its place in the text, as for words. */
  readonly start: number;
  readonly end: number;
  /** Whether the next token follows without a blank. */
  readonly isJoined: boolean;
}

/** A tree with what the parser knows about it. */
export interface TreeContent extends Omit<ParsedTree, 'candidates'> {
  /** The other heads that a word could have. */
  readonly rivalsOf?: (word: Pick<Word, 'id' | 'head'>) => readonly Rival[] | undefined;
}

/** A parsed sentence: its best tree, and alternatives if requested. */
export class SentenceTree {
  /** The sent_id of a CoNLL-U sentence. */
  readonly id?: string;
  readonly text: string;
  readonly words: readonly TreeWord[];
  /** Absent if there are none; `tokens` has all tokens. */
  readonly multiwordTokens?: readonly MultiwordToken[];
  /** The score of the tree, and the next best trees, if several were requested. */
  readonly score?: number;
  readonly alternatives?: readonly SentenceTree[];
  /** The probability of the tree among all trees of the sentence, if several trees and marginals were requested. */
  readonly probability?: number;
  /** A message, if the sentence was too long for exact parsing. */
  readonly warning?: string;
  #sentence: Sentence;
  #probabilities: Float32Array | undefined; // [n+1]
  #children: TreeWord[][] | undefined; // [n+1]

  /** Use `parse`, or `SentenceTree.from`. */
  constructor(
    { sentence, score, probability, probabilities, rivalsOf }: TreeContent,
    { text, starts, ends }: PlacedText,
    { alternatives, warning }: Pick<SentenceTree, 'alternatives' | 'warning'> = {},
  ) {
    this.#sentence = sentence;
    this.#probabilities = probabilities;
    const id = commentValue(sentence, 'sent_id');
    if (id !== undefined) this.id = id;
    this.text = text;
    this.words = sentence.words.map(
      (word, at) => new TreeWord(this, word, starts[at], ends[at], probabilities?.[word.id], rivalsOf),
    );
    if (sentence.ranges.length > 0) {
      this.multiwordTokens = sentence.ranges.map(({ form, first, last }) => ({ form, first, last }));
    }
    if (score !== undefined) this.score = score;
    if (alternatives && score !== undefined) this.alternatives = alternatives;
    if (probability !== undefined) this.probability = probability;
    if (warning !== undefined) this.warning = warning;
  }

  /** The word whose head is ROOT, or the first of several; undefined in a sentence without words. */
  get root(): TreeWord | undefined {
    return this.words.find(({ head }) => head === 0);
  }

  /** The tokens, in text order. */
  get tokens(): SurfaceToken[] {
    const tokens = tokensOf(this.#sentence);
    const endOf = (last: number) => this.words[last - 1].end;
    return tokens.map(({ columns, first, last }, at) => {
      const { start } = this.words[first - 1];
      const next: TreeWord | undefined = this.words[tokens[at + 1]?.first - 1];
      return {
        form: columns.form,
        first,
        last,
        start,
        end: endOf(last),
        isJoined: next?.start === endOf(last),
      };
    });
  }

  /** The words whose head is at this position, in text order; the children of 0 are the roots. */
  childrenOf(position: number): readonly TreeWord[] {
    if (!this.#children) {
      this.#children = Array.from({ length: this.words.length + 1 }, () => []);
      for (const word of this.words) this.#children[word.head]?.push(word);
    }
    return this.#children[position] ?? [];
  }

  /** The span from one word to another, both included. */
  span(first: TreeWord, last: TreeWord): Span {
    const { starts, ends } = placesInText(this.#sentence, this.text) ?? { starts: [], ends: [] };
    const text = this.text.slice(starts[first.id - 1], ends[last.id - 1]);
    return { words: this.words.slice(first.id - 1, last.id), text, start: first.start, end: last.end };
  }

  /** Nouns, names and pronouns with the words around them that name the same thing. */
  nounChunks(): NounChunk[] {
    return nounChunksOf(this);
  }

  /** Who does what to whom. */
  triples(): Triple[] {
    return triplesOf(this);
  }

  /** All matches of a pattern: the words by the names of its nodes. */
  match(pattern: Pattern | string): Record<string, TreeWord>[] {
    const compiled = typeof pattern === 'string' ? new Pattern(pattern) : pattern;
    return compiled
      .matches(this.#sentence)
      .map(({ nodes }) =>
        Object.fromEntries(Object.entries(nodes).map(([name, { id }]) => [name, this.words[id - 1]])),
      );
  }

  /** Restores a tree from its JSON, or from a structured clone such as a worker posts. */
  static from(json: SentenceTreeJson): SentenceTree {
    return new SentenceTree(...revived(json), {
      alternatives: json.alternatives?.map((other) => SentenceTree.from(other)),
      warning: json.warning,
    });
  }

  /** A copy as a CoNLL-U sentence, to be changed, written or parsed again. */
  toSentence(): Sentence {
    return structuredClone(this.#sentence);
  }

  /** The sentence as CoNLL-U, with the blank line that ends it. */
  toConllu(): string {
    return writeSentence(this.#sentence);
  }

  /** The tree as an SVG drawing. */
  toSvg(options: SvgOptions = {}): string {
    return svgTree(this.#sentence, { probabilities: this.#probabilities, ...options });
  }

  /** The tree as text, for a terminal. */
  toString(options: TerminalOptions = {}): string {
    return terminalTree(this.#sentence, { probabilities: this.#probabilities, ...options });
  }
}

/** The tree of a parsed sentence, with the places of words in the given text, or else in the sentence's own text. */
export function sentenceTree({ trees, warning }: ParsedSentence, places?: Places): SentenceTree {
  const [best, ...others] = trees;
  const placed = placedIn(best.sentence, places);
  const alternatives = others.map((tree) => new SentenceTree(contentOf(tree), placed));
  return new SentenceTree(contentOf(best), placed, { alternatives, warning });
}

/** The trees of a sentence one by one, without alternatives. */
export function* singleTrees(trees: Iterable<ParsedTree>, places?: Places): Generator<SentenceTree> {
  let placed: PlacedText | undefined;
  for (const tree of trees) {
    placed ??= placedIn(tree.sentence, places);
    yield new SentenceTree(contentOf(tree), placed);
  }
}

function contentOf({ candidates, ...tree }: ParsedTree): TreeContent {
  const { length } = tree.sentence.words;
  return candidates ? { ...tree, rivalsOf: (word) => rivalsOf(candidates, length, word) } : tree;
}

/** The text of a sentence and the places of its words. */
export interface PlacedText extends Places {
  readonly text: string;
}

/** Uses the text comment of a sentence if it consists of the sentence's tokens, or else the joined tokens. */
function placedIn(sentence: Sentence, given: Places | undefined): PlacedText {
  const text = textOf(sentence);
  const places = given ?? placesInText(sentence, text);
  if (places) return { text, starts: places.starts, ends: places.ends };
  const joined = textOf({ ...sentence, comments: [] });
  const joinedPlaces = placesInText(sentence, joined);
  if (joinedPlaces) return { text: joined, ...joinedPlaces };
  // A word with leading or trailing blanks cannot be found.
  return { text, starts: sentence.words.map(() => 0), ends: sentence.words.map(() => text.length) };
}
