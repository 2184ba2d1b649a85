// Turns of the thread that reads, splits and writes for all requests: long work is done piece by piece, one piece per turn
// of the event loop whoever it is for, so that nothing new waits for more than a piece.

class Turns {
  #waiting: (() => void)[] = [];

  /** Waits for the next turn that nobody else has asked for before. */
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

/** There is one thread, so there is one order of turns. */
export const turns = new Turns();
