import { describe, expect, it } from 'vitest';
import { Ensemble } from '../../src/parser/ensemble.js';
import { modelOf, tablesOf } from '../support/lossesByHand.js';
import { canonicalCandidates } from '../support/models.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

const sentences = toyTreebank(4, 4, 6);

describe.each([
  { system: 'arc-standard' },
  { system: 'arc-hybrid' },
  { system: 'arc-eager' },
  { system: 'edge-factored', tree: 'projective' },
  { system: 'edge-factored', tree: 'spanning-tree' },
] as const)('$system $tree', (settings) => {
  it.each([0.5, 1, 3])(
    'divides scores by the temperature %d before they become probabilities',
    (temperature) => {
      const parser = randomParser({ ...settings, temperature }, sentences);
      const { engine } = parser.parameters;
      const ensemble = new Ensemble([parser]);
      const all = instancesOf(parser, sentences);
      const { singleRoot } = parser.settings;
      engine.arena.scope(() => {
        for (const instance of all) {
          const { n } = instance;
          const encoding = ensemble.encode([[instance]]);
          const tables = tablesOf(parser, instance, encoding.encoded[0]);
          const trees = canonicalCandidates(modelOf(parser), n, tables, { singleRoot });
          const total = trees.reduce((sum, { score }) => sum + Math.exp(score / temperature), 0);
          const arcs = new Float64Array((n + 1) ** 2);
          for (const { heads, score } of trees) {
            for (let m = 1; m <= n; m++)
              arcs[heads[m] * (n + 1) + m] += Math.exp(score / temperature) / total;
          }
          ensemble.scores(encoding, (scores) => {
            const found = scores.probabilities();
            for (const [at, expected] of arcs.entries()) expect(found.arcs[at]).toBeCloseTo(expected, 4);
            for (const { score } of trees) {
              expect(found.ofTree?.(score)).toBeCloseTo(Math.exp(score / temperature) / total, 4);
            }
          });
        }
      });
    },
  );
});
