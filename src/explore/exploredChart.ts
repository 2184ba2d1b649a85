// The chart of an exact decoder as plain data: its items with their values and derivations, and which of them the
// winning derivation uses.
import { deduce, type Item, type Step } from '../deduction/chart.js';
import { inside, scoreStep } from '../deduction/inside.js';
import { type DeductionSystem, ItemPattern } from '../deduction/rule.js';
import { viterbi } from '../deduction/semiring.js';
import { unambiguous, unambiguousLabel } from '../deduction/unambiguous.js';
import { derivationOf } from './derivation.js';
import type { ExploredScores } from './exploredScores.js';

/** One term of a rule's score. */
export interface Payment {
  /** The table of a transition, or `arc`. */
  readonly table: string;
  readonly row: number;
  readonly column: number;
  readonly score: number;
}

/** A way to derive an item from two others. */
export interface Inference {
  readonly rule: string;
  /** Indices of the premises in the chart. */
  readonly premises: readonly number[];
  readonly payments: readonly Payment[];
  /** The sum of the premises' values and the payments. */
  readonly value: number;
  /** The arc between the premises' words. */
  readonly arc?: readonly [head: number, modifier: number];
}

export interface ExploredItem {
  /** As the paper writes it. */
  readonly label: string;
  /** [i, j]: from i on top of the stack to j at the front of the buffer. */
  readonly i: number;
  readonly j: number;
  /** Arc-standard: the head of the subtree. */
  readonly h?: number;
  /** Arc-eager: 1 if i already has its head, else 0. */
  readonly b?: number;
  /** In canonical charts: 1 if its last step is the first of the forbidden pair, else 0. */
  readonly f?: number;
  /** The score of its best derivation; −∞ if all are forbidden. */
  readonly value: number;
  /** What starts it, if no reduction derives it: `axiom`, or a transition. Its value is then zero. */
  readonly startedBy?: string;
  /** The index of the item after which the winning sequence starts it. */
  readonly startedAfter?: number;
  /** The best ways to derive it; the first has its value, and in a winning item is the winning one. */
  readonly inferences: readonly Inference[];
  /** The number of ways to derive it. */
  readonly ways: number;
  /** The border of the two half-trees in its best derivation: words before it are under i, the others under j. */
  readonly split?: number;
  /** Whether the winning derivation uses it. */
  readonly winning: boolean;
}

export interface ExploredChart {
  /** By the front of the buffer, then narrow before wide, so that premises precede conclusions. */
  readonly items: readonly ExploredItem[];
  /** The indices of the items that the transitions of the winning sequence start or derive. */
  readonly concluded: readonly number[]; // [2n]
  /** Those of the greedy sequence; −1 if a partial chart lacks them. */
  readonly concludedGreedily: readonly number[]; // [2n]
  /** Whether it has all items, or only those of the winning derivation. */
  readonly whole: boolean;
}

/** The number of best inferences to keep per item. */
export const keptInferences = 6;

export interface ChartRequest {
  readonly rules: DeductionSystem;
  readonly n: number;
  readonly scores: ExploredScores;
  readonly singleRoot: boolean;
  /** Whether each tree is scored by its canonical sequence alone. */
  readonly canonical: boolean;
  /** The winning sequence. */
  readonly transitions: readonly string[];
  /** The greedy one. */
  readonly greedy: readonly string[];
  /** Whether to show all items, or only those of the winning derivation. */
  readonly whole: boolean;
}

