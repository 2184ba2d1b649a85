// Evaluates a chart in a semiring, and reads the tree of a derivation.
import type { Chart, Item, Step } from './chart.js';
import type { Derivation, Semiring } from './semiring.js';

/** Score tables by name, (n+2)×(n+2) each, and arc scores by head and modifier, (n+1)×(n+1). Absent ones are zero. */
export interface ChartScores {
  readonly tables?: Readonly<Record<string, ArrayLike<number>>>;
  readonly arcs?: ArrayLike<number>;
}

/** The score of a step: its rule’s terms and its arc. */
export function scoreStep({ rule, binding }: Step, { tables = {}, arcs }: ChartScores): number {
  let score = 0;
  for (const [name, row, column] of rule.score ?? []) {
    score += tables[name]?.[binding[row] * (binding.n + 2) + binding[column]] ?? 0;
  }
  if (rule.arc && arcs) score += arcs[binding[rule.arc[0]] * (binding.n + 1) + binding[rule.arc[1]]];
  return score;
}

/** The value of every item, and of the goal. */
export function inside<K>(
  chart: Chart,
  semiring: Semiring<K>,
  scores: ChartScores = {},
): { values: Map<Item, K>; goal: K } {
  const values = new Map<Item, K>();
  const valueAt = (item: Item) => values.get(item) ?? semiring.zero;
  for (const item of chart.items) {
    let value = item.initial ? semiring.one : semiring.zero;
    for (const step of item.steps) {
      const product = step.premises.map(valueAt).reduce(semiring.times);
      value = semiring.plus(value, semiring.times(product, semiring.lift(scoreStep(step, scores), step)));
    }
    values.set(item, value);
  }
  return { values, goal: chart.goals.map(valueAt).reduce(semiring.plus, semiring.zero) };
}

/** The steps of a derivation, in order. */
function stepsOf(derivation: Derivation): Step[] {
  const steps: Step[] = [];
  const stack: (Derivation | Step)[] = [derivation];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if ('parts' in part) stack.push(...[...part.parts].reverse());
    else steps.push(part);
  }
  return steps;
}

/** The tree of a derivation. */
export function treeOf(n: number, derivation: Derivation): Int32Array {
  const heads = new Int32Array(n + 1).fill(-1);
  for (const { rule, binding } of stepsOf(derivation)) {
    if (rule.arc) heads[binding[rule.arc[1]]] = binding[rule.arc[0]];
  }
  return heads;
}
