// A worker thread that answers one request at a time. A single request may fail; once the thread dies, all do.
import type { Worker } from 'node:worker_threads';
import type { Reply } from './serve.js';

export class Thread {
  /** Its first message, sent before any request. */
  readonly started: Promise<unknown>;
  #worker: Worker;
  #name: string;
  #failure: Error | undefined;
  #pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;

  /** The script uses node/serve. Callers create the worker, since bundlers only find a script named in `new Worker`. */
  constructor(name: string, worker: Worker) {
    this.#name = name;
    this.#worker = worker;
    this.started = this.#reply();
    this.#worker.on('message', (reply: Reply) => {
      // An idle thread does not keep the program alive; one that is being closed does, until it ends.
      if (!this.#failure) this.#worker.unref();
      if ('error' in reply) this.#pending?.reject(this.#failed(reply.error));
      else this.#pending?.resolve(reply.value);
    });
    this.#worker.on('error', ({ message }) => this.#die(message));
    this.#worker.on('messageerror', ({ message }) => this.#die(message));
    this.#worker.on('exit', (code) => this.#die(`it ended with exit code ${code}`));
  }

  /** Whether it can no longer answer. */
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
