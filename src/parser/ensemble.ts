// One or more parsers that decide together. Parsers of one kind, which have the same tables, average them and decode
// once. Several kinds add up their arc probabilities, or their votes if they have none, and choose the tree with the
// highest expected number of correct heads; a kind counts as often as it has parsers. Each parser has its own vocabulary;
// labels are matched by name.
import { arrayOf } from '../decode/decoding.js';
import type { TransitionScorer } from '../decode/search.js';
import { batchOf } from '../encoder/batch.js';
import type { Engine } from '../engine/engine.js';
import { indexOfMaximum } from '../engine/maximum.js';
import type { Tensor } from '../engine/tensor.js';
import type { Instance, TreeBatch } from '../structure/instance.js';
import type { Scorer } from '../structure/scorer.js';
import type { ScoreTables, StructuredModel, TableModel } from '../structure/structuredModel.js';
import type { TransitionSystem } from '../transition/system.js';
import {
  expectedHeads,
  mean,
  type SentenceScores,
  type TableScoresOptions,
  tableScores,
  votesOf,
} from './sentenceScores.js';
import type { TreeModel } from './treeModel.js';

/** A batch as each member sees it. */
export interface Encoding {
  readonly batches: readonly TreeBatch[];
  readonly encoded: readonly Tensor[];
}

/** A tree over a sentence of a batch. */
export interface FoundTree {
  readonly sentence: number;
  readonly heads: Int32Array; // [n+1]
}

/** The most words to encode at once: an encoder keeps a few kilobytes per word. */
const PIECE = 5000;

/** A group of trees is complete with this many words: more than a batch has, unless it has many trees. */
const LABELLED_WORDS = 4000;

export class Ensemble {
  readonly members: readonly TreeModel[];
  readonly engine: Engine;
  readonly singleRoot: boolean;
  /** Whether all its trees are projective. */
  readonly projective: boolean;
  /** Whether it is a single greedy parser. */
  readonly isGreedy: boolean;
  /**
   * Whether each tree is scored by its canonical derivation alone: if a member has learned probabilities, the best tree
   * is the most probable one.
   */
  readonly canonical: boolean;
  readonly hasKBest: boolean;
  readonly hasProbabilities: boolean;
  /** The members' model, if there is only one member or all have the same tables. */
  readonly structure: StructuredModel | undefined;
  /** The labels of all members. */
  readonly labels: readonly string[];
  /** The members' tables; greedy members have none. */
  #tables: readonly (TableReader | undefined)[];
  /** The indices of the members of each kind. A greedy member is alone. */
  #kinds: readonly (readonly number[])[];
  /** For each member, its labels as indices into `labels`. */
  #labelNumbers: Int32Array[];

