// Parsing in the web workers of a page. They share one copy of the models if the page is cross-origin isolated, since only
// then browsers share memory; otherwise each has its own.
import { createEngine } from '../engine/engine.js';
import type { WeightProducts } from '../engine/weightProducts.js';
import { loadModels } from '../models/bundle.js';
import { partsOf } from '../models/parts.js';
import type { Card } from '../models/saved.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { AnsweringThread, type Port } from './answeringThread.js';
import { Crew } from './crew.js';
import { type SharedModels, sharedModelsOf } from './sharedModels.js';

/** The models for a worker: in shared memory, or as a file. */
export type PageWorkerModels =
  | SharedModels
  | { readonly bytes: Uint8Array; readonly weights: WeightProducts };

/** A pipeline whose workers must be closed. */
export interface PagePipeline {
  readonly pipeline: Pipeline;
  /** What the file says about itself. */
  readonly card: Card;
  close(): Promise<void>;
}

/** Starts workers that do the work of the models of a file, so that the page stays responsive. */
export async function startPageCrew(bytes: Uint8Array, workers: number): Promise<PagePipeline> {
  const shared = globalThis.crossOriginIsolated === true;
  const engine = createEngine({ shared });
  const { models, card } = await loadModels(engine, bytes);
  const parts = partsOf(models);
  const given: PageWorkerModels = shared
    ? sharedModelsOf(engine, [parts])
    : { bytes, weights: engine.weights };
  const crew = new Crew(workers, (at) => {
    // Bundlers recognize this form and include the script.
    const worker = new Worker(new URL('./pageWorker.js', import.meta.url), { type: 'module' });
    const thread = new AnsweringThread(`Worker ${at + 1}`, portOf(worker));
    worker.postMessage(given);
    return thread;
  });
  await crew.started();
  const pipeline = new Pipeline(parts, crew.delegates);
  return { pipeline, card, close: () => crew.close() };
}

function portOf(worker: Worker): Port {
  return {
    listen(onReply, onEnd) {
      worker.addEventListener('message', ({ data }) => onReply(data));
      worker.addEventListener('error', ({ message }) => onEnd(message || 'its script cannot be loaded'));
      worker.addEventListener('messageerror', () => onEnd('a message cannot be read'));
    },
    post: (request) => worker.postMessage(request),
    // A page does not end by itself.
    hold: () => {},
    end: async () => worker.terminate(),
  };
}
