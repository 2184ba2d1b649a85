// The limits of a request, and the refusals for requests that exceed them.
import { counted } from '../conllu/quotation.js';
import type { ParseOptions } from '../pipeline/options.js';
import { type DecodingGrowth, treesOf, workOf } from '../pipeline/work.js';
import { longestSentence } from '../splitter/sentences.js';

export interface Limits {
  /** Bytes of a body. */
  readonly body: number;
  /** Words of a sentence. */
  readonly length: number;
  /** The cost of a request, in words: see `costOf`. */
  readonly cost: number;
  /** Milliseconds from the arrival of a request to the end of its answer. */
  readonly time: number;
  /** Requests in progress or waiting. */
  readonly queue: number;
}

/** Words in the longest sentence that the splitter produces, if every token is two words. */
export const longestSplit = 2 * longestSentence;

export const defaultLimits: Limits = {
  body: 1 << 20,
  length: longestSplit,
  cost: 250_000,
  time: 60_000,
  queue: 256,
};

/**
 * The cost of a sentence of n words, in words of plain parsing: its output, where a word counts once per tree and once
 * more per rival in it, plus the work beyond plain parsing.
 */
export function costOf(n: number, options: ParseOptions, growth: DecodingGrowth): number {
  const { kBest, rivals = 0 } = options;
  return n * treesOf(n, kBest) * (1 + Math.min(rivals, n)) + workOf(n, options, growth) - n;
}

/** Seconds after which to retry when the service is full: by then some of its work is done. */
const RETRY = 1;

/** The status of a request whose client has left; appears only in the log and the metrics. */
export const GONE = 499;

/** Why a request is refused: a status and one sentence. */
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
  body: (limit: number) =>
    new Refusal(413, `The body has more than ${counted(limit, 'byte')}: send less at once.`),
  length: (words: number, limit: number) =>
    new Refusal(422, `A sentence has ${words} words, more than ${limit}: send it in pieces.`),
  cost: (limit: number) =>
    new Refusal(
      413,
      `The request costs more than ${counted(limit, 'word')}, each counted once per tree and rival: ` +
        'send less at once, or ask for fewer trees and rivals.',
    ),
  time: (limit: number) =>
    new Refusal(408, `The request took more than ${counted(limit / 1000, 'second')}: send less at once.`),
  full: () =>
    new Refusal(503, 'The service is busy: try again in a moment.', {
      'Retry-After': String(RETRY),
    }),
  closing: () => new Refusal(503, 'The service is shutting down.', { 'Retry-After': String(RETRY) }),
  gone: () => new Refusal(GONE, 'The client is gone.'),
};
