// What the explorer shows of random scores, in each transition system, against exhaustive search.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import {
  type Explorable,
  type Exploration,
  explorables,
  exploreScores,
  longestWhole,
} from '../../src/explore/explore.js';
import type { ExploredChart, ExploredItem } from '../../src/explore/exploredChart.js';
import { keptInferences } from '../../src/explore/exploredChart.js';
import { Configuration } from '../../src/transition/configuration.js';
import type { OracleSystem } from '../../src/transition/system.js';
import { asInPaper, contents } from '../support/configurations.js';
import {
  arcEagerModel,
  arcHybridModel,
  arcStandardModel,
  candidates,
  canonicalCandidates,
  type Model,
  randomScores,
  scoreOfSequence,
} from '../support/models.js';
import { type PaperConfiguration, paperApply } from '../support/paperSystems.js';

const engine = createEngine();
const cases = [arcStandardModel, arcHybridModel, arcEagerModel].flatMap((model) =>
  [false, true].flatMap((singleRoot) =>
    [false, true].map((canonical) => ({
      model,
      name: model.name,
      shown: explorableOf(model),
      singleRoot,
      canonical,
    })),
  ),
);

function explorableOf({ name }: Model): Explorable {
  const explorable = explorables.find(({ structure }) => structure.system === name);
  if (!explorable) throw new Error(`${name} cannot be explored.`);
  return explorable;
}

function systemOf({ system }: Model): OracleSystem {
  if (!system) throw new Error('The model takes no transitions.');
  return system;
}

/** The words between i and j, chosen from and to. */
const choose = (n: number, k: number): number => (k === 0 ? 1 : (n * choose(n - 1, k - 1)) / k);

/**
 * The items of a whole chart and the ways to conclude them, counted by their indices. In a canonical chart each item has
 * two forms: `last` if it was concluded by the first of the two rules that may not follow each other, and else not.
 */
function countedByIndices(name: string, n: number, singleRoot: boolean, canonical: boolean) {
  // With one root, an item of ROOT's grows only to the left dependents of what comes, or in the last step.
  const items = new Set<string>();
  let ways = 0;
  const middles = (i: number, j: number): number[] => {
    if (name === 'arc-hybrid') return [0];
    if (name === 'arc-eager') return i === 0 ? [0] : [0, 1];
    return i === 0 ? [0] : Array.from({ length: j - i }, (_, at) => i + at);
  };
  const formsOf = (i: number, j: number) =>
    middles(i, j)
      .flatMap((middle) => [false, true].map((last) => ({ middle, last })))
      .filter(({ middle, last }) => items.has(`${i} ${middle} ${j} ${last}`));
  for (let width = 1; width <= n + 1; width++) {
    for (let i = 0; i + width <= n + 1; i++) {
      const j = i + width;
      if (width === 1) for (const middle of middles(i, j)) items.add(`${i} ${middle} ${j} false`);
      for (let k = i + 1; k < j; k++) {
        for (const { middle: left } of formsOf(i, k)) {
          for (const { middle: right, last } of formsOf(k, j)) {
            const isStandard = name === 'arc-standard';
            const rightward =
              (!singleRoot || i > 0 || j === n + 1) &&
              (name !== 'arc-eager' || right === 1) &&
              (isStandard || !last);
            const leftward = isStandard ? i > 0 && !last : j <= n && (name !== 'arc-eager' || right === 0);
            if (rightward) items.add(`${i} ${left} ${j} ${canonical && isStandard}`);
            if (leftward) items.add(`${i} ${isStandard ? right : left} ${j} ${canonical && !isStandard}`);
            ways += Number(rightward) + Number(leftward);
          }
        }
      }
    }
  }
  return { items: items.size, ways };
}

/** The transitions of the derivation that the chart marks, read off its items from the goal down. */
function readTransitions({ items }: ExploredChart): string[] {
  const read = (item: ExploredItem, begin: string): string[] => {
    const [won] = item.inferences;
    if (!won) return begin === '' ? [] : [begin];
    const [left, right] = won.premises.map((place) => items[place]);
    const second = right.b === 1 ? 'rightArc' : 'shift';
    return [...read(left, begin), ...read(right, second), won.rule];
  };
  return read(items[items.length - 1], '');
}

