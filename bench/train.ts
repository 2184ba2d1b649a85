// Training: words/s of each kind of parser at the paper's sizes, with one thread and two, with each provider. Sentences
// have a treebank's lengths, and random words and trees.

import type { WordInput } from '../dist/encoder/embedder.js';
import type { Given } from '../dist/encoder/encoderSettings.js';
import { WordLexicon } from '../dist/encoder/lexicon.js';
import { Vocabulary } from '../dist/encoder/vocabulary.js';
import { Random } from '../dist/engine/random.js';
import { Adam, constant } from '../dist/nn/adam.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { loadLibraries } from '../dist/node/provider.js';
import { startTeam } from '../dist/node/threadTeam.js';
import { Parser } from '../dist/parser/parser.js';
import { type ParserSettings, readParserSettings } from '../dist/parser/parserSettings.js';
import type { Instance } from '../dist/structure/instance.js';
import { shares } from '../dist/train/batches.js';
import type { Team } from '../dist/train/team.js';
import { arcHybrid } from '../dist/transition/arcHybrid.js';
import { Configuration } from '../dist/transition/configuration.js';
import { follow } from '../dist/transition/system.js';
import { lengths } from './encoder.js';
import { median, type Row, type Tables } from './table.js';

const [WORDS, TAGS, LABELS] = [15_000, 18, 50];
/** The first turns are not counted, because V8 optimizes the code of a thread for some seconds, on the cores of the team. */
const [WARM_UP, TURNS] = [40, 15];
/** Steps per turn: as in a training, one follows the other. A thread that wakes up needs some to get a core of its own. */
const STEPS = 5;

export const kinds: Given<ParserSettings>[] = [
  { system: 'arc-eager', training: 'global' },
  { system: 'arc-hybrid', training: 'global' },
  { system: 'arc-standard', training: 'global' },
  { system: 'arc-eager', training: 'crf' },
  { system: 'edge-factored', training: 'global' },
  { system: 'arc-hybrid', training: 'local', features: ['s0', 'b0'] },
  { system: 'arc-hybrid', training: 'local', features: ['s2', 's1', 's0', 'b0'] },
  { system: 'arc-eager', training: 'local', features: ['s0', 'b0'] },
  { system: 'arc-standard', training: 'local', features: ['s1', 's0', 'b0'] },
];

export function nameOf({ system, training, features }: Given<ParserSettings>): string {
  return `${system}, ${training}${features ? ` {${features.join(', ')}}` : ''}`;
}

const lexicon = new WordLexicon({
  words: Array.from({ length: WORDS }, (_, at) => `w${at}`),
  counts: Array.from({ length: WORDS }, () => 5),
  vectors: '',
  characters: [],
  upos: Array.from({ length: TAGS }, (_, at) => `t${at}`),
  xpos: [],
});
export const vocabulary = new Vocabulary(lexicon, {
  deprel: Array.from({ length: LABELS }, (_, at) => `l${at}`),
});

/** A sentence with the tree of a random sequence. */
export function randomInstance(n: number, random: Random): WordInput & Instance {
  const configuration = new Configuration(n, true);
  while (!configuration.isTerminal) {
    const legal = arcHybrid.transitions.map((_, t) => t).filter((t) => arcHybrid.isLegal(configuration, t));
    arcHybrid.apply(configuration, legal[random.below(legal.length)]);
  }
  const numbers = (below: number) => Int32Array.from({ length: n + 1 }, () => random.below(below));
  const heads = follow(arcHybrid, configuration.history);
  return { n, words: numbers(WORDS), tags: [numbers(TAGS)], heads, labels: numbers(LABELS) };
}

/** A batch to learn from. */
const train = (() => {
  const random = new Random(1);
  return lengths.map((n) => randomInstance(n, random));
})();
const words = lengths.reduce((sum, n) => sum + n, 0);
const batch = train.map((_, at) => at);

/** A parser in training, and the words/s of its turns. */
export interface Subject {
  readonly threads: number;
  readonly parser: Parser;
  readonly team: Team<unknown>;
  readonly adam: Adam;
  readonly speeds: number[];
}

export async function subjectOf(kind: Given<ParserSettings>, threads: number): Promise<Subject> {
  const engine = createNodeEngine({ shared: threads > 1 });
  const parser = new Parser(engine, readParserSettings(kind), vocabulary);
  parser.parameters.initialize(new Random(1));
  const team = await startTeam(parser, { train, dev: [] }, threads);
  return { threads, parser, team, adam: new Adam(parser.parameters, constant(1e-3)), speeds: [] };
}

/** Trains the subjects in turns, so that a busy moment falls on all. */
export async function trainInTurns(subjects: readonly Subject[]): Promise<void> {
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    for (const subject of subjects) {
      const start = performance.now();
      for (let step = 0; step < STEPS; step++) await trainStep(subject, 100 * (STEPS * turn + step));
      if (turn >= WARM_UP) subject.speeds.push((1000 * STEPS * words) / (performance.now() - start));
    }
  }
}

async function trainStep({ threads, parser, team, adam }: Subject, seed: number): Promise<void> {
  const parts = shares(batch, lengths, threads, parser.pairCost);
  await team.train(
    parts,
    parts.map((_, at) => seed + at),
  );
  await team.step(adam, words);
}

export async function bench(): Promise<Tables> {
  const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
  const rows: Row[] = [];
  for (const kind of kinds) {
    const row: Row = { kind: nameOf(kind) };
    for (const provider of providers) {
      // Threads choose their provider by this.
      process.env.ARCWISE_BLAS = provider;
      const subjects = [await subjectOf(kind, 1), await subjectOf(kind, 2)];
      await trainInTurns(subjects);
      const [one, two] = subjects.map(({ speeds }) => speeds);
      row[`${provider}, 1 thread`] = Math.round(median(one));
      row[`${provider}, 2 threads`] = Math.round(median(two));
      // Of each turn, because the machine may be busier in some than in others.
      row[`${provider}, times one thread`] = median(two.map((speed, turn) => speed / one[turn]));
      for (const { team } of subjects) await team.close();
    }
    rows.push(row);
  }
  return { 'Training, words/s': rows };
}
