// A worker thread that tags and parses batches of sentences for node/parsing.
import { workerData } from 'node:worker_threads';
import { partsOf } from '../models/bundle.js';
import { modelOf } from '../models/kinds.js';
import { Annotator, type Job } from '../pipeline/annotator.js';
import { createNodeEngine } from './engine.js';
import type { ParsingThreadData } from './parsing.js';
import { serve } from './serve.js';

const { memory, blas, models } = workerData as ParsingThreadData;

serve(() => {
  const engine = createNodeEngine({ memory, blas });
  const parts = partsOf(
    models.map(({ description, values }) => modelOf(engine, description, { values, gradients: false })),
  );
  const annotator = new Annotator(parts);
  return { answer: (job: Job) => annotator.annotate(job) };
});
