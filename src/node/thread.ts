// A worker thread that holds a replica of a network and answers the requests of node/threads.
import { parentPort, workerData } from 'node:worker_threads';
import { type CreateReplica, sumSlice } from '../nn/replicas.js';
import { createNodeEngine } from './engine.js';
import type { Reply, Request, ThreadData } from './threads.js';

const { module, setup, memory, values, blas } = workerData as ThreadData;

const answer = (work: () => unknown): void => {
  let reply: Reply;
  try {
    reply = { value: work() };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
};

const { createReplica } = (await import(module)) as {
  createReplica: CreateReplica<unknown, unknown, unknown>;
};
const engine = createNodeEngine({ memory, blas });

answer(() => {
  const replica = createReplica(engine, setup, values);
  const { gradients } = replica.parameters;
  parentPort?.on('message', (request: Request) =>
    answer(() => {
      if ('sum' in request) return sumSlice(engine, request.blocks, request.sum);
      gradients.clear(); // by now everyone has read the last ones
      return replica.learn(request.learn);
    }),
  );
  return gradients.pointer;
});
