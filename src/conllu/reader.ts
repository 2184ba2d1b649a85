// Reads CoNLL-U and CoNLL-X: text or bytes in, sentences out.
import { LineCutter } from './lines.js';
import type { Sentence } from './sentence.js';
import { type ReadOptions, SentenceParser } from './sentenceParser.js';

const chunkLength = 1 << 20;

/** The sentences of a whole file, read lazily. */
export function* readSentences(input: string | Uint8Array, options: ReadOptions = {}): Generator<Sentence> {
  const cutter = new LineCutter();
  const parser = new SentenceParser(options);
  for (let start = 0; start < input.length; start += chunkLength) {
    const end = start + chunkLength;
    const chunk = typeof input === 'string' ? input.slice(start, end) : input.subarray(start, end);
    yield* parser.read(cutter.push(chunk));
  }
  yield* parser.read(cutter.end());
  yield* parser.end();
}

/** The sentences of a stream. Each is yielded once the next one starts, because blank lines belong to the sentence before. */
export async function* streamSentences(
  input: AsyncIterable<string> | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<Sentence> {
  const cutter = new LineCutter();
  const parser = new SentenceParser(options);
  for await (const chunk of input) yield* parser.read(cutter.push(chunk));
  yield* parser.read(cutter.end());
  yield* parser.end();
}
