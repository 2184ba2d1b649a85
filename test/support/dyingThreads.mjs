// Loaded before the program: each worker thread dies when it is given its n-th piece of work, as ARCWISE_DIES_AT says.
import { isMainThread, parentPort } from 'node:worker_threads';

if (!isMainThread) {
  let given = 0;
  parentPort.on('message', () => {
    if (++given === Number(process.env.ARCWISE_DIES_AT)) process.exit(3);
  });
}
