// The page's side of the worker.
import type { Answer, Input, Item, Request } from './protocol.js';
import type { Methods } from './worker.js';

/** Calls the methods of the worker. */
export class Client {
  #worker: Worker;
  #calls = new Map<number, ReadableStreamDefaultController<unknown>>();
  #last = 0;

  constructor() {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) => {
      const error = new Error(message || 'The page cannot start its worker.');
      for (const call of this.#calls.values()) call.error(error);
      this.#calls.clear();
    });
  }

  /** The items of a call as they arrive; it ends on the signal, or when the consumer stops. */
  async *stream<Name extends keyof Methods>(
    name: Name,
    input: Input<Methods[Name]>,
    signal?: AbortSignal,
  ): AsyncGenerator<Item<Methods[Name]>> {
    if (signal?.aborted) return;
    const id = ++this.#last;
    const items = new ReadableStream<Item<Methods[Name]>>({
      start: (call) => {
        this.#calls.set(id, call);
      },
    }).getReader();
    const cancel = () => {
      const call = this.#calls.get(id);
      if (!call) return;
      this.#calls.delete(id);
      this.#send({ id, cancelled: true });
      call.close();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.#send({ id, name, input });
    try {
      for (let next = await items.read(); !next.done; next = await items.read()) yield next.value;
    } finally {
      signal?.removeEventListener('abort', cancel);
      cancel();
    }
  }

  /** The only item of a call. */
  async call<Name extends keyof Methods>(
    name: Name,
    input: Input<Methods[Name]>,
    signal?: AbortSignal,
  ): Promise<Item<Methods[Name]>> {
    for await (const item of this.stream(name, input, signal)) return item;
    throw signal?.reason ?? new Error(`The call of ${name} returned nothing.`);
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #take(answer: Answer): void {
    const call = this.#calls.get(answer.id);
    if (!call) return;
    if ('item' in answer) {
      call.enqueue(answer.item);
      return;
    }
    this.#calls.delete(answer.id);
    if ('error' in answer) call.error(new Error(answer.error));
    else call.close();
  }
}
