// The worker's side of node/thread: answers one request after the other.
import { parentPort } from 'node:worker_threads';
import { replyOf } from '../library/answeringThread.js';

/** How a thread answers requests. */
export interface Answering<Request> {
  /** Sent once, before any request. */
  readonly started?: unknown;
  answer(request: Request): unknown;
}

export function serve<Request>(start: () => Answering<Request>): void {
  reply(() => {
    const { started, answer } = start();
    parentPort?.on('message', (request: Request) => reply(() => answer(request)));
    return started;
  });
}

function reply(work: () => unknown): void {
  parentPort?.postMessage(replyOf(work));
}
