// One request and its answer: what to call it, when to stop working on it, and what is counted of it.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { GONE, refusals } from './limits.js';

export class Exchange {
  readonly id: string = randomUUID();
  /** Aborted when time is up or the client is gone; the reason is a refusal. */
  readonly signal: AbortSignal;
  words = 0;
  sentences = 0;
  #start = performance.now();

  /** Calls `onEnd` once, with the status that was sent and the milliseconds since the request came. */
  constructor(outgoing: ServerResponse, time: number, onEnd: (status: number, milliseconds: number) => void) {
    const controller = new AbortController();
    this.signal = controller.signal;
    const timer = setTimeout(() => controller.abort(refusals.time(time)), time);
    outgoing.once('close', () => {
      clearTimeout(timer);
      const isSent = outgoing.writableFinished;
      if (!isSent) controller.abort(refusals.gone());
      onEnd(isSent ? outgoing.statusCode : GONE, performance.now() - this.#start);
    });
  }
}
