// A worker thread that holds a replica of a network and answers the requests of node/threads.
import { parentPort, workerData } from 'node:worker_threads';
import { sumDense } from '../nn/gradients.js';
import { createNodeEngine } from './engine.js';
import type { CreateReplica, Reply, Request, ThreadData } from './threads.js';

const { module, setup, memory, values, blas } = workerData as ThreadData;

function answer(work: () => unknown): void {
  let reply: Reply;
  try {
    reply = { value: work() };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
}

const { createReplica } = (await import(module)) as {
  createReplica: CreateReplica<unknown, unknown, unknown>;
};
const engine = createNodeEngine({ memory, blas });

answer(() => {
  const replica = createReplica(engine, setup, values);
  const { gradients } = replica.parameters;
  parentPort?.on('message', (request: Request) =>
    answer(() => {
      if ('blocks' in request) return sumDense(engine, request.blocks, request.from, request.to);
      // By now everyone has read the last ones.
      if (request.clear) gradients.clear();
      return request.tasks.map((task) => replica.run(task));
    }),
  );
  return gradients.pointer;
});
