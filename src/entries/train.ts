// arcwise/train for Node: training with threads.
import { createNodeEngine } from '../node/nodeEngine.js';
import { startTeam } from '../node/threadTeam.js';
import { trainModel } from '../train/training.js';
import { TrainedModel, type TrainOptions } from './trained.js';

export * from './trained.js';

/** Options of training in Node. */
export interface NodeTrainOptions extends TrainOptions {
  /** The number of threads; with 1, the default, everything runs in this thread. */
  readonly threads?: number;
  /** Overrides ARCWISE_BLAS. */
  readonly blas?: string;
}

/** Trains a parser, tagger, joint model or splitter; the model has the weights of the best epoch. */
export async function train({ threads = 1, blas, ...options }: NodeTrainOptions): Promise<TrainedModel> {
  const engine = createNodeEngine({ shared: threads > 1, blas });
  const trained = await trainModel(
    options,
    { engine, startTeam: (model, corpus) => startTeam(model, corpus, threads, blas) },
    options,
  );
  return new TrainedModel(trained);
}
