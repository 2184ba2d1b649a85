// When to stop working on a request. An AbortSignal could say the same, but it and its listeners would take a tenth of
// the time that a short request takes.

export class Stop {
  #reason: Error | undefined;
  readonly #listeners: ((reason: Error) => void)[] = [];

  /** Throws the reason, if it is time to stop. */
  check(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Stops the work; only the first reason counts. */
  now(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener(reason);
  }

  /** Calls the listener when it is time to stop, unless that time has already come. */
  on(listener: (reason: Error) => void): void {
    this.#listeners.push(listener);
  }

  off(listener: (reason: Error) => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}
