import { describe, expect, it } from 'vitest';
import { arrayOf } from '../../src/decode/decoding.js';
import { arcEagerRules, deduce, inside, viterbi } from '../../src/deduction/index.js';
import { batchOf } from '../../src/encoder/batch.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { type LabelHead, Vocabulary } from '../../src/encoder/vocabulary.js';
import { createEngine } from '../../src/engine/engine.js';
import { Ensemble } from '../../src/parser/ensemble.js';
import { Parser } from '../../src/parser/parser.js';
import type { ParserSettings } from '../../src/parser/parserSettings.js';
import { analyze } from '../../src/pipeline/analysis.js';
import { Configuration } from '../../src/transition/configuration.js';
import { isProjective } from '../../src/tree/projectivity.js';
import { matrixOf } from '../support/matrices.js';
import { kinds } from '../support/parserKinds.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';
import { allProjectiveTrees, allTrees, rootCount } from '../support/trees.js';

const sentences = toyTreebank(8, 9, 4);
const short = toyTreebank(60, 5, 5);

/** Heads and labels of all sentences, by name. */
function parse(members: readonly Parser[], of = sentences) {
  const instances = members.map((parser) => instancesOf(parser, of));
  const ensemble = new Ensemble(members);
  const analyses = analyze(
    ensemble,
    of.map((_, s) => instances.map((member) => member[s])),
    {},
  );
  return analyses.map(({ trees: [{ heads, labels }] }) => ({
    heads,
    labels: Array.from(labels ?? [], (label) => ensemble.labels[label]),
  }));
}

describe.each(kinds)('$name', ({ settings }) => {
  it('is itself as an ensemble of one', () => {
    const parser = randomParser(settings, sentences);
    const alone = parser.predict(instancesOf(parser, sentences)).map(({ heads, labels }) => ({
      heads,
      labels: Array.from(labels ?? [], (label) => parser.labels[label]),
    }));
    expect(parse([parser])).toEqual(alone);
  });

  it('agrees with a copy of itself', () => {
    const engine = createEngine();
    const [one, two] = [1, 2].map(() => randomParser(settings, sentences, { engine, seed: 7 }));
    expect(parse([one, two])).toEqual(parse([one]));
  });
});

it('averages the tables of one kind', () => {
  const engine = createEngine();
  const members = [3, 4, 5].map((seed) => randomParser({ system: 'arc-eager' }, sentences, { engine, seed }));
  const tables = members.map(({ encoder, scorer }, at) =>
    engine.arena.scope(() => {
      if (!scorer.tables) throw new Error('The model has tables.');
      const batch = batchOf(instancesOf(members[at], sentences));
      return scorer.tables(batch, encoder.encode(batch), (_, named) =>
        Object.fromEntries(Object.entries(named).map(([name, table]) => [name, arrayOf(table).slice()])),
      );
    }),
  );
  const found = engine.arena.scope(() => {
    const ensemble = new Ensemble(members);
    const encoding = ensemble.encode(members.map((member) => instancesOf(member, sentences)));
    return ensemble.scores(encoding, (scores) => scores.best().score);
  });
  for (const [s, { words }] of sentences.entries()) {
    const mean = Object.fromEntries(
      Object.keys(tables[0][s]).map((name) => [
        name,
        tables[0][s][name].map((_, at) => tables.reduce((sum, member) => sum + member[s][name][at] / 3, 0)),
      ]),
    );
    const chart = deduce(arcEagerRules, words.length, { singleRoot: true });
    expect(found[s]).toBeCloseTo(inside(chart, viterbi, { tables: mean }).goal, 4);
  }
});

describe.each([
  { tree: 'projective', trees: allProjectiveTrees },
  { tree: 'spanning-tree', trees: allTrees },
] as const)('across kinds, with a $tree model', ({ tree, trees }) => {
  it('takes the tree with the most expected right heads', () => {
    const engine = createEngine();
    // Where trees need not be projective, two members of one mind outvote the one that wants them to be.
    const settings: Given<ParserSettings>[] = [
      { system: tree === 'projective' ? 'arc-hybrid' : 'edge-factored', tree },
      { system: 'edge-factored', tree },
      { system: 'arc-standard', training: 'local', features: ['s1', 's0', 'b0'] },
    ];
    const members = settings.map((given) => randomParser(given, short, { engine, sharpness: 4 }));
    const ofMember = members.map((parser) =>
      engine.arena.scope(() => {
        const alone = new Ensemble([parser]);
        const encoding = alone.encode([instancesOf(parser, short)]);
        if (alone.isGreedy) return parser.scorer.parse(encoding.batches[0], encoding.encoded[0]);
        return alone.scores(encoding, (scores) => scores.probabilities().arcs.slice());
      }),
    );
    const found = parse(members, short);
    expect(found.every(({ heads }) => isProjective(heads))).toBe(tree === 'projective');
    for (const [s, { words }] of short.entries()) {
      const n = words.length;
      const belief = (heads: Int32Array) => {
        let sum = 0;
        for (let m = 1; m <= n; m++) {
          sum += ofMember[0][s][heads[m] * (n + 1) + m] + ofMember[1][s][heads[m] * (n + 1) + m];
          sum += Number(ofMember[2][s][m] === heads[m]);
        }
        return sum;
      };
      const candidates = [...trees(n)].filter((heads) => rootCount(heads) === 1);
      expect(rootCount(found[s].heads)).toBe(1);
      expect(belief(found[s].heads)).toBeCloseTo(Math.max(...candidates.map(belief)), 4);
    }
  });
});

