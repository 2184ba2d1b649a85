// Training and parsing by several threads: the training loop's team, over replicas of the parser.
import type { Engine } from '../engine/engine.js';
import { Random } from '../engine/random.js';
import { type Losses, type ParsedTree, Parser } from '../model/parser.js';
import type { Settings } from '../model/settings.js';
import { Vocabulary, type VocabularyData } from '../model/vocabulary.js';
import { type Corpus, Solo, type Team } from '../train/team.js';
import { type Replica, startReplicas } from './threads.js';

type Task = { train: readonly number[]; seed: number } | { parse: readonly number[] };
type Result = Losses | ParsedTree[];

interface Setup {
  settings: Settings;
  vocabulary: VocabularyData;
  corpus: Corpus;
}

/** A team of so many threads; with more than one the parser's engine has shared memory. */
export async function startTeam(parser: Parser, corpus: Corpus, threads: number): Promise<Team> {
  if (threads === 1) return new Solo(parser, corpus);
  const { settings, vocabulary } = parser;
  const setup: Setup = { settings, vocabulary: vocabulary.data, corpus };
  const module = new URL(import.meta.url);
  const replicas = await startReplicas(replicaOf(parser, corpus), { threads, module, setup });
  return {
    threads,
    async train(shares, seeds) {
      // A batch with fewer sentences than threads leaves shares empty.
      const tasks = shares.map((train, i): Task => ({ train, seed: seeds[i] }));
      const losses = await replicas.learn(tasks.filter((_, i) => shares[i].length > 0));
      return (losses as Losses[]).reduce((sum, { tree, label }) => ({
        tree: sum.tree + tree,
        label: sum.label + label,
      }));
    },
    async parse(batches) {
      const trees = await replicas.run(batches.map((parse): Task => ({ parse })));
      return (trees as ParsedTree[][]).flat();
    },
    close: () => replicas.close(),
  };
}

/** For the other threads. */
export function createReplica(
  engine: Engine,
  { settings, vocabulary, corpus }: Setup,
  values: number,
): Replica<Task, Result> {
  return replicaOf(new Parser(engine, settings, new Vocabulary(vocabulary), { values }), corpus);
}

function replicaOf(parser: Parser, { train, dev }: Corpus): Replica<Task, Result> {
  return {
    parameters: parser.parameters,
    run(task) {
      if ('parse' in task) return parser.parse(task.parse.map((at) => dev[at]));
      return parser.train(
        task.train.map((at) => train[at]),
        new Random(task.seed),
      );
    },
  };
}
