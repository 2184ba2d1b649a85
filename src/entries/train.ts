// arcwise/train for Node: training with threads.
import { createNodeEngine } from '../node/nodeEngine.js';
import { startTeam } from '../node/threadTeam.js';
import { trainSteps } from '../train/pipelineTraining.js';
import { type TrainingMeans, trainModel } from '../train/training.js';
import { TrainedModel, TrainedModels, type TrainOptions, type TrainPipelineOptions } from './trained.js';

export * from './trained.js';

/** What training in Node runs on. */
export interface NodeMeans {
  /** The number of threads; with 1, the default, everything runs in this thread. */
  readonly threads?: number;
  /** Overrides ARCWISE_BLAS. */
  readonly blas?: string;
}

/** Options of training in Node. */
export interface NodeTrainOptions extends TrainOptions, NodeMeans {}

/** Trains a parser, tagger, joint model or splitter; the model has the weights of the best epoch. */
export async function train({ threads = 1, blas, ...options }: NodeTrainOptions): Promise<TrainedModel> {
  return new TrainedModel(await trainModel(options, meansOf(threads, blas), options));
}

/** Trains a whole pipeline, a splitter and a joint model, with settings that follow from the treebank. */
export async function trainPipeline({
  threads = 1,
  blas,
  ...options
}: TrainPipelineOptions & NodeMeans): Promise<TrainedModels> {
  return new TrainedModels(await trainSteps(options, () => meansOf(threads, blas), options));
}

function meansOf(threads: number, blas: string | undefined): TrainingMeans {
  return {
    engine: createNodeEngine({ shared: threads > 1, blas }),
    startTeam: (model, corpus) => startTeam(model, corpus, threads, blas),
  };
}
