// A worker thread that answers one request at a time, and fails for good when it dies.
import { Worker } from 'node:worker_threads';
import type { Reply } from './serve.js';

export class Thread {
  /** What it says before any request. */
  readonly started: Promise<unknown>;
  #worker: Worker;
  #name: string;
  #failure: Error | undefined;
  #pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;

  /** The script serves by node/serve; the data are its workerData. */
  constructor(name: string, script: URL, data: unknown) {
    this.#name = name;
    this.#worker = new Worker(script, { workerData: data });
    this.started = this.#reply();
    this.#worker.on('message', (reply: Reply) => {
      // A thread that waits for work does not keep the program alive.
      this.#worker.unref();
      if ('error' in reply) this.#fail(reply.error);
      else this.#pending?.resolve(reply.value);
    });
    this.#worker.on('error', ({ message }) => this.#fail(message));
    this.#worker.on('messageerror', ({ message }) => this.#fail(message));
    this.#worker.on('exit', (code) => this.#fail(`it ended with exit code ${code}`));
  }

  ask(request: unknown): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#worker.ref();
    this.#worker.postMessage(request);
    return this.#reply();
  }

  async close(): Promise<void> {
    this.#failure ??= new Error(`${this.#name} is closed.`);
    await this.#worker.terminate();
  }

  #reply(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`${this.#name} failed: ${reason}`);
    this.#pending?.reject(this.#failure);
  }
}
