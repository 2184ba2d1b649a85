// Every kind of parser against the deduction systems, fed with the model's own scores.
import { describe, expect, it } from 'vitest';
import { arrayOf } from '../../src/decode/decoding.js';
import { greedy } from '../../src/decode/greedy.js';
import {
  arcEagerRules,
  arcHybridRules,
  arcStandardRules,
  type ChartScores,
  type DeductionSystem,
  deduce,
  edgeFactoredRules,
  inside,
  kBest,
  log,
  treeOf,
  unambiguous,
} from '../../src/deduction/index.js';
import { createEngine } from '../../src/engine/engine.js';
import { Ensemble } from '../../src/parser/ensemble.js';
import type { Parser } from '../../src/parser/parser.js';
import { analyze } from '../../src/pipeline/analysis.js';
import { rivalsOf } from '../../src/pipeline/candidates.js';
import type { ParseOptions } from '../../src/pipeline/options.js';
import { type Instance, unparsed } from '../../src/structure/instance.js';
import { isTree } from '../../src/tree/tree.js';
import { kinds } from '../support/parserKinds.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';
import { allTrees, rootCount } from '../support/trees.js';

const rules: Record<string, DeductionSystem> = {
  'arc-standard': arcStandardRules,
  'arc-hybrid': arcHybridRules,
  'arc-eager': arcEagerRules,
  'edge-factored': edgeFactoredRules,
};
const sentences = toyTreebank(10, 9, 21);
const roots = [false, true];
const tableKinds = kinds.filter(({ settings }) => settings.training !== 'local');
const projectiveKinds = tableKinds.filter(({ settings }) => settings.tree !== 'spanning-tree');
const exactKinds = tableKinds.filter(({ settings }) => settings.system !== 'edge-factored');
const spanningTreeKinds = tableKinds.filter(({ settings }) => settings.tree === 'spanning-tree');
const greedyKinds = kinds.filter(({ settings }) => settings.training === 'local');

function analyses(parser: Parser, instances: readonly Instance[], options: ParseOptions = {}) {
  return analyze(
    new Ensemble([parser]),
    instances.map((instance) => [instance]),
    options,
  );
}

/** The model's own scores of each sentence, as the deduction systems take them. */
function scoresOf(parser: Parser, instances: readonly Instance[]): ChartScores[] {
  const ensemble = new Ensemble([parser]);
  return ensemble.engine.arena.scope(() => {
    const { batches, encoded } = ensemble.encode([instances]);
    const { scorer } = parser;
    if (!scorer.tables) throw new Error('A greedy model has no tables.');
    return scorer.tables(batches[0], encoded[0], (_, tables) => {
      const copies = Object.entries(tables).map(([name, table]) => [name, arrayOf(table).slice()] as const);
      return 'arcs' in tables ? { arcs: copies[0][1] } : { tables: Object.fromEntries(copies) };
    });
  });
}

