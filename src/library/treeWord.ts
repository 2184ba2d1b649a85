// A word of a parsed sentence, with ways to walk its tree.
import type { Word } from '../conllu/sentence.js';
import type { UniversalRelation, UniversalTag } from '../conllu/universal.js';
import type { Rival } from '../pipeline/candidates.js';
import type { SentenceTree, Span, TreeContent } from './sentenceTree.js';

/** A universal tag, which editors complete, or any other tag of a treebank. */
export type Tag = UniversalTag | (string & {});

/** A universal relation, which editors complete, or one with a treebank's subtype. */
export type Relation = UniversalRelation | (string & {});

/** A word of a parsed sentence. */
export class TreeWord {
  /** Its position in the sentence: 1 for the first. */
  readonly id: number;
  readonly form: string;
  /** Its place in the parsed text, in UTF-16 units; in the sentence's own text if tokens were parsed. */
  readonly start: number;
  readonly end: number;
  /** CoNLL-U columns; empty where CoNLL-U has `_`. */
  readonly lemma: string;
  readonly upos: Tag;
  readonly xpos: string;
  /** As in CoNLL-U: `Case=Nom|Number=Sing`; `features` has them one by one. */
  readonly feats: string;
  /** The position of its head, 0 for the root; `parent` is that word. */
  readonly head: number;
  /** The label of the arc from its head: nsubj, obj, … */
  readonly deprel: Relation;
  /** The probability of the arc from its head, if marginals were requested. */
  readonly probability?: number;
  #tree: SentenceTree;
  #rivalsOf: TreeContent['rivalsOf'];

  constructor(
    tree: SentenceTree,
    word: Word,
    start: number,
    end: number,
    probability: number | undefined,
    rivalsOf: TreeContent['rivalsOf'],
  ) {
    this.id = word.id;
    this.form = word.form;
    this.start = start;
    this.end = end;
    // The lemma of the word `_` is `_`.
    this.lemma = word.form === '_' ? word.lemma : given(word.lemma);
    this.upos = given(word.upos);
    this.xpos = given(word.xpos);
    this.feats = given(word.feats);
    this.head = word.head;
    this.deprel = given(word.deprel);
    if (probability !== undefined) this.probability = probability;
    this.#tree = tree;
    this.#rivalsOf = rivalsOf;
  }

  /** The most probable other heads, if rivals were requested; computed when read, because there are many. */
  get rivals(): readonly Rival[] | undefined {
    return this.#rivalsOf?.(this);
  }

  /** Its properties and its rivals, for JSON. */
  toJSON(): object {
    const { rivals } = this;
    return rivals ? { ...this, rivals } : this;
  }

  /** The features one by one: `word.features.Number === 'Plur'`. */
  get features(): Readonly<Record<string, string>> {
    if (this.feats === '') return {};
    const pairs = this.feats.split('|').map((item) => {
      const equals = item.indexOf('=');
      return equals < 0 ? [item, ''] : [item.slice(0, equals), item.slice(equals + 1)];
    });
    return Object.fromEntries(pairs);
  }

  /** The relation without its subtype: nsubj for nsubj:pass. */
  get relation(): Relation {
    return this.deprel.split(':', 1)[0];
  }

  /** Its head; undefined for the root. */
  get parent(): TreeWord | undefined {
    return this.#tree.words[this.head - 1];
  }

  /** The words whose head it is, in text order. */
  get children(): readonly TreeWord[] {
    return this.#tree.childrenOf(this.id);
  }

  /** The children before it. */
  get leftChildren(): TreeWord[] {
    return this.children.filter(({ id }) => id < this.id);
  }

  /** The children after it. */
  get rightChildren(): TreeWord[] {
    return this.children.filter(({ id }) => id > this.id);
  }

  /** Its head, its head's head, and so on up to the root. */
  get ancestors(): TreeWord[] {
    const found: TreeWord[] = [];
    for (let word = this.parent; word; word = word.parent) found.push(word);
    return found;
  }

  /** The number of its ancestors: 0 for the root. */
  get depth(): number {
    return this.ancestors.length;
  }

  /** The word and all words below it, in text order. */
  get subtree(): TreeWord[] {
    const found: TreeWord[] = [this];
    for (const word of found) found.push(...word.children);
    return found.sort((a, b) => a.id - b.id);
  }

  /** From the first word of its subtree to the last. */
  get span(): Span {
    const { subtree } = this;
    return this.#tree.span(subtree[0], subtree[subtree.length - 1]);
  }

  /** Whether another word is below this one. */
  dominates(other: TreeWord): boolean {
    return other.ancestors.includes(this);
  }

  /** The words along the arcs from this one to another, inclusive: up to their lowest common ancestor, then down. */
  pathTo(other: TreeWord): TreeWord[] {
    const [up, down] = [
      [this, ...this.ancestors],
      [other, ...other.ancestors],
    ];
    const top = up.find((word) => down.includes(word));
    // Words under different roots have no common ancestor, so there is no path.
    if (!top) return [];
    return [...up.slice(0, up.indexOf(top) + 1), ...down.slice(0, down.indexOf(top)).reverse()];
  }
}

const given = (column: string) => (column === '_' ? '' : column);
