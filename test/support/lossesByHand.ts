// The losses of parsers written down as their definitions have them, over all trees or transition sequences of a short
// sentence, from the scores that a parser's own scorer shows. What is summed, compared or augmented here shares no code
// with src/.
import { arrayOf } from '../../src/decode/decoding.js';
import { batchOf } from '../../src/encoder/batch.js';
import type { Tensor } from '../../src/engine/tensor.js';
import type { Parser } from '../../src/parser/parser.js';
import type { Instance } from '../../src/structure/instance.js';
import { Configuration } from '../../src/transition/configuration.js';
import { matrixOf } from './matrices.js';
import {
  type Candidate,
  candidates,
  canonicalCandidates,
  type Model,
  models,
  type Tables,
} from './models.js';
import { ExhaustiveSearch, type PaperConfiguration, paperApply } from './paperSystems.js';
import { crossEntropy, excluded, hinge, right, wrong } from './reference/losses.js';

/** The model of brute force that corresponds to a parser. */
export function modelOf({ structure }: Parser): Model {
  const model = models.find(({ name }) => name === structure.name);
  if (!model) throw new Error(`test/support/models.ts has no model "${structure.name}".`);
  return model;
}

/** The tables of one sentence, copied, under the names that the models of brute force have for them. */
export function tablesOf({ scorer }: Parser, instance: Instance, encoded: Tensor): Tables {
  if (!scorer.tables) throw new Error('A greedy parser has no tables.');
  const [copies] = scorer.tables(batchOf([instance]), encoded, (_, tables) =>
    Object.entries(tables).map(([name, table]) => [name === 'arcs' ? 'edges' : name, arrayOf(table).slice()]),
  );
  return Object.fromEntries(copies);
}

/** The loss of one sentence's tree. */
export function treeLoss(parser: Parser, instance: Instance, encoded: Tensor): number {
  const { settings } = parser;
  if (settings.training === 'local') return localLoss(parser, instance, encoded);
  const model = modelOf(parser);
  const { n, heads } = instance;
  const tables = tablesOf(parser, instance, encoded);
  const { singleRoot } = settings;
  const isGold = (candidate: Candidate) => candidate.heads.every((head, word) => head === heads[word]);
  const canonical = () => canonicalCandidates(model, n, tables, { singleRoot });
  if (settings.training === 'softmax') return headLoss(n, heads, tables.edges);
  if (settings.training === 'crf') {
    const all = canonical();
    const [gold] = all.filter(isGold);
    return Math.log(all.reduce((sum, { score }) => sum + Math.exp(score), 0)) - gold.score;
  }
  const all = candidates(model, n, tables, { singleRoot });
  const wrongHeads = (candidate: Candidate) =>
    candidate.heads.filter((head, word) => head !== heads[word]).length;
  // Of the sequences that build the gold tree, that without the forbidden pair reduces early; that which shifts wherever
  // it can comes first in the order of the transitions, in which 0 is a shift.
  const shiftsFirst = (a: Candidate, b: Candidate) =>
    a.transitions.join('') < b.transitions.join('') ? -1 : 1;
  const [gold] =
    settings.prefer === 'reduce' ? canonical().filter(isGold) : all.filter(isGold).sort(shiftsFirst);
  return Math.max(...all.map((candidate) => candidate.score + wrongHeads(candidate))) - gold.score;
}

/** −log of the probability of each gold head among all positions but the word's own. */
function headLoss(n: number, heads: Int32Array, edges: Float32Array): number {
  let loss = 0;
  for (let m = 1; m <= n; m++) {
    const positions = Array.from({ length: n + 1 }, (_, h) => h).filter((h) => h !== m);
    const scores = Float64Array.from(positions, (h) => edges[h * (n + 1) + m]);
    loss += crossEntropy(scores, positions.indexOf(heads[m])).loss;
  }
  return loss;
}

/** Σ over the configurations that training passes through of the hinge between zero-cost and costly transitions. */
function localLoss({ settings, structure, scorer }: Parser, instance: Instance, encoded: Tensor): number {
  const { singleRoot, exploration } = settings;
  const system = structure.transitions;
  if (!system || !scorer.configurations) throw new Error('A greedy parser takes transitions.');
  if (exploration !== 0 && exploration !== 1) throw new Error('Chance has no place in a loss by hand.');
  const { n, heads } = instance;
  const score = scorer.configurations(batchOf([instance]), encoded)(0);
  const search = new ExhaustiveSearch(system, heads, singleRoot);
  const configuration = new Configuration(n, singleRoot);
  let paper: PaperConfiguration = {
    stack: [0],
    buffer: Array.from({ length: n }, (_, at) => at + 1),
    arcs: [],
  };
  let sum = 0;
  while (paper.stack.length > 1 || paper.buffer.length > 0) {
    const out = new Float32Array(system.transitions.length);
    score(configuration, out);
    const scores = Float64Array.from(out);
    const statuses = search.costs(paper).map((cost) => {
      if (!Number.isFinite(cost)) return excluded;
      return cost === 0 ? right : wrong;
    });
    sum += hinge(scores, statuses).loss;
    const bestOf = (status: number) =>
      statuses.reduce(
        (best, own, t) => (own === status && (best < 0 || scores[t] > scores[best]) ? t : best),
        -1,
      );
    const [good, bad] = [bestOf(right), bestOf(wrong)];
    const lead = bad < 0 ? Infinity : scores[good] - scores[bad];
    const next = lead <= 0 || (lead < 1 && exploration === 1) ? bad : good;
    paper = paperApply(system, paper, next) ?? paper;
    system.apply(configuration, next);
  }
  return sum;
}

/** The loss of one sentence's labels on its gold arcs. */
export function labelLoss(parser: Parser, instance: Instance, encoded: Tensor): number {
  return labelLossOfScores(labelScores(parser, instance, encoded), instance, parser.settings.training);
}

/** The scores of all labels, whether or not they fit, on the gold arcs of one sentence: [n, labels]. */
export function labelScores({ labeler, parameters }: Parser, { n, heads }: Instance, encoded: Tensor) {
  if (!labeler) return [];
  const arcs = parameters.engine.arena.scratchIntegers([n, 2]);
  arcs.set(Array.from({ length: n }, (_, at) => [heads[at + 1], at + 1]).flat());
  return matrixOf(labeler.slots.score(labeler.slots.project(encoded), arcs).scores);
}

export function labelLossOfScores(
  rows: readonly Float64Array[],
  { labels }: Instance,
  training: Parser['settings']['training'],
): number {
  return rows.reduce((sum, scores, at) => {
    const gold = labels[at + 1];
    // A label that the model does not know teaches nothing.
    if (gold < 0) return sum;
    const isLikelihood = training === 'crf' || training === 'softmax';
    if (isLikelihood) return sum + crossEntropy(scores, gold).loss;
    const statuses = Array.from(scores, (_, label) => (label === gold ? right : wrong));
    return sum + hinge(scores, statuses).loss;
  }, 0);
}
