// Non-projective decoding of edge-factored scores: maximum spanning trees of dense graphs in O(n²) (Tarjan 1977).
import {
  arrayOf,
  checkLength,
  type DecodeOptions,
  requireFinite,
  type Scores,
  sumOfArcs,
  type Tree,
} from './decoding.js';

/** `scores` is (n+1)×(n+1) by head and modifier. */
export function decodeSpanningTree(
  n: number,
  scores: Scores,
  { arcs, singleRoot = false }: DecodeOptions = {},
): Tree {
  checkLength(n);
  const size = n + 1;
  const sum = arrayOf(sumOfArcs(n, scores, arcs));
  // Scores of arcs into each node or contracted cycle, by head; a cycle reuses the row of one of its nodes.
  const into = new Float64Array(size * size); // [modifier, head]
  for (let m = 1; m < size; m++) {
    for (let h = 0; h < size; h++) into[m * size + h] = h === m ? -Infinity : sum[h * size + m];
  }
  if (singleRoot) penalizeRoot(size, into);
  const heads = new Int32Array(size).fill(-1);
  for (const { head, modifier } of contract(size, into)) heads[modifier] = head;
  let score = 0;
  for (let m = 1; m < size; m++) score += sum[heads[m] * size + m];
  return { score: requireFinite(score), heads };
}

/**
 * Lowers every arc from ROOT by more than any two trees can differ, so that the best tree has as few as possible. All
 * trees with one root change by the same amount, so the best of them stays the best.
 */
function penalizeRoot(size: number, into: Float64Array): void {
  let [low, high] = [0, 0];
  for (const score of into) {
    if (score > high) high = score;
    if (score < low && score > -Infinity) low = score;
  }
  const penalty = 1 + size * (high - low);
  for (let m = 1; m < size; m++) into[m * size] -= penalty;
}

interface Arc {
  readonly head: number;
  readonly modifier: number;
}

/** A node or a contracted cycle: its best incoming arc, and the cycle that it became part of. */
interface Component {
  head: number;
  modifier: number;
  score: number;
  parent: number;
}

function* contract(size: number, into: Float64Array): Generator<Arc> {
  const components: Component[] = Array.from({ length: size }, () => ({
    head: -1,
    modifier: -1,
    score: 0,
    parent: -1,
  }));
  /** The outermost component of each node; `rowOf` maps a component to its row of `into`. */
  const outermost = Int32Array.from({ length: size }, (_, node) => node);
  const rowOf = Array.from({ length: size }, (_, node) => node);
  const members: number[][] = Array.from({ length: size }, (_, node) => [node]);
  /** The node of the component that the arc from each head enters. */
  const enters = Int32Array.from({ length: size * size }, (_, at) => Math.floor(at / size));
  const isReached = [true];
  const isOnPath: boolean[] = [];

  for (let start = 1; start < size; start++) {
    // Walk backwards along best arcs to a component that ROOT reaches, contracting each cycle on the way.
    const path = [outermost[start]];
    while (!isReached[path[path.length - 1]]) {
      const top = path[path.length - 1];
      isOnPath[top] = true;
      const component = components[top];
      const row = rowOf[top] * size;
      component.score = -Infinity;
      for (let head = 0; head < size; head++) {
        if (into[row + head] > component.score && outermost[head] !== top) {
          component.score = into[row + head];
          component.head = head;
        }
      }
      requireFinite(component.score);
      component.modifier = enters[row + component.head];
      const from = outermost[component.head];
      path.push(isOnPath[from] ? contractCycle(path, from) : from);
    }
    for (const component of path) {
      isReached[component] = true;
      isOnPath[component] = false;
    }
  }

  /** Removes the end of the path, starting at component `first`, and contracts it. */
  function contractCycle(path: number[], first: number): number {
    const cycle = path.splice(path.indexOf(first));
    const contracted = components.length;
    const row = rowOf[cycle[0]] * size;
    components.push({ head: -1, modifier: -1, score: 0, parent: -1 });
    rowOf.push(rowOf[cycle[0]]);
    members.push(cycle.flatMap((part) => members[part]));
    for (const [at, part] of cycle.entries()) {
      // Entering the cycle here means giving up the cycle's own arc here.
      const { score } = components[part];
      const from = rowOf[part] * size;
      for (let head = 0; head < size; head++) {
        const gain = into[from + head] - score;
        if (at === 0 || gain > into[row + head]) {
          into[row + head] = gain;
          enters[row + head] = enters[from + head];
        }
      }
      components[part].parent = contracted;
      isOnPath[part] = false;
    }
    for (const node of members[contracted]) outermost[node] = contracted;
    return contracted;
  }

  // From the outermost component inwards: the arc into a component replaces the arcs of the parts that it enters.
  const isReplaced: boolean[] = [];
  for (let id = components.length - 1; id >= 1; id--) {
    if (isReplaced[id]) continue;
    const { head, modifier } = components[id];
    yield { head, modifier };
    for (let part = modifier; part !== id; part = components[part].parent) isReplaced[part] = true;
  }
}
