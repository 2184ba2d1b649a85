// A worker thread that holds a replica of a network and answers requests from node/threads.
import { workerData } from 'node:worker_threads';
import { updateDense } from '../nn/adam.js';
import { sumDense } from '../nn/gradients.js';
import { createNodeEngine } from './nodeEngine.js';
import { serve } from './serve.js';
import type { CreateReplica, Request, ThreadData } from './threads.js';

const { module, setup, memory, values, blas } = workerData as ThreadData;

const { createReplica } = (await import(module)) as {
  createReplica: CreateReplica<unknown, unknown, unknown>;
};
const engine = createNodeEngine({ memory, blas });

serve(async () => {
  const replica = await createReplica(engine, setup, values);
  const { parameters } = replica;
  const { gradients } = parameters;
  const answer = (request: Request) => {
    if ('blocks' in request) return sumDense(engine, request.blocks, request.from, request.to);
    if ('update' in request) return updateDense(parameters, request.update, request.from, request.to);
    // By now every thread has read the previous gradients.
    if (request.clear) gradients.clear();
    return request.tasks.map((task) => replica.run(task));
  };
  return { started: gradients.pointer, answer };
});
