// A web worker that splits, tags and parses for library/pageCrew. Its first message is the models.
import { createEngine } from '../engine/engine.js';
import { loadModels } from '../models/bundle.js';
import { partsOf } from '../models/parts.js';
import { Annotator, type Job, type SplittingJob } from '../pipeline/annotator.js';
import { replyOf } from './answeringThread.js';
import type { PageWorkerModels } from './pageCrew.js';
import { annotatorsOf } from './sharedModels.js';

let annotator: Annotator | undefined;

addEventListener('message', async ({ data }: MessageEvent) => {
  const reply = await replyOf(async () => {
    if (annotator) return annotator.answer(data as Job | SplittingJob);
    annotator = await annotatorOf(data as PageWorkerModels);
    return undefined;
  });
  postMessage(reply);
});

async function annotatorOf(models: PageWorkerModels): Promise<Annotator> {
  const { weights } = models;
  if ('memory' in models) {
    return (await annotatorsOf(createEngine({ memory: models.memory, weights }), models))[0];
  }
  const { models: loaded } = await loadModels(createEngine({ weights }), models.bytes);
  return new Annotator(partsOf(loaded));
}
