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

/** Words that follow each other. */
export interface Span {
  readonly words: readonly TreeWord[];
  readonly text: string;
  /** Its place, like that of a word. */
  readonly start: number;
  readonly end: number;
}

/** Several words that are written as one. */
export interface MultiwordToken {
  readonly form: string;
  /** The positions of its first and its last word. */
  readonly first: number;
  readonly last: number;
}

/** What stands in the text: a word, or several that are written as one. */
export interface SurfaceToken extends MultiwordToken {
  /** Its place, like that of a word. */
  readonly start: number;
  readonly end: number;
  /** Whether the next token follows without a blank. */
  readonly isJoined: boolean;
}

/** A tree, with what a parser knows of it. */
export interface TreeContent extends Omit<ParsedTree, 'candidates'> {
  readonly rivalsOf?: (word: Word) => readonly Rival[] | undefined;
}

/** A parsed sentence: its best tree, and others if they were asked for. */
export class SentenceTree {
  /** The sent_id of a sentence of CoNLL-U. */
  readonly id?: string;
  readonly text: string;
  readonly words: readonly TreeWord[];
  /** Absent where there are none; `tokens` has all tokens. */
  readonly multiwordTokens?: readonly MultiwordToken[];
  /** The score of the tree and the next best ones, if several were asked for. */
  readonly score?: number;
  readonly alternatives?: readonly SentenceTree[];
  /** The probability of the tree among all trees of the sentence, if both several and marginals were asked for. */
  readonly probability?: number;
  /** What to know of the tree: that the sentence was too long for exact parsing. */
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
    this.words = sentence.words.map((word, at) => {
      const place = [starts[at], ends[at]] as const;
      return new TreeWord(this, word, place, probabilities?.[word.id], () => rivalsOf?.(word));
    });
    if (sentence.ranges.length > 0) {
      this.multiwordTokens = sentence.ranges.map(({ form, first, last }) => ({ form, first, last }));
    }
    if (score !== undefined) this.score = score;
    if (alternatives && score !== undefined) this.alternatives = alternatives;
    if (probability !== undefined) this.probability = probability;
    if (warning !== undefined) this.warning = warning;
  }

  /** The word that depends on none; the first of several; none in a sentence without words. */
  get root(): TreeWord | undefined {
    return this.words.find(({ head }) => head === 0);
  }

  /** The tokens of the text, in its order. */
  get tokens(): SurfaceToken[] {
    const tokens = [...tokensOf(this.#sentence)];
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

  /** The words that have this position as their head, in their order; those of 0 are the roots. */
  childrenOf(position: number): readonly TreeWord[] {
    if (!this.#children) {
      this.#children = Array.from({ length: this.words.length + 1 }, () => []);
      for (const word of this.words) this.#children[word.head]?.push(word);
    }
    return this.#children[position] ?? [];
  }

  /** From one word to another. */
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

  /** The words that a pattern finds, by the names of its nodes. */
  match(pattern: Pattern | string): Record<string, TreeWord>[] {
    const compiled = typeof pattern === 'string' ? new Pattern(pattern) : pattern;
    return compiled
      .matches(this.#sentence)
      .map(({ nodes }) =>
        Object.fromEntries(Object.entries(nodes).map(([name, { id }]) => [name, this.words[id - 1]])),
      );
  }

  /** The tree again from its JSON, or from what `structuredClone` makes of it, as when a worker posts it. */
  static from(json: SentenceTreeJson): SentenceTree {
    return new SentenceTree(...revived(json), {
      alternatives: json.alternatives?.map((other) => SentenceTree.from(other)),
      warning: json.warning,
    });
  }

  /** The sentence as CoNLL-U has it, to be changed, written or parsed again: a copy. */
  toSentence(): Sentence {
    return structuredClone(this.#sentence);
  }

  /** Its lines of CoNLL-U and the blank line that ends them. */
  toConllu(): string {
    return writeSentence(this.#sentence);
  }

  /** A drawing of the tree. */
  toSvg(options: SvgOptions = {}): string {
    return svgTree(this.#sentence, { probabilities: this.#probabilities, ...options });
  }

  /** The tree in characters, for a terminal. */
  toString(options: TerminalOptions = {}): string {
    return terminalTree(this.#sentence, { probabilities: this.#probabilities, ...options });
  }
}

/** What was parsed, with the places of the words in the text that was given, or else in the sentence's own. */
export function sentenceTree({ trees, warning }: ParsedSentence, places?: Places): SentenceTree {
  const [best, ...others] = trees;
  const placed = placedIn(best.sentence, places);
  const alternatives = others.map((tree) => new SentenceTree(contentOf(tree), placed));
  return new SentenceTree(contentOf(best), placed, { alternatives, warning });
}

/** The trees of a sentence one after the other, each by itself. */
export function* singleTrees(trees: Iterable<ParsedTree>, places?: Places): Generator<SentenceTree> {
  let placed: PlacedText | undefined;
  for (const tree of trees) {
    placed ??= placedIn(tree.sentence, places);
    yield new SentenceTree(contentOf(tree), placed);
  }
}

function contentOf({ candidates, ...tree }: ParsedTree): TreeContent {
  const { length } = tree.sentence.words;
  return { ...tree, ...(candidates && { rivalsOf: (word: Word) => rivalsOf(candidates, length, word) }) };
}

/** The text of a sentence, and the places of its words. */
export interface PlacedText extends Places {
  readonly text: string;
}

/** The text that the file of a sentence tells, if it consists of the sentence's tokens, or else of the tokens alone. */
function placedIn(sentence: Sentence, given: Places | undefined): PlacedText {
  if (given) return { text: textOf(sentence), starts: given.starts, ends: given.ends };
  const texts = [textOf(sentence), textOf({ ...sentence, comments: [] })];
  for (const text of texts) {
    const places = placesInText(sentence, text);
    if (places) return { text, ...places };
  }
  // A word with blanks at its ends is found nowhere.
  const [text] = texts;
  return { text, starts: sentence.words.map(() => 0), ends: sentence.words.map(() => text.length) };
}
