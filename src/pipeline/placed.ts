// Sentences on their way through something that keeps their order, with the places of their words beside them.
import type { Sentence } from '../conllu/sentence.js';
import type { Places } from '../splitter/sentences.js';

/** A sentence, with the places of its words if it comes from a text. */
export interface ReadSentence {
  readonly sentence: Sentence;
  readonly places?: Places;
}

/** Gives the sentences to some work, and returns what comes of each with its places. */
export async function* withPlaces<Result>(
  read: AsyncIterable<ReadSentence>,
  work: (sentences: AsyncIterable<Sentence>) => AsyncIterable<Result>,
): AsyncGenerator<readonly [Result, Places | undefined]> {
  const places: (Places | undefined)[] = [];
  const sentences = async function* () {
    for await (const one of read) {
      places.push(one.places);
      yield one.sentence;
    }
  };
  for await (const result of work(sentences())) yield [result, places.shift()];
}
