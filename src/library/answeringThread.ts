// A thread of any kind that answers requests in order, one at a time. A single request may fail; once the thread dies, all
// do. Requests that wait are already with the thread, so that it goes on without waiting for this one.

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

/** The thread ended before it came to a request, which is thus not to blame for it. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class AnsweringThread {
  /** Its first message, sent before any request. */
  readonly started: Promise<unknown>;
  #port: Port;
  #name: string;
  #failure: Error | undefined;
  #hasStarted = false;
  /** The first is being worked on. */
  #pending: Pending[] = [];

  constructor(name: string, port: Port) {
    this.#name = name;
    this.#port = port;
    this.started = this.#reply();
    port.listen(
      (reply) => {
        this.#hasStarted = true;
        const answered = this.#pending.shift();
        // An idle thread does not keep the program alive; one that is being closed does, until it ends.
        if (!this.#failure && this.#pending.length === 0) port.hold(false);
        if ('error' in reply) answered?.reject(this.#failed(reply.error));
        else answered?.resolve(reply.value);
      },
      (reason) => {
        this.#failure ??= this.#failed(reason);
        const { message } = this.#failure;
        const [reached, ...others] = this.#pending.splice(0);
        reached?.reject(this.#failure);
        for (const other of others) other.reject(new NotReached(message));
      },
    );
  }

  /** Whether it can no longer answer. */
  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  /** The number of requests that it has not answered. Before it has started, it has no room for any. */
  get load(): number {
    return this.#hasStarted ? this.#pending.length : Infinity;
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
      this.#pending.push({ resolve, reject });
    });
  }

  #failed(reason: string): Error {
    return new Error(`${this.#name} failed: ${reason}`);
  }
}
