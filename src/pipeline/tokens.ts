// Reads plain tokens: one sentence per line, tokens separated by blanks; empty lines are skipped.
import { ConlluError } from '../conllu/error.js';
import { type Line, LineCutter } from '../conllu/lines.js';
import { newSentence, newWord, type Sentence } from '../conllu/sentence.js';

export async function* streamTokens(
  input: AsyncIterable<string> | AsyncIterable<Uint8Array>,
  file?: string,
): AsyncGenerator<Sentence> {
  const cutter = new LineCutter();
  let line = 0;
  const read = function* (lines: Iterable<Line>): Generator<Sentence> {
    for (const text of lines) {
      line++;
      if (text === undefined) throw new ConlluError(file, line, 'the line is not valid UTF-8');
      if (text.includes('\0')) throw new ConlluError(file, line, 'the line contains a NUL byte');
      // A byte-order mark counts as a blank.
      const tokens = text.split(/\s+/).filter((token) => token !== '');
      if (tokens.length === 0) continue;
      yield { ...newSentence(tokens.map((token, at) => newWord(at + 1, token))), line };
    }
  };
  for await (const chunk of input) yield* read(cutter.push(chunk));
  yield* read(cutter.end());
}
