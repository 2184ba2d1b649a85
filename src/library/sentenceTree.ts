// A parsed sentence as programs use it: its words with their places, tags, heads and labels.
import type { Sentence, Word } from '../conllu/sentence.js';
import { writeSentence } from '../conllu/writer.js';
import { type Candidates, type Rival, rivalsOf } from '../pipeline/candidates.js';
import type { ParsedSentence, ParsedTree } from '../pipeline/parsedSentence.js';
import { textOf } from '../render/drawing.js';
import { placesInText } from '../render/json.js';
import { type SvgOptions, svgTree } from '../render/svg.js';
import { type TerminalOptions, terminalTree } from '../render/terminalTree.js';
import type { Places } from '../splitter/sentences.js';

/** A word of a parsed sentence. */
export class TreeWord {
  /** Its position in the sentence: 1 for the first. */
  readonly id: number;
  readonly form: string;
  /** Its place in the text that was given, in UTF-16 units; in the sentence's own text if tokens were given. */
  readonly start: number;
  readonly end: number;
  /** The columns of CoNLL-U; empty where there is nothing to say. */
  readonly lemma: string;
  readonly upos: string;
  readonly xpos: string;
  readonly feats: string;
  /** The position of its head, 0 for the root. */
  readonly head: number;
  /** The label of the arc from its head: nsubj, obj, … */
  readonly deprel: string;
  /** The probability of the arc from its head, if marginals were asked for. */
  readonly probability?: number;
  #tree: SentenceTree;
  #candidates: Candidates | undefined;

  constructor(
    tree: SentenceTree,
    word: Word,
    [start, end]: readonly [start: number, end: number],
    { probability, candidates }: { readonly probability?: number; readonly candidates?: Candidates },
  ) {
    const said = (column: string) => (column === '_' ? '' : column);
    this.id = word.id;
    this.form = word.form;
    this.start = start;
    this.end = end;
    // The lemma of the word `_` is `_`.
    this.lemma = word.form === '_' ? word.lemma : said(word.lemma);
    this.upos = said(word.upos);
    this.xpos = said(word.xpos);
    this.feats = said(word.feats);
    this.head = word.head;
    this.deprel = said(word.deprel);
    if (probability !== undefined) this.probability = probability;
    this.#tree = tree;
    this.#candidates = candidates;
  }

  /** The most probable other heads that it could have, if rivals were asked for. */
  get rivals(): Rival[] | undefined {
    return this.#candidates && rivalsOf(this.#candidates, this.#tree.words.length, this);
  }

  toJSON(): object {
    return { ...this, rivals: this.rivals };
  }

  /** The words whose head it is, in their order. */
  get children(): TreeWord[] {
    return this.#tree.words.filter(({ head }) => head === this.id);
  }
}

/** A parsed sentence: its best tree, and others if they were asked for. */
export class SentenceTree {
  readonly text: string;
  readonly words: readonly TreeWord[];
  /** The score of the tree and the next best ones, if several were asked for. */
  readonly score?: number;
  readonly alternatives?: readonly SentenceTree[];
  /** The probability of the tree among all trees of the sentence, if both several and marginals were asked for. */
  readonly probability?: number;
  /** What to know of the tree: that the sentence was too long for exact parsing. */
  readonly warning?: string;
  #sentence: Sentence;
  #probabilities: Float32Array | undefined; // [n+1]

  constructor(
    { sentence, score, probability, probabilities, candidates }: ParsedTree,
    { text, starts, ends }: PlacedText,
    { alternatives, warning }: Pick<SentenceTree, 'alternatives' | 'warning'> = {},
  ) {
    this.#sentence = sentence;
    this.#probabilities = probabilities;
    this.text = text;
    this.words = sentence.words.map((word, at) => {
      const beliefs = { probability: probabilities?.[word.id], candidates };
      return new TreeWord(this, word, [starts[at], ends[at]], beliefs);
    });
    if (score !== undefined) this.score = score;
    if (alternatives && score !== undefined) this.alternatives = alternatives;
    if (probability !== undefined) this.probability = probability;
    if (warning !== undefined) this.warning = warning;
  }

  /** The word that depends on none; the first of several; none in a sentence without words. */
  get root(): TreeWord | undefined {
    return this.words.find(({ head }) => head === 0);
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
  const alternatives = others.map((tree) => new SentenceTree(tree, placed));
  return new SentenceTree(best, placed, { alternatives, warning });
}

/** The trees of a sentence one after the other, each by itself. */
export function* singleTrees(trees: Iterable<ParsedTree>, places?: Places): Generator<SentenceTree> {
  let placed: PlacedText | undefined;
  for (const tree of trees) {
    placed ??= placedIn(tree.sentence, places);
    yield new SentenceTree(tree, placed);
  }
}

/** The text of a sentence, and the places of its words. */
interface PlacedText extends Places {
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
