// What a request may ask of the service, and how it is told that it asked for more.
export interface Limits {
  /** Bytes of a body. */
  readonly body: number;
  /** Words of a sentence. */
  readonly length: number;
  /** Milliseconds from the arrival of a request to its answer. */
  readonly time: number;
  /** Requests that are worked on or wait for it. */
  readonly queue: number;
}

/** 1,000 words is what the splitter's longest sentence can have, so that no text is refused for its sentences. */
export const usualLimits: Limits = { body: 1 << 20, length: 1000, time: 60_000, queue: 256 };

/** Seconds after which to come again when the queue is full: by then some of it is done. */
const RETRY = 1;

/** A status that says that nobody waits for the answer any more; it stands in the log alone. */
export const GONE = 499;

/** Why a request is not answered as it wishes: a status and one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const refusals = {
  body: (limit: number) => new Refusal(413, `The body has more than ${limit} bytes: send less at once.`),
  length: (words: number, limit: number) =>
    new Refusal(422, `A sentence has ${words} words, more than ${limit}: send it in pieces.`),
  time: (limit: number) =>
    new Refusal(408, `The request took more than ${limit / 1000} seconds: send less at once.`),
  queue: () =>
    new Refusal(503, 'The service has as much to do as it takes on: try again in a moment.', {
      'Retry-After': String(RETRY),
    }),
  closing: () => new Refusal(503, 'The service is shutting down.', { 'Retry-After': String(RETRY) }),
  gone: () => new Refusal(GONE, 'The client is gone.'),
};
