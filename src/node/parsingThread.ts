// A worker thread that analyzes batches of sentences for node/parsing.
import { workerData } from 'node:worker_threads';
import { Ensemble } from '../model/ensemble.js';
import { modelOf } from '../model/kinds.js';
import { Parser } from '../model/parser.js';
import { analyze, type Sentences } from '../pipeline/analysis.js';
import { createNodeEngine } from './engine.js';
import type { ParsingThreadData } from './parsing.js';
import { serve } from './serve.js';

const { memory, blas, options, models } = workerData as ParsingThreadData;

serve(() => {
  const engine = createNodeEngine({ memory, blas });
  const parsers = models.map(({ description, values }) =>
    modelOf(engine, description, { values, gradients: false }),
  );
  const ensemble = new Ensemble(parsers.filter((model) => model instanceof Parser));
  return { answer: (batch: Sentences) => analyze(ensemble, batch, options) };
});
