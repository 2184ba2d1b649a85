// Splitting across requests: short texts that arrive together are split as paragraphs of one text, which the network
// reads in parallel. The result for a text does not depend on the others.
import { setImmediate } from 'node:timers/promises';
import type { Pipeline } from '../pipeline/pipeline.js';
import type { PlacedSentence } from '../splitter/sentences.js';

/** Texts are combined up to this length, in UTF-16 units: about what the splitter reads at once. */
export const TOGETHER = 8192;

/** Ends a paragraph, whatever precedes it. */
const BREAK = '\n\n';

interface Waiting {
  readonly text: string;
  resolve(sentences: PlacedSentence[]): void;
  reject(error: unknown): void;
}

export class Splitting {
  #pipeline: Pipeline;
  #waiting: Waiting[] = [];

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  /** The sentences of a text, with the positions of their words in it. */
  async *split(text: string): AsyncGenerator<PlacedSentence> {
    if (text.length >= TOGETHER) {
      yield* this.#pipeline.split([text]);
      return;
    }
    yield* await new Promise<PlacedSentence[]>((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      if (this.#waiting.length === 1) void this.#start();
    });
  }

  /** Waits for the next turn of the event loop, so that other texts can join. */
  async #start(): Promise<void> {
    while (this.#waiting.length > 0) {
      await setImmediate();
      let length = 0;
      const next = this.#waiting.findIndex(({ text }) => {
        length += text.length;
        return length > TOGETHER;
      });
      await this.#run(this.#waiting.slice(0, next < 0 ? undefined : Math.max(next, 1)));
    }
  }

  async #run(texts: readonly Waiting[]): Promise<void> {
    const found = texts.map((): PlacedSentence[] => []);
    let [at, start] = [0, 0];
    try {
      for await (const { sentence, starts, ends } of this.#pipeline.split([
        texts.map(({ text }) => text).join(BREAK),
      ])) {
        for (; starts[0] >= start + texts[at].text.length; at++)
          start += texts[at].text.length + BREAK.length;
        const moved = (places: readonly number[]) => places.map((place) => place - start);
        found[at].push({ sentence, starts: moved(starts), ends: moved(ends) });
      }
      for (const [place, { resolve }] of texts.entries()) resolve(found[place]);
    } catch (error) {
      for (const { reject } of texts) reject(error);
    } finally {
      this.#waiting.splice(0, texts.length);
    }
  }
}