describe.each(cases)('$name, one root $singleRoot, canonical $canonical', (given) => {
  const { model, name, shown, singleRoot, canonical } = given;
  const system = systemOf(model);
  const explored = (n: number, seed: number) => {
    const { tables, arcs } = randomScores(model, n, seed);
    const scores = seed % 2 === 0 ? { tables } : { tables, arcs };
    return { scores, ...exploreScores({ engine, singleRoot, canonical }, shown, n, scores) };
  };
  const many = [1, 2, 3, 4, 5].flatMap((n) => [0, 1].map((seed) => ({ n, seed: 10 * n + seed })));
  const numbers = ({ steps }: Exploration['exact']) =>
    steps.map(({ transition }) => system.transitions.indexOf(transition));

  it('has the best of all sequences, and the greedy one is no better', () => {
    for (const { n, seed } of many) {
      const { scores, exact, greedy, parting } = explored(n, seed);
      const options = { arcs: scores.arcs, singleRoot };
      const all = candidates(model, n, scores.tables, options);
      const counted = canonical ? canonicalCandidates(model, n, scores.tables, options) : all;
      expect(exact.score).toBeCloseTo(Math.max(...counted.map(({ score }) => score)), 3);
      expect(counted.map((one) => one.transitions.join())).toContain(numbers(exact).join());
      if (!canonical) expect(exact.score).toBeGreaterThan(greedy.score - 1e-3);
      for (const sequence of [exact, greedy]) {
        const transitions = numbers(sequence);
        expect(all.map((one) => one.transitions.join())).toContain(transitions.join());
        const own = scoreOfSequence(system, n, transitions, scores.tables, scores.arcs);
        expect(sequence.score).toBeCloseTo(own, 3);
      }
      const same = numbers(exact).findIndex((transition, step) => transition !== numbers(greedy)[step]);
      expect(parting ?? -1).toBe(same);
    }
  });

  it('shows each configuration as the paper defines it, and what is legal there', () => {
    for (const { n, seed } of many) {
      const { exact, greedy } = explored(n, seed);
      for (const { steps, configurations, heads } of [exact, greedy]) {
        let paper: PaperConfiguration = {
          stack: [0],
          buffer: Array.from({ length: n }, (_, at) => at + 1),
          arcs: [],
        };
        const configuration = new Configuration(n, singleRoot);
        for (const [at, { transition, score, choices, greedy: local }] of steps.entries()) {
          const { stack, b0, heads } = configurations[at];
          expect(stack).toEqual(paper.stack);
          expect(b0).toBe(paper.buffer[0] ?? n + 1);
          expect(heads).toEqual(contents(configuration).heads);
          const legal = system.transitions.filter((_, t) => system.isLegal(configuration, t));
          expect(choices.map((choice) => choice.transition)).toEqual(legal);
          expect(choices).toContainEqual({ transition, score });
          const most = Math.max(...choices.map((choice) => choice.score));
          expect(choices.find((choice) => choice.transition === local)?.score).toBe(most);
          const t = system.transitions.indexOf(transition);
          paper = paperApply(system, paper, t) ?? expect.fail('The paper does not know this step.');
          system.apply(configuration, t);
        }
        expect(asInPaper(configuration)).toMatchObject({ stack: [0], buffer: [] });
        expect(configurations).toHaveLength(2 * n + 1);
        expect(configurations[2 * n].heads).toEqual(heads);
      }
      expect(greedy.steps.every(({ transition, greedy: local }) => transition === local)).toBe(true);
    }
  });

  it('has all items and all ways to conclude them', () => {
    for (let n = 1; n <= 7; n++) {
      const { chart } = explored(n, n);
      const ways = chart.items.reduce((sum, item) => sum + item.ways, 0);
      expect({ items: chart.items.length, ways }).toEqual(countedByIndices(name, n, singleRoot, canonical));
      expect(chart.whole).toBe(true);
    }
  });

  it('fills the chart with premises first, values that add up, and the best way first', () => {
    for (const { n, seed } of [...many, { n: 7, seed: 1 }]) {
      const { items } = explored(n, seed).chart;
      for (const [place, { value, inferences, startedBy, ways, i, j }] of items.entries()) {
        expect(inferences).toHaveLength(Math.min(ways, keptInferences));
        expect(startedBy !== undefined).toBe(j === i + 1);
        if (startedBy) expect(value).toBe(0);
        else expect(value).toBeCloseTo(inferences[0].value, 5);
        for (const { premises, payments, value: sum } of inferences) {
          expect(Math.max(...premises)).toBeLessThan(place);
          const paid = payments.reduce((total, { score }) => total + score, 0);
          expect(sum).toBeCloseTo(paid + items[premises[0]].value + items[premises[1]].value, 5);
          expect(sum).toBeLessThan(value + 1e-4);
        }
      }
    }
  });

  it('marks the derivation of the winning sequence', () => {
    for (const { n, seed } of many) {
      const { exact, chart } = explored(n, seed);
      const goal = chart.items[chart.items.length - 1];
      expect(goal.value).toBeCloseTo(exact.score, 3);
      expect([goal.i, goal.j, goal.h ?? goal.b ?? 0]).toEqual([0, n + 1, 0]);
      const transitions = exact.steps.map(({ transition }) => transition);
      expect(readTransitions(chart)).toEqual(transitions);
      // The axiom, and an item for each step.
      const winning = chart.items.flatMap(({ winning }, place) => (winning ? [place] : []));
      expect([0, ...chart.concluded].toSorted((a, b) => a - b)).toEqual(winning);
      for (const [step, place] of chart.concluded.entries()) {
        const { stack, b0 } = exact.configurations[step + 1];
        const { i, j, h, inferences, startedBy, startedAfter } = chart.items[place];
        expect([h ?? i, j]).toEqual([stack[stack.length - 1], b0]);
        expect(startedBy ?? inferences[0].rule).toBe(transitions[step]);
        if (startedBy) expect(chart.items[startedAfter ?? -1].j).toBe(i);
      }
    }
  });

  it('knows the items of the greedy sequence', () => {
    for (const { n, seed } of many) {
      const { greedy, chart } = explored(n, seed);
      for (const [step, place] of chart.concludedGreedily.entries()) {
        // What only a sequence that is not canonical concludes is not in a canonical chart.
        const [first, second] = system.forbiddenPair;
        const isCanonical = numbers(greedy).every((t, at, all) => t !== second || all[at - 1] !== first);
        if (place < 0) {
          expect(canonical && !isCanonical).toBe(true);
          continue;
        }
        const { stack, b0 } = greedy.configurations[step + 1];
        const { i, j, h } = chart.items[place];
        expect([h ?? i, j]).toEqual([stack[stack.length - 1], b0]);
      }
    }
  });

  it('keeps only the winning derivation of a long sentence', () => {
    const n = longestWhole(shown.structure) + 1;
    const { exact, chart } = explored(n, 2);
    expect(chart.whole).toBe(false);
    expect(chart.items).toHaveLength(2 * n + 1);
    expect(chart.items.every(({ winning }) => winning)).toBe(true);
    expect(chart.items[2 * n].value).toBeCloseTo(exact.score, 2);
    expect(readTransitions(chart)).toEqual(exact.steps.map(({ transition }) => transition));
  });
});

