// How the parser derives its tree, as plain data for a page: the best and the greedy transition sequence, step by step,
// and the chart in which the best one is found.
import type { Sentence } from '../conllu/sentence.js';
import { arrayOf } from '../decode/decoding.js';
import { greedy } from '../decode/greedy.js';
import type { Ensemble } from '../parser/ensemble.js';
import { parserSettings } from '../parser/parserSettings.js';
import type { SentenceScores } from '../parser/sentenceScores.js';
import { unparsed } from '../structure/instance.js';
import type { Explanation, StructuredModel, TableModel } from '../structure/structuredModel.js';
import { structuredModels } from '../structure/structuredModels.js';
import { staticOracle } from '../transition/oracle.js';
import { chartOf, type ExploredChart } from './exploredChart.js';
import { borrowedScores, type ExploredScores, transitionScorer } from './exploredScores.js';
import { type ExploredSequence, partingOf, sequenceOf } from './sequence.js';

export interface Exploration {
  /** The name of the transition system. */
  readonly system: string;
  /** Its transitions as the paper defines them, by name. */
  readonly definitions: Readonly<Record<string, string>>;
  /** Whether the model was trained for this system; otherwise the scores are computed from its arc probabilities. */
  readonly own: boolean;
  /** Whether ROOT gets exactly one dependent. */
  readonly singleRoot: boolean;
  /** The best sequence of all. */
  readonly exact: ExploredSequence;
  /** The sequence that takes the transition with the highest score at each step. */
  readonly greedy: ExploredSequence;
  /** The first step in which they differ. */
  readonly parting?: number;
  readonly chart: ExploredChart;
}

/** The longest sentence that can be explored, in words. */
export const longestExplored = 100;

/** The longest sentence with a whole chart: if time grows with the fourth power, the number of steps grows with the fifth. */
export const longestWhole = ({ power }: StructuredModel): number => (power > 3 ? 14 : 30);

/** A model whose chart can be shown. */
export interface Explorable {
  readonly structure: StructuredModel;
  readonly tables: TableModel;
  readonly explanation: Explanation;
}

/** The models whose charts can be shown, one per transition system. */
export const explorables: readonly Explorable[] = structuredModels.flatMap((structure) => {
  const { tables } = structure;
  const explanation = tables?.explanation;
  return tables && explanation ? [{ structure, tables, explanation }] : [];
});

/** Sums of scores that differ by less are considered equal, because of rounding. */
const tie = 1e-4;

/** Explores a tagged sentence in a transition system, by default the model's own. */
export function explore(ensemble: Ensemble, sentence: Sentence, name?: string): Exploration {
  const { length } = sentence.words;
  if (length === 0) throw new RangeError('There are no words to explore.');
  if (length > longestExplored) {
    throw new RangeError(
      `The sentence has ${length} words, but only sentences of up to ${longestExplored} words can be explored.`,
    );
  }
  if (ensemble.isGreedy) throw new Error('The model is greedy: it has no chart to explore.');
  const own = explorables.find(({ structure }) => structure === ensemble.structure);
  const wanted = name ?? own?.structure.system ?? parserSettings.system.default;
  const shown = explorables.find(({ structure }) => structure.system === wanted);
  if (!shown) throw new RangeError(`There is no chart of ${wanted} to explore.`);
  return ensemble.engine.arena.scope(() => {
    const encoding = ensemble.encode(
      ensemble.members.map(({ encoder }) => [unparsed(encoder.inputOf(sentence.words))]),
    );
    const [exploration] = ensemble.scores(encoding, (scores) => {
      const explored =
        shown === own
          ? ownScores(scores)
          : borrowedScores(shown.explanation, length, scores.probabilities().arcs);
      const canonical = shown === own && ensemble.canonical;
      const { engine, singleRoot } = ensemble;
      return {
        own: shown === own,
        ...exploreScores({ engine, singleRoot, canonical }, shown, length, explored),
      };
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

/** The tables of the model, copied because the originals are freed. */
function ownScores({ tables = {} }: SentenceScores): ExploredScores {
  return {
    tables: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, arrayOf(table).slice()])),
  };
}

/** Explores the scores of a sentence of n words in a transition system. */
export function exploreScores(
  { engine, singleRoot, canonical }: Pick<Ensemble, 'engine' | 'singleRoot' | 'canonical'>,
  { structure, tables, explanation }: Explorable,
  n: number,
  scores: ExploredScores,
): Omit<Exploration, 'own'> {
  const { system } = explanation;
  const scorer = transitionScorer(explanation, system, scores);
  const found = tables.decode(engine, n, scores.tables, { arcs: scores.arcs, singleRoot, canonical });
  const sequence = (transitions: Uint8Array) => sequenceOf(system, transitions, scorer, singleRoot);
  const early = sequence(staticOracle(system, found.heads, 'reduce'));
  const exact = found.transitions ? sequence(found.transitions) : early;
  // If several points to reduce a word score the same, show the earliest.
  const best = early.score > exact.score - tie ? early : exact;
  const local = sequence(greedy(system, n, scorer, { singleRoot }).transitions);
  return {
    system: structure.system,
    definitions: Object.fromEntries(
      system.transitions.map((transition, t) => [transition, system.definitions[t]]),
    ),
    singleRoot,
    exact: best,
    greedy: local,
    parting: partingOf(best, local),
    chart: chartOf({
      rules: explanation.rules,
      n,
      scores,
      singleRoot,
      canonical,
      transitions: best.steps.map(({ transition }) => transition),
      greedy: local.steps.map(({ transition }) => transition),
      whole: n <= longestWhole(structure),
    }),
  };
}