/** The chart in which a transition sequence wins. */
export function chartOf(request: ChartRequest): ExploredChart {
  const { n, scores, singleRoot, transitions, whole } = request;
  const rules = request.canonical ? unambiguous(request.rules) : request.rules;
  const [endOf, middleOf] = indicesOf(rules);
  const widthOf = (item: Item) => endOf(item) - item.indices[0];
  const derivation = derivationOf(rules, n, transitions);
  const chart = whole ? deduce(rules, n, { singleRoot }) : derivation.chart;
  const { values } = inside(chart, viterbi, scores);
  const sorted = chart.items.toSorted((a, b) => endOf(a) - endOf(b) || widthOf(a) - widthOf(b));
  const places = new Map(sorted.map(({ label }, place) => [label, place]));
  const placeOf = ({ label }: Item) => places.get(label) ?? -1;
  const winning = new Map(derivation.conclusions.map((conclusion) => [conclusion.item.label, conclusion]));
  const items: ExploredItem[] = [];
  for (const item of sorted) {
    const won = winning.get(item.label);
    const isWinning = ({ rule, premises }: Step) =>
      rule.name === won?.rule.name && premises.every(({ label }, at) => label === won.premises[at].label);
    const ways = item.steps
      .map((step) => {
        const sum = step.premises.reduce((total, premise) => total + (values.get(premise) ?? 0), 0);
        return { step, value: sum + scoreStep(step, scores), first: Number(isWinning(step)) };
      })
      .toSorted((a, b) => b.first - a.first || b.value - a.value);
    const inferences = ways.slice(0, keptInferences).map(({ step, value }) => ({
      rule: step.rule.name,
      premises: step.premises.map(placeOf),
      payments: paymentsOf(step, scores),
      value,
      arc: arcOf(step),
    }));
    const [best] = inferences;
    // Words under i or j stay there; the word between them goes, with its descendants, to its head.
    const half = best && items[best.premises[best.rule === 'reduceLeft' ? 0 : 1]];
    const [i, j] = [item.indices[0], endOf(item)];
    const middle = middleOf(item);
    items.push({
      label: item.label,
      i,
      j,
      ...middle,
      value: values.get(item) ?? -Infinity,
      ...(item.initial && { startedBy: beginningOf(rules, n, item) }),
      ...(item.initial && won && { startedAfter: placeOf(won.premises[0]) }),
      inferences,
      ways: ways.length,
      ...(middle.h === undefined && { split: half?.split ?? j }),
      winning: won !== undefined || item.label === derivation.chart.items[0].label,
    });
  }
  // A greedy sequence need not be canonical.
  const greedy = derivationOf(request.rules, n, request.greedy).conclusions.map(({ item, rule }) =>
    request.canonical ? unambiguousLabel(request.rules, item.label, rule.name) : item.label,
  );
  return {
    items,
    concluded: derivation.conclusions.map(({ item }) => placeOf(item)),
    concludedGreedily: greedy.map((label) => places.get(label) ?? -1),
    whole,
  };
}

/** The indices of an item by name: j, the front of the buffer; h, the head of a subtree; b, whether i has its head; f. */
function indicesOf({ rules }: DeductionSystem) {
  // All items have the shape of the premise of a shift; the variable of f differs from rule to rule.
  const { variables } = new ItemPattern(rules[0].premises[0]);
  const [j, h, b] = ['j', 'h', 'b'].map((name) => variables.indexOf(name));
  const f = j + 1;
  const endOf = ({ indices }: Item): number => indices[j];
  const middleOf = ({ indices }: Item): Pick<ExploredItem, 'h' | 'b' | 'f'> => ({
    ...(h > 0 && { h: indices[h] }),
    ...(b > 0 && { b: indices[b] }),
    ...(f < variables.length && { f: indices[f] }),
  });
  return [endOf, middleOf] as const;
}

/** The axiom or transition that starts an item. */
function beginningOf({ rules }: DeductionSystem, n: number, { indices }: Item): string {
  const rule = rules.find(
    ({ licenses, conclusion }) => licenses && new ItemPattern(conclusion).match(indices, { n }) !== undefined,
  );
  return indices[0] === 0 || !rule ? 'axiom' : rule.name;
}

function paymentsOf({ rule, binding }: Step, { tables, arcs }: ExploredScores): Payment[] {
  const { n } = binding;
  const payments = (rule.score ?? []).flatMap(([table, first, second]) => {
    const [row, column] = [binding[first], binding[second]];
    const values = tables[table];
    return values ? [{ table, row, column, score: values[row * (n + 2) + column] }] : [];
  });
  if (!rule.arc || !arcs) return payments;
  const [row, column] = [binding[rule.arc[0]], binding[rule.arc[1]]];
  return [...payments, { table: 'arc', row, column, score: arcs[row * (n + 1) + column] }];
}

function arcOf({ rule, binding }: Step): Inference['arc'] {
  return rule.arc && [binding[rule.arc[0]], binding[rule.arc[1]]];
}
