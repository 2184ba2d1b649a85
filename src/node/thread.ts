// A worker thread that answers one request at a time. A request may fail; when the thread dies, all further ones do.
import type { Worker } from 'node:worker_threads';
import type { Reply } from './serve.js';

export class Thread {
  /** What it says before any request. */
  readonly started: Promise<unknown>;
  #worker: Worker;
  #name: string;
  #failure: Error | undefined;
  #pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;

  /** Its script serves by node/serve. Bundlers only see a script that stands in the call which makes the worker. */
  constructor(name: string, worker: Worker) {
    this.#name = name;
    this.#worker = worker;
    this.started = this.#reply();
    this.#worker.on('message', (reply: Reply) => {
      // A thread that waits for work does not keep the program alive; one that is being closed does, to its end.
      if (!this.#failure) this.#worker.unref();
      if ('error' in reply) this.#pending?.reject(this.#failed(reply.error));
      else this.#pending?.resolve(reply.value);
    });
    this.#worker.on('error', ({ message }) => this.#die(message));
    this.#worker.on('messageerror', ({ message }) => this.#die(message));
    this.#worker.on('exit', (code) => this.#die(`it ended with exit code ${code}`));
  }

  /** Whether it will never answer again. */
  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  ask(request: unknown): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#worker.ref();
    this.#worker.postMessage(request);
    return this.#reply();
  }

  async close(): Promise<void> {
    this.#failure ??= new Error(`${this.#name} is closed.`);
    this.#worker.ref();
    await this.#worker.terminate();
  }

  #reply(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #die(reason: string): void {
    this.#failure ??= this.#failed(reason);
    this.#pending?.reject(this.#failure);
  }

  #failed(reason: string): Error {
    return new Error(`${this.#name} failed: ${reason}`);
  }
}
