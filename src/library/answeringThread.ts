// A thread of any kind that answers one request at a time. A single request may fail; once the thread dies, all do.

/** The result of a request, or its error. */
export type Reply = { value: unknown } | { error: string };

/** The reply of a thread that does some work for a request. */
export async function replyOf(work: () => unknown): Promise<Reply> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The connection to a thread, in Node or in a page. */
export interface Port {
  /** Calls `onReply` for each reply, and `onEnd` with a reason when there will be no more. */
  listen(onReply: (reply: Reply) => void, onEnd: (reason: string) => void): void;
  post(request: unknown): void;
  /** Says whether the program has to wait for the thread. */
  hold(isAwaited: boolean): void;
  end(): Promise<void>;
}

export class AnsweringThread {
  /** Its first message, sent before any request. */
  readonly started: Promise<unknown>;
  #port: Port;
  #name: string;
  #failure: Error | undefined;
  #pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined;

  constructor(name: string, port: Port) {
    this.#name = name;
    this.#port = port;
    this.started = this.#reply();
    port.listen(
      (reply) => {
        // An idle thread does not keep the program alive; one that is being closed does, until it ends.
        if (!this.#failure) port.hold(false);
        if ('error' in reply) this.#pending?.reject(this.#failed(reply.error));
        else this.#pending?.resolve(reply.value);
      },
      (reason) => {
        this.#failure ??= this.#failed(reason);
        this.#pending?.reject(this.#failure);
      },
    );
  }

  /** Whether it can no longer answer. */
  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  ask(request: unknown): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#port.hold(true);
    this.#port.post(request);
    return this.#reply();
  }

  async close(): Promise<void> {
    this.#failure ??= new Error(`${this.#name} is closed.`);
    this.#port.hold(true);
    await this.#port.end();
  }

  #reply(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
  }

  #failed(reason: string): Error {
    return new Error(`${this.#name} failed: ${reason}`);
  }
}