  constructor(members: readonly TreeModel[]) {
    if (members.length === 0) throw new Error('An ensemble has at least one model.');
    const [{ parameters, structure }] = members;
    this.members = members;
    this.engine = parameters.engine;
    this.singleRoot = members.some(({ settings }) => settings.singleRoot);
    this.projective = members.every((member) => member.structure.trees.isProjective);
    this.canonical = members.some(({ scorer }) => scorer.isLikelihood);
    const isAlone = members.length === 1;
    this.isGreedy = isAlone && !structure.tables;
    this.#tables = members.map(tableReaderOf);
    this.#kinds = kindsOf(members);
    const isOneKind = structure.tables !== undefined && this.#kinds.length === 1;
    if (isAlone || isOneKind) this.structure = structure;
    this.hasKBest = isOneKind ? structure.tables?.kBest !== undefined : this.projective && !this.isGreedy;
    this.hasProbabilities = isOneKind ? structure.tables?.marginals !== undefined : !this.isGreedy;
    const labels = [...new Set(members.flatMap((member) => member.labels))];
    this.labels = labels;
    const numbers = new Map(labels.map((label, number) => [label, number]));
    this.#labelNumbers = members.map((member) =>
      Int32Array.from(member.labels, (label) => numbers.get(label) ?? -1),
    );
  }

  /** The transition system, if the ensemble can take transitions. */
  get system(): TransitionSystem | undefined {
    return this.structure?.transitions;
  }

  /** Encodes a batch, given as each member's instances of its sentences. The caller releases the scratch memory. */
  encode(instances: readonly (readonly Instance[])[]): Encoding {
    const batches = instances.map(batchOf);
    return { batches, encoded: this.members.map(({ encoder }, at) => encoder.encode(batches[at])) };
  }

  /** Encodes one sentence of any length in pieces, each without context from the others. */
  encodeLong(instances: readonly Instance[]): Encoding {
    const { arena } = this.engine;
    const batches = instances.map((instance) => batchOf([instance]));
    const encoded = this.members.map(({ encoder }, at) => {
      const { n } = instances[at];
      const output = arena.scratch([n + 1, encoder.size]);
      for (let start = 0; start <= n; start += PIECE) {
        arena.scope(() => {
          const rows = encoder.encodeRows(instances[at], start, Math.min(n + 1, start + PIECE));
          rows.use((values) => output.set(values, start * encoder.size));
        });
      }
      return output;
    });
    return { batches, encoded };
  }

  /** Calls `use` with the scores of each sentence, valid only during the call, and returns its results. */
  scores<T>(encoding: Encoding, use: (scores: SentenceScores, sentence: number) => T): T[] {
    const { engine, singleRoot, canonical, projective } = this;
    const [kind, ...others] = this.#kinds;
    const [tables] = this.#tables;
    if (tables && others.length === 0) {
      const { temperature } = this.members[0].settings;
      return this.#scoresOf(kind, tables, encoding, { singleRoot, canonical, temperature }, use);
    }
    const beliefs = this.#kinds.map((kind) => this.#beliefsOf(kind, encoding));
    return encoding.batches[0].instances.map(({ n }, s) => {
      const probabilities = mean(this.#kinds.flatMap((kind, k) => kind.map(() => beliefs[k][s])));
      return use(expectedHeads(engine, n, probabilities, { singleRoot, projective }), s);
    });
  }

  /** The scores from the tables of one kind: those of its only member, or the mean of all. */
  #scoresOf<T>(
    kind: readonly number[],
    { model, read }: TableReader,
    { batches, encoded }: Encoding,
    options: TableScoresOptions,
    use: (scores: SentenceScores, sentence: number) => T,
  ): T[] {
    const [first] = kind;
    const of = (n: number, tables: ScoreTables) => tableScores(this.engine, model, n, tables, options);
    if (kind.length === 1) {
      let sentence = 0;
      return read(batches[first], encoded[first], (n, tables) => use(of(n, tables), sentence++));
    }
    const copies = kind.map((at) => this.#tables[at]?.read(batches[at], encoded[at], copyOf) ?? []);
    return batches[first].instances.map(({ n }, s) => use(of(n, meanOf(copies.map((own) => own[s]))), s));
  }

  /** What one kind believes of the arcs of each sentence. */
  #beliefsOf(kind: readonly number[], encoding: Encoding): Float32Array[] {
    const [first] = kind;
    const tables = this.#tables[first];
    if (!tables) {
      const { batches, encoded } = encoding;
      return this.members[first].scorer.parse(batches[first], encoded[first]).map(votesOf);
    }
    const singleRoot = kind.some((at) => this.members[at].settings.singleRoot);
    // A member's temperature fits it alone: the mean of several distributions is flatter than each.
    return this.#scoresOf(kind, tables, encoding, { singleRoot, temperature: 1 }, (scores) =>
      tables.model.marginals ? scores.probabilities().arcs : votesOf(scores.best().heads),
    );
  }

  /** Returns a function from a sentence to the scorer of its configurations; only for transition-based ensembles. */
  configurations({ batches, encoded }: Encoding): (sentence: number) => TransitionScorer {
    const scorers = this.members.map(({ scorer }, at) => {
      if (!scorer.configurations) throw new Error('The models take no transitions.');
      return scorer.configurations(batches[at], encoded[at]);
    });
    if (scorers.length === 1) return scorers[0];
    return (sentence) => {
      const members = scorers.map((scorer) => scorer(sentence));
      return (configuration, out) => {
        const sum = new Float32Array(out.length);
        for (const score of members) {
          score(configuration, out);
          for (let t = 0; t < sum.length; t++) sum[t] += out[t];
        }
        for (let t = 0; t < sum.length; t++) out[t] = sum[t] / members.length;
      };
    };
  }

  /** The labels of trees as indices into `labels`, −1 for ROOT; undefined if no member has labels. */
  label(encoding: Encoding, trees: readonly FoundTree[]): Int32Array[] | undefined {
    if (this.members.every(({ labeler }) => !labeler)) return undefined;
    return groupsOf(trees).flatMap((group) => this.#labelTogether(encoding, group));
  }

  #labelTogether({ batches, encoded }: Encoding, trees: readonly FoundTree[]): Int32Array[] {
    const heads = trees.map((tree) => tree.heads);
    // A sentence may have several trees; its rows then serve as several sentences.
    const repeated = ({ instances, starts, lengths, rows }: TreeBatch): TreeBatch => ({
      instances: trees.map(({ sentence }) => instances[sentence]),
      starts: trees.map(({ sentence }) => starts[sentence]),
      lengths: trees.map(({ sentence }) => lengths[sentence]),
      rows,
    });
    const voters = this.members.flatMap(({ labeler }, at) => (labeler ? [{ labeler, at }] : []));
    if (voters.length === 1) {
      const [{ labeler, at }] = voters;
      const numbers = this.#labelNumbers[at];
      const labels = labeler.label(repeated(batches[at]), encoded[at], heads);
      return labels.map((own) => own.map((label) => (label < 0 ? -1 : numbers[label])));
    }
    const width = this.labels.length;
    // [words, labels]
    const sums = new Float64Array(width * heads.reduce((words, { length }) => words + length - 1, 0));
    for (const { labeler, at } of voters) {
      this.engine.arena.scope(() => {
        const scores = labeler.score(repeated(batches[at]), encoded[at], heads);
        scores.use((values) => addProbabilities(values, this.#labelNumbers[at], sums, width));
      });
    }
    let row = 0;
    return heads.map((tree) =>
      tree.map((_, word) => (word === 0 ? -1 : indexOfMaximum(sums, width * row++, width))),
    );
  }
}

/** The trees in groups that are labelled together: many trees of long sentences would take much memory at once. */
function groupsOf(trees: readonly FoundTree[]): FoundTree[][] {
  const groups: FoundTree[][] = [];
  let words = LABELLED_WORDS;
  for (const tree of trees) {
    if (words >= LABELLED_WORDS) {
      groups.push([]);
      words = 0;
    }
    groups[groups.length - 1].push(tree);
    words += tree.heads.length - 1;
  }
  return groups;
}

function kindsOf(members: readonly TreeModel[]): number[][] {
  const kinds = new Map<string, number[]>();
  for (const [at, { structure }] of members.entries()) {
    const name = structure.tables ? structure.name : `greedy ${at}`;
    kinds.set(name, [...(kinds.get(name) ?? []), at]);
  }
  return [...kinds.values()];
}

/** How to read a parser's tables, and how to find trees in them. */
interface TableReader {
  readonly model: TableModel;
  readonly read: NonNullable<Scorer['tables']>;
}

function tableReaderOf({ structure, scorer }: TreeModel): TableReader | undefined {
  return structure.tables && scorer.tables && { model: structure.tables, read: scorer.tables };
}

function copyOf(_: number, tables: ScoreTables): Record<string, Float32Array> {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, arrayOf(table).slice()]));
}

function meanOf(members: readonly Record<string, Float32Array>[]): ScoreTables {
  return Object.fromEntries(
    Object.keys(members[0]).map((name) => [name, mean(members.map((tables) => tables[name]))]),
  );
}

/** Adds a member's label probabilities, because raw scores of different members are not comparable. */
function addProbabilities(
  scores: Float32Array, // [words, numbers]
  numbers: Int32Array,
  sums: Float64Array, // [words, width]
  width: number,
): void {
  const count = numbers.length;
  for (let from = 0, to = 0; from < scores.length; from += count, to += width) {
    const best = scores[from + indexOfMaximum(scores, from, count)];
    let total = 0;
    // A member without a label for such an arc has no vote.
    if (best === -Infinity) continue;
    for (let label = 0; label < count; label++) total += Math.exp(scores[from + label] - best);
    for (let label = 0; label < count; label++) {
      sums[to + numbers[label]] += Math.exp(scores[from + label] - best) / total;
    }
  }
}
