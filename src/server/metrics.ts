// The metrics of the service, in the Prometheus text format.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Values that are read when the metrics are requested. */
export interface Gauges {
  readonly inFlight: number;
  readonly waiting: number;
}

export class Metrics {
  readonly contentType: string;
  #registry = new Registry();
  #requests: Counter<'route' | 'status'>;
  #seconds: Histogram<'route'>;
  #words: Counter;
  #sentences: Counter;

  constructor(gauges: Gauges) {
    const registers = [this.#registry];
    this.contentType = this.#registry.contentType;
    this.#requests = new Counter({
      name: 'arcwise_requests_total',
      help: 'Requests by route and status; 499 is a client that left.',
      labelNames: ['route', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'arcwise_request_seconds',
      help: 'Seconds from the arrival of a request to the end of its answer.',
      labelNames: ['route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    this.#words = new Counter({ name: 'arcwise_words_total', help: 'Words of the answers.', registers });
    this.#sentences = new Counter({
      name: 'arcwise_sentences_total',
      help: 'Sentences of the answers.',
      registers,
    });
    gauge('arcwise_requests_in_flight', 'Requests in progress or waiting.', () => gauges.inFlight);
    gauge('arcwise_queue_length', 'Requests with sentences that wait for a thread.', () => gauges.waiting);
    collectDefaultMetrics({ register: this.#registry });

    function gauge(name: string, help: string, value: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    }
  }

  /** Counts a request that has ended. */
  count(route: string, status: number, seconds: number, words: number, sentences: number): void {
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, seconds);
    this.#words.inc(words);
    this.#sentences.inc(sentences);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
