// A pattern, compiled once and matched against sentences.
import { listed, quoted } from '../conllu/quotation.js';
import type { Sentence, Word } from '../conllu/sentence.js';
import { BlockMatcher, type Edges, type Words } from './assignment.js';
import type { ClauseBlock, EdgeClause, PatternClauses } from './clauses.js';
import { featureOf, labelFeature, labelFeatures } from './features.js';
import { Graph } from './graph.js';
import { PatternError } from './patternError.js';
import { readPattern } from './patternReader.js';
import { sentencePasses } from './tests.js';

/** One place where a pattern fits. */
export interface Match {
  /** The words of the pattern's nodes, by their names. */
  readonly nodes: Readonly<Record<string, Word>>;
  /** The named edges of the pattern: the words they lead to, which carry their labels. */
  readonly edges: Readonly<Record<string, Word>>;
}

/** A pattern in Grew's notation, described in docs/search.md. */
export class Pattern {
  /** The source of the pattern. */
  readonly text: string;
  readonly clauses: PatternClauses;
  #edges: Edges;
  #main: BlockMatcher;
  #others: { matcher: BlockMatcher; isWanted: boolean }[];

  constructor(text: string) {
    this.text = text;
    this.clauses = readPattern(text);
    const { main, others } = this.clauses;
    this.#edges = edgesOf(main);
    this.#main = new BlockMatcher(main, this.#edges);
    this.#others = others.map(({ block, isWanted }) => ({
      matcher: new BlockMatcher(block, new Map([...this.#edges, ...edgesOf(block)])),
      isWanted,
    }));
  }

  /** All places of a sentence where the pattern fits. Different nodes are different words. */
  matches(sentence: Sentence): Match[] {
    const matches: Match[] = [];
    this.#visit(sentence, (words) => {
      const nodes: Record<string, Word> = {};
      for (const node of this.clauses.main.nodes) nodes[node] = wordOf(sentence, words.get(node));
      const edges: Record<string, Word> = {};
      for (const [name, { to = '' }] of this.#edges) edges[name] = nodes[to];
      matches.push({ nodes, edges });
      return false;
    });
    return matches;
  }

  /** Whether the pattern fits anywhere in a sentence. */
  fits(sentence: Sentence): boolean {
    return this.#visit(sentence, () => true);
  }

  /**
   * A function that reads a key such as `V.lemma` or `e.label` from a match; it returns undefined if the word lacks the
   * feature.
   */
  key(key: string): (match: Match) => string | undefined {
    const found = /^([\p{L}_][\p{L}\p{N}_]*)\.([\p{L}\p{N}_]+(?:\[\p{L}+\])?)$/u.exec(key);
    const { nodes } = this.clauses.main;
    if (!found || !(nodes.includes(found[1]) || this.#edges.has(found[1]))) {
      const names = listed([...nodes, ...this.#edges.keys()]);
      throw new PatternError(
        `A key is as in N.lemma or e.label, with one of ${names}, not ${quoted(key)}.`,
        key,
        0,
      );
    }
    const [, of, feature] = found;
    if (!this.#edges.has(of)) return ({ nodes: words }) => featureOf(words[of], feature);
    if (!labelFeatures.includes(feature)) {
      throw new PatternError(
        `The edge ${of} has label, 1 and 2, not ${quoted(feature)}.`,
        key,
        of.length + 1,
      );
    }
    return ({ edges }) => labelFeature(edges[of].deprel, feature);
  }

  /** Stops and returns true when a visit returns true. */
  #visit(sentence: Sentence, found: (words: Words) => boolean): boolean {
    const graph = new Graph(sentence);
    if (!this.clauses.globals.every((test) => sentencePasses(graph, test))) return false;
    const words: Words = new Map();
    return this.#main.visit(graph, words, () => {
      const fits = this.#others.every(({ matcher, isWanted }) => {
        return matcher.visit(graph, words, () => true) === isWanted;
      });
      return fits && found(words);
    });
  }
}

function edgesOf({ clauses }: ClauseBlock): Map<string, EdgeClause> {
  const edges = new Map<string, EdgeClause>();
  for (const clause of clauses) {
    if (clause.kind === 'edge' && clause.edge !== undefined) edges.set(clause.edge, clause);
  }
  return edges;
}

function wordOf({ words }: Sentence, id: number | undefined): Word {
  if (id === undefined) throw new Error('A node of the pattern has no word.');
  return words[id - 1];
}