describe.each(projectiveKinds)('$name', ({ settings }) => {
  const system = rules[settings.system ?? 'arc-eager'];
  // Likelihoods count each tree once.
  const isLikelihood = settings.training === 'crf';

  it.each(roots)('decodes as the deduction system does with its scores (one root %s)', (singleRoot) => {
    const parser = randomParser({ ...settings, singleRoot }, sentences);
    const instances = instancesOf(parser, sentences);
    const scores = scoresOf(parser, instances);
    for (const [s, { trees }] of analyses(parser, instances).entries()) {
      const { n } = instances[s];
      const chart = deduce(isLikelihood ? unambiguous(system) : system, n, { singleRoot });
      const [best] = inside(chart, kBest(1), scores[s]).goal;
      expect(trees).toHaveLength(1);
      expect(trees[0].heads).toEqual(treeOf(n, best));
    }
  });

  it.each(roots)('has the k best trees, each once (one root %s)', (singleRoot) => {
    const short = toyTreebank(5, 5, 22);
    const parser = randomParser({ ...settings, singleRoot }, short);
    const instances = instancesOf(parser, short);
    const scores = scoresOf(parser, instances);
    const counts = singleRoot ? [0, 1, 2, 7, 30, 143] : [0, 1, 3, 12, 55, 273];
    for (const [s, { trees }] of analyses(parser, instances, { kBest: 50 }).entries()) {
      const { n } = instances[s];
      const chart = deduce(unambiguous(system), n, { singleRoot });
      const reference = inside(chart, kBest(50), scores[s]).goal;
      expect(trees).toHaveLength(Math.min(50, counts[n]));
      expect(new Set(trees.map(({ heads }) => heads.join())).size).toBe(trees.length);
      expect(trees[0].heads).toEqual(treeOf(n, reference[0]));
      for (const [rank, { score }] of trees.entries()) expect(score).toBeCloseTo(reference[rank].score, 4);
    }
  });

  it.each(roots)('has the log semiring’s probabilities (one root %s)', (singleRoot) => {
    const short = toyTreebank(4, 5, 23);
    const parser = randomParser({ ...settings, singleRoot }, short);
    const instances = instancesOf(parser, short);
    const scores = scoresOf(parser, instances);
    const found = analyses(parser, instances, { kBest: 1000, rivals: 2 });
    for (const [s, { trees, candidates }] of found.entries()) {
      const { n } = instances[s];
      const chart = deduce(unambiguous(system), n, { singleRoot });
      const partition = (arcs: ArrayLike<number>) => inside(chart, log, { ...scores[s], arcs }).goal;
      const own = Float64Array.from(scores[s].arcs ?? new Float64Array((n + 1) ** 2));
      const all = partition(own);
      // All trees were asked for.
      expect(trees.reduce((sum, { probability = 0 }) => sum + probability, 0)).toBeCloseTo(1, 4);
      for (const { probability, score = 0 } of trees.slice(0, 3)) {
        expect(probability).toBeCloseTo(Math.exp(score - all), 4);
      }
      for (let m = 1; m <= n; m++) {
        // So every head of the word is in one of them.
        const heads = new Map(trees.map((tree) => [tree.heads[m], tree.probabilities?.[m] ?? Number.NaN]));
        let sum = 0;
        for (const [head, probability] of heads) {
          // Without the other heads of the word, what is left is the share of this one.
          const without = own.map((score, at) =>
            at % (n + 1) === m && at !== head * (n + 1) + m ? -1e4 : score,
          );
          expect(probability).toBeCloseTo(Math.exp(partition(without) - all), 4);
          sum += probability;
        }
        expect(sum).toBeCloseTo(1, 4);
        // No tree has its rivals from elsewhere, and there are none more probable than they are.
        for (const { heads: own } of trees) {
          const others = [...heads].filter(([head]) => head !== own[m]).sort(([, a], [, b]) => b - a);
          const named = candidates ? rivalsOf(candidates, n, { id: m, head: own[m] }) : [];
          expect(named).toHaveLength(Math.min(2, n - 1));
          for (const [at, { head, probability }] of named.entries()) {
            expect(probability).toBeCloseTo(heads.get(head) ?? 0, 6);
            expect(probability).toBeCloseTo(others[at]?.[1] ?? 0, 6);
          }
        }
      }
    }
  });
});

describe.each(projectiveKinds.filter(({ settings }) => settings.training !== 'global'))(
  '$name, by likelihood',
  ({ settings }) => {
    it('has the most probable tree for the best, alone and together', () => {
      const many = toyTreebank(60, 9, 27);
      const engine = createEngine();
      const parsers = [1, 2].map((seed) => randomParser(settings, many, { engine, seed }));
      for (const members of [parsers.slice(0, 1), parsers]) {
        const ensemble = new Ensemble(members);
        const all = many.map((sentence) => members.map((parser) => parser.itemOf(sentence)));
        const headsOf = (options: ParseOptions) =>
          analyze(ensemble, all, options).map(({ trees }) => trees[0].heads);
        expect(headsOf({ kBest: 1 })).toEqual(headsOf({}));
        const [alone] = members;
        const instances = instancesOf(alone, many);
        if (members.length === 1) {
          expect(alone.predict(instances).map(({ heads }) => heads)).toEqual(headsOf({}));
        }
      }
    });
  },
);

describe.each(spanningTreeKinds)('$name', ({ settings }) => {
  it.each(roots)('decodes as exhaustive search does with its scores (one root %s)', (singleRoot) => {
    const short = toyTreebank(6, 5, 24);
    const parser = randomParser({ ...settings, singleRoot }, short);
    const instances = instancesOf(parser, short);
    const scores = scoresOf(parser, instances);
    for (const [s, { trees }] of analyses(parser, instances, { marginals: true }).entries()) {
      const { n } = instances[s];
      const { arcs = [] } = scores[s];
      const list = [...allTrees(n)]
        .filter((heads) => !singleRoot || rootCount(heads) === 1)
        .map((heads) => ({
          heads,
          score: heads.reduce((sum, head, m) => (m === 0 ? 0 : sum + arcs[head * (n + 1) + m]), 0),
        }));
      const [{ heads, probabilities }] = trees;
      expect(heads).toEqual(list.reduce((a, b) => (b.score > a.score ? b : a)).heads);
      const total = list.reduce((sum, { score }) => sum + Math.exp(score), 0);
      for (let m = 1; m <= n; m++) {
        const same = list.filter((tree) => tree.heads[m] === heads[m]);
        const share = same.reduce((sum, { score }) => sum + Math.exp(score), 0) / total;
        expect(probabilities?.[m]).toBeCloseTo(share, 4);
      }
    }
  });
});

