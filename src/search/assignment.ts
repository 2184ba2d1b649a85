// Assigns words to the nodes of a block: the node with the fewest candidates first, then along the edges.
import type { Block, Clause, CompareClause, EdgeClause, ValueName } from './clauses.js';
import { labelFeature } from './features.js';
import type { Graph } from './graph.js';
import { isOneOf, labelPasses, wordPasses } from './tests.js';

/** Words by the names of nodes. */
export type Words = Map<string, number>;

/** The words that edges lead to, by the names of edges. */
export type Edges = ReadonlyMap<string, EdgeClause>;

/**
 * All ways to assign different words to the new nodes of a block so that its clauses hold, beside the nodes that have
 * their words already. `assigned` is changed and restored: a caller that keeps an assignment copies it.
 */
export function* assignments(graph: Graph, block: Block, assigned: Words, edges: Edges): Generator<Words> {
  const candidates = new Map<string, number[]>();
  for (const node of block.nodes) {
    const words = candidatesOf(graph, node, block.clauses);
    if (words.length === 0) return;
    candidates.set(node, words);
  }
  const pending = new Set(block.nodes);
  if (!block.clauses.every((clause) => holds(graph, clause, assigned, edges))) return;
  yield* assign();

  function* assign(): Generator<Words> {
    if (pending.size === 0) {
      yield assigned;
      return;
    }
    const [node, words] = next();
    pending.delete(node);
    const concerned = block.clauses.filter((clause) => names(clause, edges).includes(node));
    for (const word of words) {
      if (isTaken(assigned, word)) continue;
      assigned.set(node, word);
      if (concerned.every((clause) => holds(graph, clause, assigned, edges))) yield* assign();
      assigned.delete(node);
    }
    pending.add(node);
  }

  /** The pending node with the fewest words to try. */
  function next(): [node: string, words: readonly number[]] {
    let best: [string, readonly number[]] | undefined;
    for (const node of pending) {
      let words: readonly number[] = candidates.get(node) ?? [];
      for (const clause of block.clauses) {
        const near = neighbours(graph, clause, node, assigned);
        if (near && near.length < words.length) words = intersection(near, words);
      }
      if (!best || words.length < best[1].length) best = [node, words];
    }
    if (!best) throw new Error('No node is pending.');
    return best;
  }
}

function isTaken(assigned: Words, word: number): boolean {
  for (const other of assigned.values()) if (other === word) return true;
  return false;
}

/** Both in ascending order. */
function intersection(few: readonly number[], many: readonly number[]): number[] {
  return few.filter((word) => many.includes(word));
}

/** The words that pass the tests of one node alone. */
function candidatesOf(graph: Graph, node: string, clauses: readonly Clause[]): number[] {
  const tests: ((word: number) => boolean)[] = [];
  for (const clause of clauses) {
    if (clause.kind === 'node' && clause.node === node) tests.push((word) => wordPasses(graph, word, clause));
    else if (clause.kind === 'edge' && clause.to === node && !clause.isPath) {
      const least = clause.from === undefined ? 0 : 1;
      tests.push((word) => graph.head(word) >= least && labelPasses(graph.label(word), clause.label));
    }
  }
  const words: number[] = [];
  for (let word = 1; word <= graph.n; word++) {
    if (tests.every((test) => test(word))) words.push(word);
  }
  return words;
}

/** The words that an edge or an order leaves to a node, where the other end has its word; nothing if it says nothing. */
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

/** Whether a clause holds, as far as its nodes have words. */
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
