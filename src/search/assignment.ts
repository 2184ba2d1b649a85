// Assigns words to the nodes of a block: the node with the fewest candidates first, then along the edges.
import type { Clause, ClauseBlock, CompareClause, EdgeClause, NodeClause, ValueName } from './clauses.js';
import { labelFeature } from './features.js';
import type { Graph } from './graph.js';
import { isOneOf, labelPasses, wordPasses } from './tests.js';

/** Words by the names of nodes. */
export type Words = Map<string, number>;

/** The words that edges lead to, by the names of edges. */
export type Edges = ReadonlyMap<string, EdgeClause>;

/** The clauses of a block about one of its nodes. */
interface NodeClauses {
  readonly name: string;
  readonly own: readonly NodeClause[];
  /** The single-step edges that lead to it. */
  readonly incoming: readonly EdgeClause[];
  /** The clauses that can fail once it has a word. */
  readonly concerned: readonly Clause[];
}

/** Assigns words to the nodes of one block; compiled once for all sentences. */
export class BlockMatcher {
  #block: ClauseBlock;
  #edges: Edges;
  #nodes: NodeClauses[];

  /** `edges` are those that the block may name: its own and those of the main block. */
  constructor(block: ClauseBlock, edges: Edges) {
    this.#block = block;
    this.#edges = edges;
    this.#nodes = block.nodes.map((name) => ({
      name,
      own: block.clauses.filter((clause) => clause.kind === 'node').filter(({ node }) => node === name),
      incoming: block.clauses
        .filter((clause) => clause.kind === 'edge')
        .filter(({ to, isPath }) => to === name && !isPath),
      concerned: block.clauses.filter((clause) => names(clause, edges).includes(name)),
    }));
  }

  /**
   * Visits all ways to assign different words to the nodes so that the clauses hold, given the words already in
   * `assigned`. Stops and returns true when a visit returns true. The map changes during the visits and is restored.
   */
  visit(graph: Graph, assigned: Words, found: () => boolean): boolean {
    const pending: [node: NodeClauses, words: number[]][] = [];
    for (const node of this.#nodes) {
      const words = candidatesOf(graph, node);
      if (words.length === 0) return false;
      pending.push([node, words]);
    }
    if (!this.#block.clauses.every((clause) => holds(graph, clause, assigned, this.#edges))) return false;
    return this.#assign(graph, pending, assigned, found);
  }

  #assign(
    graph: Graph,
    pending: readonly [node: NodeClauses, words: number[]][],
    assigned: Words,
    found: () => boolean,
  ): boolean {
    if (pending.length === 0) return found();
    let best = 0;
    let words: readonly number[] | undefined;
    for (const [at, [node, candidates]] of pending.entries()) {
      const left = leftFor(graph, node, candidates, assigned);
      if (words && left.length >= words.length) continue;
      [best, words] = [at, left];
      if (left.length === 0) return false;
    }
    const { name, concerned } = pending[best][0];
    const rest = pending.filter((_, at) => at !== best);
    for (const word of words ?? []) {
      if (isTaken(assigned, word)) continue;
      assigned.set(name, word);
      const isFine = concerned.every((clause) => holds(graph, clause, assigned, this.#edges));
      const stops = isFine && this.#assign(graph, rest, assigned, found);
      assigned.delete(name);
      if (stops) return true;
    }
    return false;
  }
}

/** The candidates of a node that remain, given the assigned words. */
function leftFor(
  graph: Graph,
  { name, concerned }: NodeClauses,
  candidates: readonly number[],
  assigned: Words,
): readonly number[] {
  let left = candidates;
  for (const clause of concerned) {
    const near = neighbours(graph, clause, name, assigned);
    if (near && near.length < left.length) left = near.filter((word) => candidates.includes(word));
  }
  return left;
}

function isTaken(assigned: Words, word: number): boolean {
  for (const other of assigned.values()) if (other === word) return true;
  return false;
}

/** The words that pass the tests on this node alone. */
function candidatesOf(graph: Graph, { own, incoming }: NodeClauses): number[] {
  const words: number[] = [];
  for (let word = 1; word <= graph.n; word++) {
    if (
      incoming.every(
        ({ from, label }) =>
          graph.head(word) >= (from === undefined ? 0 : 1) && labelPasses(graph.label(word), label),
      ) &&
      own.every((clause) => wordPasses(graph, word, clause))
    ) {
      words.push(word);
    }
  }
  return words;
}

/** The words that an edge or order clause allows for a node, given the other end; undefined without a restriction. */
function neighbours(
  graph: Graph,
  clause: Clause,
  node: string,
  assigned: Words,
): readonly number[] | undefined {
  if (clause.kind === 'edge' && !clause.isPath) {
    const from = clause.from === undefined ? undefined : assigned.get(clause.from);
    const to = clause.to === undefined ? undefined : assigned.get(clause.to);
    if (clause.to === node && from !== undefined) return graph.children(from);
    if (clause.from === node && to !== undefined) return [graph.head(to)];
  }
  if (clause.kind === 'order' && clause.isDirect) {
    const left = assigned.get(clause.left);
    const right = assigned.get(clause.right);
    if (clause.right === node && left !== undefined) return [left + 1];
    if (clause.left === node && right !== undefined) return [right - 1];
  }
  return undefined;
}

/** The nodes on which a clause depends. */
function names(clause: Clause, edges: Edges): (string | undefined)[] {
  switch (clause.kind) {
    case 'node':
      return [clause.node];
    case 'edge':
      return [clause.from, clause.to];
    case 'order':
      return [clause.left, clause.right];
    case 'compare':
      return [clause.left, ...(isName(clause.right) ? [clause.right] : [])].flatMap(({ of }) => {
        const edge = edges.get(of);
        return edge ? [edge.from, edge.to] : [of];
      });
  }
}

/** Whether a clause holds; true while any of its nodes lacks a word. */
function holds(graph: Graph, clause: Clause, assigned: Words, edges: Edges): boolean {
  switch (clause.kind) {
    case 'node': {
      const word = assigned.get(clause.node);
      return word === undefined || wordPasses(graph, word, clause);
    }
    case 'edge':
      return edgeHolds(graph, clause, assigned);
    case 'order': {
      const left = assigned.get(clause.left);
      const right = assigned.get(clause.right);
      if (left === undefined || right === undefined) return true;
      return clause.isDirect ? left + 1 === right : left < right;
    }
    case 'compare':
      return comparisonHolds(graph, clause, assigned, edges);
  }
}

function edgeHolds(graph: Graph, { from, to, label, isPath }: EdgeClause, assigned: Words): boolean {
  const source = from === undefined ? undefined : assigned.get(from);
  const target = to === undefined ? undefined : assigned.get(to);
  if ((from !== undefined && source === undefined) || (to !== undefined && target === undefined)) return true;
  const goes = (word: number) => {
    if (isPath) return source === undefined ? graph.head(word) >= 0 : graph.dominates(source, word);
    const head = graph.head(word);
    return (source === undefined ? head >= 0 : head === source) && labelPasses(graph.label(word), label);
  };
  if (target !== undefined) return goes(target);
  for (let word = 1; word <= graph.n; word++) if (goes(word)) return true;
  return false;
}

function comparisonHolds(graph: Graph, clause: CompareClause, assigned: Words, edges: Edges): boolean {
  const { left, right, isEqual } = clause;
  if (!isKnown(left, assigned, edges) || (isName(right) && !isKnown(right, assigned, edges))) return true;
  const value = namedValue(graph, left, assigned, edges);
  if (value === undefined) return false;
  if (!isName(right)) return isOneOf(value, [right]) === isEqual;
  const other = namedValue(graph, right, assigned, edges);
  return other !== undefined && (value === other) === isEqual;
}

function isName(side: CompareClause['right']): side is ValueName {
  return typeof side !== 'string' && !(side instanceof RegExp);
}

function wordBehind(name: string, assigned: Words, edges: Edges): number | undefined {
  const edge = edges.get(name);
  return assigned.get(edge ? (edge.to ?? '') : name);
}

function isKnown({ of }: ValueName, assigned: Words, edges: Edges): boolean {
  return wordBehind(of, assigned, edges) !== undefined;
}

/** The value of a node's feature, or of the label of an edge. */
function namedValue(
  graph: Graph,
  { of, feature }: ValueName,
  assigned: Words,
  edges: Edges,
): string | undefined {
  const word = wordBehind(of, assigned, edges);
  if (word === undefined) return undefined;
  return edges.has(of) ? labelFeature(graph.label(word), feature) : graph.value(word, feature);
}