describe.each(greedyKinds)('$name', ({ settings }) => {
  it('takes the same transitions one sentence at a time', () => {
    const parser = randomParser(settings, sentences);
    const instances = instancesOf(parser, sentences);
    const ensemble = new Ensemble([parser]);
    const { system } = ensemble;
    if (!system) throw new Error('A greedy model takes transitions.');
    const alone = ensemble.engine.arena.scope(() => {
      const scorerOf = ensemble.configurations(ensemble.encode([instances]));
      return instances.map(({ n }, s) => greedy(system, n, scorerOf(s), { singleRoot: true }).heads);
    });
    const heads = analyses(parser, instances).map(({ trees }) => trees[0].heads);
    expect(heads).toEqual(alone);
    const beamOfOne = analyses(parser, instances, { decoder: 'beam', beam: 1 });
    expect(beamOfOne.map(({ trees }) => trees[0].heads)).toEqual(alone);
  });
});

describe.each(exactKinds)('$name by search', ({ settings }) => {
  it('is exact with a beam that holds everything', () => {
    const short = toyTreebank(8, 4, 25);
    const parser = randomParser(settings, short);
    const instances = instancesOf(parser, short);
    const headsOf = (options: ParseOptions) =>
      analyses(parser, instances, options).map(({ trees }) => trees[0].heads);
    // Search goes by all sequences; a model that learned likelihoods decodes exactly by the canonical ones.
    if (settings.training === 'global') {
      expect(headsOf({ decoder: 'beam', beam: 500 })).toEqual(headsOf({ decoder: 'exact' }));
    }
    expect(headsOf({ decoder: 'beam', beam: 1 })).toEqual(headsOf({ decoder: 'greedy' }));
  });

  it('is greedy by its own tables', () => {
    const parser = randomParser(settings, sentences);
    const instances = instancesOf(parser, sentences);
    const scores = scoresOf(parser, instances);
    const { system } = new Ensemble([parser]);
    if (!system) throw new Error('An exact model takes transitions.');
    const byTables = instances.map(({ n }, s) => {
      const at = (name: string, i: number, j: number) => scores[s].tables?.[name]?.[i * (n + 2) + j] ?? 0;
      return greedy(
        system,
        n,
        ({ s1, s0, b0 }, out) => {
          for (const [t, name] of system.transitions.entries()) {
            const attach = `attach${name.slice('reduce'.length)}`;
            out[t] = at(name, s0, b0) + (name.startsWith('reduce') && s1 >= 0 ? at(attach, s1, s0) : 0);
          }
        },
        { singleRoot: true },
      ).heads;
    });
    const found = analyses(parser, instances, { decoder: 'greedy' });
    expect(found.map(({ trees }) => trees[0].heads)).toEqual(byTables);
  });
});

describe.each(kinds)('$name, any length', ({ settings }) => {
  it('parses no word, one word, and more words than it should', () => {
    const [long] = toyTreebank(40, 40, 26).filter(({ words }) => words.length > 30);
    const treebank = [...sentences, long];
    const parser = randomParser(settings, treebank);
    const [one] = instancesOf(
      parser,
      sentences.filter(({ words }) => words.length === 1),
    );
    const [many] = instancesOf(parser, [long]);
    const none = unparsed(parser.encoder.inputOf([]));
    const found = analyses(parser, [none, many, one], { maxLength: 7 });
    expect(found[0].trees[0].heads).toEqual(Int32Array.of(-1));
    expect(found[2].trees[0].heads).toEqual(Int32Array.of(-1, 0));
    const [{ heads, labels }] = found[1].trees;
    expect(isTree(heads)).toBe(true);
    expect(rootCount(heads)).toBe(1);
    expect(labels).toHaveLength(many.n + 1);
    expect(labels?.subarray(1).every((label) => label >= 0)).toBe(true);
    const shortcut = settings.system === 'edge-factored' ? 'in pieces' : 'greedily';
    expect(found[1].shortcut).toBe(settings.training === 'local' ? undefined : shortcut);
    if (shortcut === 'greedily') {
      const decoder = settings.training === 'local' ? undefined : 'greedy';
      expect(found[1].trees).toEqual(analyses(parser, [many], { decoder })[0].trees);
      // What was asked for is no shortcut.
      expect(analyses(parser, [many], { decoder: 'greedy', maxLength: 7 })[0].shortcut).toBeUndefined();
    }
  });
});

it('parses a sentence of 12,000 words in little memory', () => {
  const parser = randomParser({ system: 'arc-eager' }, sentences);
  const { arena } = parser.parameters.engine;
  const words = Int32Array.from({ length: 12_001 }, (_, at) => (at === 0 ? 1 : 2 + ((at * at) % 7)));
  const instance = { n: 12_000, words, tags: [words.map((word) => word % 4)], heads: words, labels: words };
  const [{ trees, shortcut }] = analyses(parser, [instance]);
  expect(shortcut).toBe('greedily');
  expect(isTree(trees[0].heads)).toBe(true);
  // One table of its pairs alone would take 576 megabytes.
  expect(arena.bytes).toBeLessThan(5e7);
});
