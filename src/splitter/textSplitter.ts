// Splits raw text into sentences of tokens with a trained splitter.

import type { Alphabet, CharacterNumbers } from './alphabet.js';
import { blocksOf } from './blocks.js';
import { Conventions } from './conventions.js';
import type { PlacedSentence } from './sentences.js';
import { Assembly, batchesOf, type ReadPiece } from './split.js';
import type { Splitter } from './splitter.js';

/** Decides for each character of each piece what ends with it. */
export type Decide = (pieces: readonly CharacterNumbers[]) => Promise<Uint8Array[]>;

export class TextSplitter {
  #alphabet: Alphabet;
  #conventions: Conventions;
  #decide: Decide;
  /** The batches that are being decided while another one is used. */
  #ahead: number;

  /** Decides in this thread unless `elsewhere` does, which has the same splitter. */
  constructor(splitter: Splitter, elsewhere?: Decide) {
    this.#alphabet = splitter.vocabulary;
    this.#conventions = new Conventions(splitter.vocabulary.data);
    this.#decide = elsewhere ?? (async (pieces) => splitter.predict(pieces));
    this.#ahead = elsewhere ? 1 : 0;
  }

  /** The sentences of a text that arrives in chunks, cut anywhere; offsets are into the whole text. */
  async *stream(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<PlacedSentence> {
    for await (const { text, offset } of blocksOf(chunks)) {
      const assembly = new Assembly(text, this.#conventions);
      for await (const [batch, decisions] of this.#decided(text)) {
        for (const { sentence, starts, ends } of assembly.add(batch, decisions)) {
          const moved = (places: readonly number[]) => places.map((place) => offset + place);
          yield { sentence, starts: moved(starts), ends: moved(ends) };
        }
      }
    }
  }

  async *#decided(text: string): AsyncGenerator<[ReadPiece[], Uint8Array[]]> {
    const underWay: [ReadPiece[], Promise<Uint8Array[]>][] = [];
    const take = async (): Promise<[ReadPiece[], Uint8Array[]]> => {
      const [[batch, decisions]] = underWay.splice(0, 1);
      return [batch, await decisions];
    };
    for (const batch of batchesOf(text)) {
      const decisions = this.#decide(batch.map(({ characters }) => this.#alphabet.numbersOf(characters)));
      // It is awaited later, or never; until then a failure must not count as unhandled.
      decisions.catch(() => {});
      underWay.push([batch, decisions]);
      if (underWay.length > this.#ahead) yield take();
    }
    while (underWay.length > 0) yield take();
  }
}
