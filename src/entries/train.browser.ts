// arcwise/train for browsers: the same training in one thread.
import { createEngine } from '../engine/engine.js';
import { trainSteps } from '../train/pipelineTraining.js';
import { Solo } from '../train/team.js';
import { type TrainingMeans, trainModel } from '../train/training.js';
import { TrainedModel, TrainedModels, type TrainOptions, type TrainPipelineOptions } from './trained.js';

export * from './trained.js';

/** Trains a parser, tagger, joint model or splitter; the model has the weights of the best epoch. */
export async function train(options: TrainOptions): Promise<TrainedModel> {
  return new TrainedModel(await trainModel(options, alone(), options));
}

/** Trains a whole pipeline, a splitter and a joint model, with settings that follow from the treebank. */
export async function trainPipeline(options: TrainPipelineOptions): Promise<TrainedModels> {
  return new TrainedModels(await trainSteps(options, alone, options));
}

function alone(): TrainingMeans {
  return { engine: createEngine(), startTeam: (model, corpus) => new Solo(model, corpus) };
}
