// arcwise/train for browsers: the same training in one thread.
import { createEngine } from '../engine/engine.js';
import { Solo } from '../train/team.js';
import { trainModel } from '../train/training.js';
import { TrainedModel, type TrainOptions } from './trained.js';

export * from './trained.js';

/** Trains a parser, tagger, joint model or splitter; the model has the weights of the best epoch. */
export async function train(options: TrainOptions): Promise<TrainedModel> {
  const engine = createEngine();
  const trained = await trainModel(
    options,
    { engine, startTeam: (model, corpus) => new Solo(model, corpus) },
    options,
  );
  return new TrainedModel(trained);
}
