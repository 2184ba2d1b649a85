// A worker thread's side of node/thread: it answers one request after the other.
import { parentPort } from 'node:worker_threads';

/** What a request gave, or what went wrong. */
export type Reply = { value: unknown } | { error: string };

/** What a thread does with its requests. */
export interface Answering<Request> {
  /** Said once, before any request. */
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
  let message: Reply;
  try {
    message = { value: work() };
  } catch (error) {
    message = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(message);
}
