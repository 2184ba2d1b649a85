// What the explorer asks of the worker.
import type { Pipeline } from '../../src/pipeline/pipeline.js';
import type { Method } from '../protocol.js';

/** The methods of the worker that the explorer calls; the pipeline is there once the model is. */
export function explorerMethods(pipeline: Promise<Pipeline>) {
  return {
    /** The name of the transition system that the model takes. */
    async *system(_: null): AsyncGenerator<string> {
      const { parts } = await pipeline;
      yield parts.parsers[0].settings.system;
    },
  } satisfies Record<string, Method>;
}
