// A web worker that tags and parses batches of sentences for library/pageCrew. Its first message is the models.
import { createEngine } from '../engine/engine.js';
import { loadModels, partsOf } from '../models/bundle.js';
import { Annotator, type Job } from '../pipeline/annotator.js';
import { replyOf } from './answeringThread.js';
import type { PageWorkerModels } from './pageCrew.js';
import { annotatorsOf } from './sharedModels.js';

let annotator: Annotator | undefined;

addEventListener('message', ({ data }: MessageEvent) => {
  const reply = replyOf(() => {
    if (annotator) return annotator.annotate(data as Job);
    annotator = annotatorOf(data as PageWorkerModels);
    return undefined;
  });
  postMessage(reply);
});

function annotatorOf(models: PageWorkerModels): Annotator {
  const { weights } = models;
  if ('memory' in models) return annotatorsOf(createEngine({ memory: models.memory, weights }), models)[0];
  return new Annotator(partsOf(loadModels(createEngine({ weights }), models.bytes).models));
}
