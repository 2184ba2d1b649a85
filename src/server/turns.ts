// Turns on the thread that reads, splits and writes for all requests: long work is done in pieces, one per turn of the
// event loop across all requests, so that a new request never waits for more than one piece.

class Turns {
  #waiting: (() => void)[] = [];

  /** Waits for a turn, in order of the calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#plan();
    });
  }

  #plan(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#plan();
    });
  }
}

/** There is one such thread, so there is one order of turns. */
export const turns = new Turns();
