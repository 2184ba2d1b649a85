// A worker thread that splits, tags and parses for node/parsing.
import { workerData } from 'node:worker_threads';
import { annotatorsOf } from '../library/sharedModels.js';
import type { Job, SplittingJob } from '../pipeline/annotator.js';
import { createNodeEngine } from './nodeEngine.js';
import type { ParsingThreadData } from './parsing.js';
import { yieldToOthers } from './priority.js';
import { serve } from './serve.js';

const { blas, yields, ...models } = workerData as ParsingThreadData;

if (yields) yieldToOthers();

serve(async () => {
  const { memory, weights } = models;
  const annotators = await annotatorsOf(createNodeEngine({ memory, blas, weights }), models);
  return { answer: (job: Job | SplittingJob) => annotators[job.group ?? 0].answer(job) };
});
