// Training with several threads: implements the training loop's team with replicas of the model.
import type { Engine } from '../engine/engine.js';
import { Random } from '../engine/random.js';
import type { Figures, Learner } from '../learner/learner.js';
import { type Description, descriptionOf, type Model, modelOf } from '../models/kinds.js';
import { addFigures, type Corpus, Solo, type Team } from '../train/team.js';
import { type Replica, startReplicas } from './threads.js';

interface Item {
  readonly n: number;
}
type Task = { train: readonly number[]; seed: number } | { predict: readonly number[] };
type Result = Figures | unknown[];

interface Setup {
  description: Description;
  corpus: Corpus<Item>;
}

/** Starts a team; with several threads the model's engine must have shared memory. `blas` must match the engine. */
export async function startTeam<I extends Item, Output>(
  model: Model & Learner<I, Output>,
  corpus: Corpus<I>,
  threads: number,
  blas?: string,
): Promise<Team<Output>> {
  if (threads === 1) return new Solo(model, corpus);
  const setup: Setup = { description: descriptionOf(model), corpus };
  const module = new URL(import.meta.url);
  const replicas = await startReplicas(replicaOf(model, corpus), { threads, module, setup, blas });
  return {
    threads,
    async train(shares, seeds) {
      // A batch with fewer sentences than threads leaves shares empty.
      const tasks = shares.map((train, i): Task => ({ train, seed: seeds[i] }));
      const losses = await replicas.learn(tasks.filter((_, i) => shares[i].length > 0));
      return (losses as Figures[]).reduce(addFigures);
    },
    step: (adam, divisor) => replicas.step(adam, divisor),
    async predict(batches) {
      const outputs = await replicas.run(batches.map((predict): Task => ({ predict })));
      return (outputs as Output[][]).flat();
    },
    close: () => replicas.close(),
  };
}

/** Called in the other threads. */
export async function createReplica(
  engine: Engine,
  { description, corpus }: Setup,
  values: number,
): Promise<Replica<Task, Result>> {
  const model = await modelOf(engine, description, { values });
  return replicaOf(model as unknown as Learner<Item, unknown>, corpus);
}

function replicaOf<I extends Item, Output>(
  model: Learner<I, Output>,
  { train, dev }: Corpus<I>,
): Replica<Task, Result> {
  return {
    parameters: model.parameters,
    run(task) {
      if ('predict' in task) return model.predict(task.predict.map((at) => dev[at]));
      return model.train(
        task.train.map((at) => train[at]),
        new Random(task.seed),
      );
    },
  };
}
