// The worker's side of node/thread: answers one request after the other.
import { parentPort } from 'node:worker_threads';
import { replyOf } from '../library/answeringThread.js';

/** How a thread answers requests. */
export interface Answering<Request> {
  /** Sent once, before any request. */
  readonly started?: unknown;
  answer(request: Request): unknown;
}

export function serve<Request>(start: () => Promise<Answering<Request>>): void {
  reply(async () => {
    const { started, answer } = await start();
    parentPort?.on('message', (request: Request) => reply(() => answer(request)));
    return started;
  });
}

async function reply(work: () => unknown): Promise<void> {
  parentPort?.postMessage(await replyOf(work));
}
