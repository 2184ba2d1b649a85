// How the parser comes to its tree, as plain data for a page: the best transition sequence and the greedy one, step by
// step, and the chart in which the best one is found.
import type { Sentence } from '../conllu/sentence.js';
import { arrayOf } from '../decode/decoding.js';
import { greedy } from '../decode/greedy.js';
import { arcEagerRules, arcHybridRules, arcStandardRules, type DeductionSystem } from '../deduction/index.js';
import { instanceOf } from '../encoder/instance.js';
import type { Ensemble } from '../parser/ensemble.js';
import { exactSystems } from '../parser/exact.js';
import type { SentenceScores } from '../parser/sentenceScores.js';
import { staticOracle } from '../transition/oracle.js';
import type { TransitionSystem } from '../transition/system.js';
import { chartOf, type ExploredChart } from './chart.js';
import { borrowedScores, type ExploredScores, transitionScorer } from './scores.js';
import { type ExploredSequence, partingOf, sequenceOf } from './sequence.js';

export type SystemName = TransitionSystem['name'];

export interface Exploration {
  readonly system: SystemName;
  /** Whether the model was trained for this system: the scores are then its own, else made of its arcs' probabilities. */
  readonly own: boolean;
  /** Whether ROOT gets exactly one dependent. */
  readonly singleRoot: boolean;
  /** The best sequence of all. */
  readonly exact: ExploredSequence;
  /** The sequence that takes what scores most at each step. */
  readonly greedy: ExploredSequence;
  /** The first step in which they differ. */
  readonly parting?: number;
  readonly chart: ExploredChart;
}

/** Up to so many words a sentence can be explored. */
export const longestExplored = 100;

/** Up to so many words the chart is whole: arc-standard has O(n⁵) ways to conclude something, the others O(n³). */
export const longestWhole: Record<SystemName, number> = {
  'arc-standard': 14,
  'arc-hybrid': 30,
  'arc-eager': 30,
};

/** Sums of scores that differ by less are the same but for rounding. */
const tie = 1e-4;

const rulesOf: Record<SystemName, DeductionSystem> = {
  'arc-standard': arcStandardRules,
  'arc-hybrid': arcHybridRules,
  'arc-eager': arcEagerRules,
};

/** Explores a sentence, whose tags are those that the parsers read, in a transition system: in the model's own if none is given. */
export function explore(ensemble: Ensemble, sentence: Sentence, name?: SystemName): Exploration {
  const { length } = sentence.words;
  if (length === 0) throw new RangeError('There are no words to explore.');
  if (length > longestExplored) {
    throw new RangeError(
      `The sentence has ${length} words: it can be explored with up to ${longestExplored} of them.`,
    );
  }
  if (ensemble.isGreedy) throw new Error('The model is greedy: it has no chart to explore.');
  const system = name ?? ensemble.system?.name ?? 'arc-eager';
  return ensemble.engine.arena.scope(() => {
    const encoding = ensemble.encode(
      ensemble.members.map(({ vocabulary, settings }) => [instanceOf(sentence, vocabulary, settings)]),
    );
    const own = system === ensemble.system?.name;
    const [exploration] = ensemble.scores(encoding, (scores) => {
      const explored = own ? ownScores(scores) : borrowedScores(system, length, scores.probabilities().arcs);
      return { own, ...exploreScores(ensemble, system, length, explored) };
    });
    const { exact, greedy } = exploration;
    const labels = ensemble.label(
      encoding,
      [exact, greedy].map(({ heads }) => ({ sentence: 0, heads: Int32Array.from(heads) })),
    );
    if (!labels) return exploration;
    const [ofExact, ofGreedy] = labels.map((own) => Array.from(own, (label) => ensemble.labels[label] ?? ''));
    return {
      ...exploration,
      exact: { ...exact, labels: ofExact },
      greedy: { ...greedy, labels: ofGreedy },
    };
  });
}

/** The tables of the model, copied before they are gone. */
function ownScores({ tables = {} }: SentenceScores): ExploredScores {
  return {
    tables: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, arrayOf(table).slice()])),
  };
}

/** What the scores of a sentence of n words say in a transition system. */
export function exploreScores(
  { engine, singleRoot }: Pick<Ensemble, 'engine' | 'singleRoot'>,
  name: SystemName,
  n: number,
  scores: ExploredScores,
): Omit<Exploration, 'own'> {
  const { system, decode } = exactSystems[name];
  const scorer = transitionScorer(system, scores);
  const found = decode(engine, n, scores.tables, { arcs: scores.arcs, singleRoot });
  const [exact, canonical] = [found.transitions, staticOracle(system, found.heads, 'reduce')].map(
    (transitions) => sequenceOf(system, transitions, scorer, singleRoot),
  );
  // Where it makes no difference when a word is reduced, it is reduced as soon as it can be.
  const best = canonical.score > exact.score - tie ? canonical : exact;
  const local = sequenceOf(system, greedy(system, n, scorer, { singleRoot }).transitions, scorer, singleRoot);
  return {
    system: name,
    singleRoot,
    exact: best,
    greedy: local,
    parting: partingOf(best, local),
    chart: chartOf({
      rules: rulesOf[name],
      n,
      scores,
      singleRoot,
      transitions: best.steps.map(({ transition }) => transition),
      greedy: local.steps.map(({ transition }) => transition),
      whole: n <= longestWhole[name],
    }),
  };
}