it.each(cases.filter(({ name }) => name !== 'arc-standard'))(
  '$name, one root $singleRoot, canonical $canonical: the halves of an item are of the words that head them',
  ({ model, shown, ...options }) => {
    const { exact, chart } = exploreScores({ engine, ...options }, shown, 7, randomScores(model, 7, 4));
    for (const { i, j, split, winning } of chart.items) {
      if (!winning || split === undefined) continue;
      for (let word = i + 1; word < j; word++) {
        let top = word;
        while (top > i && top < j) top = exact.heads[top];
        expect(top).toBe(word < split ? i : j);
      }
    }
    expect(chart.items.every(({ split }) => split !== undefined)).toBe(true);
  },
);

it('reduces as early as it can where that is no worse', () => {
  for (const { shown, model, ...options } of cases) {
    const { exact } = exploreScores({ engine, ...options }, shown, 6, { tables: {} });
    const [first, second] = systemOf(model).forbiddenPair.map((t) => systemOf(model).transitions[t]);
    const pairs = exact.steps.slice(1).map(({ transition }, at) => [exact.steps[at].transition, transition]);
    expect(pairs).not.toContainEqual([first, second]);
  }
});

it('counts binomially where ROOT may have several dependents', () => {
  const counts = countedByIndices('arc-hybrid', 9, false, false);
  expect(counts).toEqual({ items: choose(11, 2), ways: choose(11, 3) + choose(10, 3) });
});