it('averages the tables of each kind before it adds up probabilities, and counts each member', () => {
  const engine = createEngine();
  const of = (system: ParserSettings['system'], seed: number) =>
    randomParser({ system }, short, { engine, seed, sharpness: 4 });
  const [hybrids, edges] = [[of('arc-hybrid', 1), of('arc-hybrid', 2)], [of('edge-factored', 3)]];
  const probabilities = (members: readonly Parser[]) =>
    engine.arena.scope(() => {
      const ensemble = new Ensemble(members);
      const encoding = ensemble.encode(members.map((member) => instancesOf(member, short)));
      return ensemble.scores(encoding, (scores) => scores.probabilities().arcs.slice());
    });
  const [two, one] = [probabilities(hybrids), probabilities(edges)];
  const mixed = probabilities([hybrids[0], ...edges, hybrids[1]]);
  for (const [s, arcs] of mixed.entries()) {
    for (const [at, p] of arcs.entries()) expect(p).toBeCloseTo((2 * two[s][at] + one[s][at]) / 3, 5);
  }
});

it('adds up probabilities across kinds without the temperatures of its members', () => {
  const beliefs = [1, 5].map((temperature) => {
    const engine = createEngine();
    const members = (['arc-hybrid', 'edge-factored'] as const).map((system) =>
      randomParser({ system, temperature }, short, { engine, sharpness: 4 }),
    );
    return engine.arena.scope(() => {
      const ensemble = new Ensemble(members);
      const encoding = ensemble.encode(members.map((member) => instancesOf(member, short)));
      return ensemble.scores(encoding, (scores) => [...scores.probabilities().arcs]);
    });
  });
  expect(beliefs[1]).toEqual(beliefs[0]);
});

it('matches labels by name', () => {
  const engine = createEngine();
  const first = randomParser({}, sentences, { engine });
  // The same parser, but with its labels in another order and one more that never wins.
  const labels = [...first.labels].reverse();
  const labelHeads: LabelHead[] = [...[...first.labelHeads].reverse(), 'both'];
  const vocabulary = new Vocabulary(first.vocabulary.lexicon, { deprel: [...labels, 'never'] }, labelHeads);
  const second = new Parser(engine, first.settings, vocabulary, { name: 'other order' });
  const hidden = first.settings.labelHidden;
  for (const [at, { name, value }] of second.parameters.all.entries()) {
    const from = first.parameters.all[at].value.copy();
    if (name !== 'labels.weight' && name !== 'labels.outputBias') {
      value.set(from);
      continue;
    }
    const width = name === 'labels.weight' ? hidden : 1;
    for (let label = 0; label < labels.length; label++) {
      const start = (labels.length - 1 - label) * width;
      value.set(from.slice(start, start + width), label * width);
    }
    if (width === 1) value.set([-100], labels.length);
  }
  const alone = parse([first]);
  expect(new Set(alone.flatMap((tree) => tree.labels)).size).toBeGreaterThan(2);
  expect(parse([second])).toEqual(alone);
  expect(parse([first, second])).toEqual(alone);
  expect(parse([second, first])).toEqual(alone);
});

it('scores transitions by the mean of its members', () => {
  const engine = createEngine();
  const greedy = { training: 'local' } as const;
  const members = [3, 4, 5].map((seed) => randomParser(greedy, sentences, { engine, seed }));
  const scoresOf = (some: readonly Parser[]) =>
    engine.arena.scope(() => {
      const ensemble = new Ensemble(some);
      const encoding = ensemble.encode(some.map((member) => instancesOf(member, sentences)));
      const out = new Float32Array(members[0].structure.transitions?.transitions.length ?? 0);
      ensemble.configurations(encoding)(0)(new Configuration(sentences[0].words.length), out);
      return out;
    });
  const alone = members.map((member) => scoresOf([member]));
  for (const [t, score] of scoresOf(members).entries()) {
    expect(score).toBeCloseTo(
      alone.reduce((sum, own) => sum + own[t] / 3, 0),
      5,
    );
  }
});

it('gives each arc the label of the most probability, of which each member has as much', () => {
  const engine = createEngine();
  const members = [3, 4].map((seed) => randomParser({}, short, { engine, seed, sharpness: 2 }));
  expect(members[0].labels).toEqual(members[1].labels);
  const found = parse(members, short);
  const sums = members.map((parser) =>
    engine.arena.scope(() => {
      const batch = batchOf(instancesOf(parser, short));
      const trees = found.map(({ heads }) => heads);
      const scores = parser.labeler?.score(batch, parser.encoder.encode(batch), trees);
      return scores ? matrixOf(scores).map((row) => softmax([...row])) : [];
    }),
  );
  const best = sums[0].map((own, word) => {
    const sum = own.map((share, label) => share + sums[1][word][label]);
    return members[0].labels[sum.indexOf(Math.max(...sum))];
  });
  expect(found.flatMap(({ labels }) => labels.slice(1))).toEqual(best);
});

function softmax(scores: readonly number[]): number[] {
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  return scores.map((score) => Math.exp(score) / total);
}

it('refuses to be empty', () => {
  expect(() => new Ensemble([])).toThrow('An ensemble has at least one model.');
});
