// A worker thread that tags and parses batches of sentences for node/parsing.
import { workerData } from 'node:worker_threads';
import { partsOf } from '../models/bundle.js';
import { modelOf } from '../models/kinds.js';
import { Annotator, type Job } from '../pipeline/annotator.js';
import type { ParsingThreadData } from './crew.js';
import { createNodeEngine } from './nodeEngine.js';
import { serve } from './serve.js';

const { memory, blas, weights, groups } = workerData as ParsingThreadData;

serve(() => {
  const engine = createNodeEngine({ memory, blas, weights });
  const annotators = groups.map((models) => {
    const loaded = models.map(({ description, values }) =>
      modelOf(engine, description, { ...values, gradients: false }),
    );
    return new Annotator(partsOf(loaded));
  });
  return { answer: (job: Job) => annotators[job.group ?? 0].annotate(job) };
});
