// Lazy k-best derivations of a hypergraph (Huang & Chiang's third algorithm): the first comes from the edges' scores,
// each later one from the next best of its parts, on demand. Iterative, because long sentences nest deeply.
import type { Tree } from './decoding.js';

export interface Hyperedge {
  /** The score of the best derivation through this edge, on the scale of its vertex. */
  readonly score: number;
  /** The vertices that the edge builds on, at most two. */
  readonly tails: readonly number[];
  /** The arc that the edge makes. */
  readonly head?: number;
  readonly modifier?: number;
}

export interface Hypergraph {
  readonly goal: number;
  /** Ties go to the first edge. */
  edges(vertex: number): Hyperedge[];
}

/** An edge with the rank of the derivation to use for each tail. */
interface Ranked {
  readonly edge: Hyperedge;
  readonly ranks: readonly number[];
  readonly score: number;
}

interface Vertex {
  /** Derivations found, best first. */
  readonly found: Ranked[];
  /** Derivations that may come next, best last. */
  readonly candidates: Ranked[];
  /** Whether the candidates include the successors of the last derivation found. */
  succeeded: boolean;
}

/** Yields the hypergraph's derivations, best first, as trees over n words. */
export function* kBestTrees(n: number, hypergraph: Hypergraph): Generator<Tree> {
  const vertices = new Map<number, Vertex>();

  const vertexOf = (id: number): Vertex => {
    let vertex = vertices.get(id);
    if (vertex === undefined) {
      const candidates = hypergraph
        .edges(id)
        .filter(({ score }) => score > -Infinity)
        .map((edge) => ({ edge, ranks: edge.tails.map(() => 0), score: edge.score }))
        .reverse()
        .sort((a, b) => a.score - b.score);
      vertex = { found: [], candidates, succeeded: true };
      vertices.set(id, vertex);
    }
    return vertex;
  };

  /** Finds the derivation of `rank` at vertex `id`, if there is one. */
  const find = (id: number, rank: number): Ranked | undefined => {
    const wanted = [{ id, rank }];
    for (let next = wanted.at(-1); next !== undefined; next = wanted.at(-1)) {
      const vertex = vertexOf(next.id);
      const { found, candidates } = vertex;
      if (found.length > next.rank || (vertex.succeeded && candidates.length === 0)) {
        wanted.pop();
        continue;
      }
      if (!vertex.succeeded) {
        // Successors raise the rank of one tail. Raising the first only while the second is 0 reaches each pair once.
        const last = found[found.length - 1];
        const { tails } = last.edge;
        const up = last.ranks[1] > 0 ? [1] : tails.map((_, tail) => tail);
        const missing = up.find((tail) => unknown(tails[tail], last.ranks[tail] + 1));
        if (missing !== undefined) {
          wanted.push({ id: tails[missing], rank: last.ranks[missing] + 1 });
          continue;
        }
        for (const tail of up) {
          const derivations = vertexOf(tails[tail]).found;
          const raised = derivations[last.ranks[tail] + 1];
          if (raised === undefined) continue;
          const ranks = last.ranks.map((value, at) => (at === tail ? value + 1 : value));
          const score = last.score - derivations[last.ranks[tail]].score + raised.score;
          insert(candidates, { edge: last.edge, ranks, score });
        }
        vertex.succeeded = true;
        continue;
      }
      const best = candidates.pop();
      if (best === undefined) continue;
      // Its successors need the derivations that it consists of.
      const missing = best.edge.tails.findIndex((tail, at) => unknown(tail, best.ranks[at]));
      if (missing >= 0) {
        candidates.push(best);
        wanted.push({ id: best.edge.tails[missing], rank: best.ranks[missing] });
        continue;
      }
      found.push(best);
      vertex.succeeded = false;
    }
    return vertexOf(id).found[rank];
  };

  const unknown = (id: number, rank: number): boolean => {
    const { found, candidates, succeeded } = vertexOf(id);
    return found.length <= rank && !(succeeded && candidates.length === 0);
  };

  const treeOf = (derivation: Ranked): Tree => {
    const heads = new Int32Array(n + 1).fill(-1);
    const stack = [derivation];
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      const { edge, ranks } = part;
      if (edge.head !== undefined && edge.modifier !== undefined) heads[edge.modifier] = edge.head;
      for (const [at, tail] of edge.tails.entries()) stack.push(vertexOf(tail).found[ranks[at]]);
    }
    return { score: derivation.score, heads };
  };

  for (let rank = 0; ; rank++) {
    const derivation = find(hypergraph.goal, rank);
    if (derivation === undefined) return;
    yield treeOf(derivation);
  }
}

/** Inserts an item and keeps the list sorted: best last, and the oldest last among equals. */
function insert(list: Ranked[], item: Ranked): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].score < item.score) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, item);
}
