// One request and its answer: its id, when to stop working on it, and its counts for the log.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { GONE, refusals } from './limits.js';
import type { Visit } from './room.js';
import { Stop } from './stop.js';

/** How an exchange ended. */
export interface Ending {
  /** The status that was sent; 499 if the client left. */
  readonly status: number;
  readonly milliseconds: number;
  /** Why the answer broke off after it had started. */
  readonly failure?: Error;
}

/** Milliseconds that a client has to take a chunk of its answer. */
const PATIENCE = 10_000;

export class Exchange {
  readonly id: string = randomUUID();
  /** What the request holds of the service. */
  readonly visit: Visit;
  /** Called when time is up or the client is gone; the reason is a refusal. */
  readonly stop = new Stop();
  words = 0;
  sentences = 0;
  #outgoing: ServerResponse;
  #start = performance.now();
  #failure: Error | undefined;
  #stalled: NodeJS.Timeout | undefined;

  /** Calls `onEnd` once. */
  constructor(visit: Visit, outgoing: ServerResponse, time: number, onEnd: (ending: Ending) => void) {
    this.visit = visit;
    this.#outgoing = outgoing;
    const timer = setTimeout(() => {
      const refusal = refusals.time(time);
      this.stop.now(refusal);
      // A slow reader already has half of an answer: it is too late to send an error.
      if (outgoing.headersSent) this.breakOff(refusal);
    }, time);
    outgoing.once('close', () => {
      clearTimeout(timer);
      clearTimeout(this.#stalled);
      const isSent = outgoing.writableFinished;
      if (!isSent) this.stop.now(refusals.gone());
      visit.leave();
      const milliseconds = performance.now() - this.#start;
      onEnd({ status: isSent ? outgoing.statusCode : GONE, milliseconds, failure: this.#failure });
    });
  }

  /** A chunk was sent. A client that does not take it blocks resources that others wait for. */
  sent(): void {
    this.#stalled = setTimeout(() => this.breakOff(refusals.gone()), PATIENCE);
  }

  /** The client took the chunk. */
  taken(): void {
    clearTimeout(this.#stalled);
  }

  /** Cuts the connection, because the answer has started and cannot be finished. */
  breakOff(failure: Error): void {
    this.#failure ??= failure;
    this.#outgoing.destroy();
  }
}
