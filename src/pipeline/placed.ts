// Carries the places of words past a processing step that keeps the order of sentences.
import type { Sentence } from '../conllu/sentence.js';
import type { Places } from '../splitter/sentences.js';

/** A sentence, with the places of its words if it comes from a text. */
export interface ReadSentence {
  readonly sentence: Sentence;
  readonly places?: Places;
}

/** Passes sentences through `work` and pairs each result with its places. */
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
