// Splits raw text into sentences of tokens with a trained splitter.

import { blocksOf } from './blocks.js';
import { Conventions } from './conventions.js';
import type { PlacedSentence } from './sentences.js';
import { type Decider, splitText } from './split.js';
import type { Splitter } from './splitter.js';

export class TextSplitter {
  #decide: Decider;
  #conventions: Conventions;

  constructor(splitter: Splitter) {
    const { vocabulary } = splitter;
    this.#decide = (pieces) => splitter.predict(pieces.map((piece) => vocabulary.numbersOf(piece)));
    this.#conventions = new Conventions(vocabulary.data);
  }

  /** The sentences of a text, yielded as they are found. */
  split(text: string): Generator<PlacedSentence> {
    return splitText(text, this.#decide, this.#conventions);
  }

  /** The sentences of a text that arrives in chunks, cut anywhere; offsets are into the whole text. */
  async *stream(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<PlacedSentence> {
    for await (const { text, offset } of blocksOf(chunks)) {
      for (const { sentence, starts, ends } of this.split(text)) {
        const moved = (places: readonly number[]) => places.map((place) => offset + place);
        yield { sentence, starts: moved(starts), ends: moved(ends) };
      }
    }
  }
}
