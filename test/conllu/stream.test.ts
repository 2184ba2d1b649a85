import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConlluError } from '../../src/conllu/error.js';
import { readSentences, streamSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { anyFile, tabbed } from '../support/sentences.js';
import { cutBytes } from '../support/streams.js';

async function* cutText(text: string, lengths: number[]): AsyncGenerator<string> {
  for (let start = 0, i = 0; start < text.length; i++) {
    const end = start + lengths[i % lengths.length];
    yield text.slice(start, end);
    start = end;
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

describe('a stream', () => {
  it('gives the sentences of the whole file, wherever its chunks end', async () => {
    const options = { onSeveralRoots: () => {} };
    await fc.assert(
      fc.asyncProperty(anyFile, lengths, async (text, cuts) => {
        const expected = [...readSentences(text, options)];
        const bytes = new TextEncoder().encode(text);
        const streamed: Sentence[][] = [[], []];
        for await (const sentence of streamSentences(cutText(text, cuts), options))
          streamed[0].push(sentence);
        for await (const sentence of streamSentences(cutBytes(bytes, cuts), options))
          streamed[1].push(sentence);
        expect(streamed).toEqual([expected, expected]);
      }),
    );
  });

  it('names the line of its error', async () => {
    const text = tabbed('1 ä _ _ _ _ 0 root _ _\n\n# ö\n1 x _ _ _ _ 0 root _\n\n');
    const bytes = new TextEncoder().encode(text);
    bytes[bytes.indexOf('x'.charCodeAt(0))] = 0xff;
    await fc.assert(
      fc.asyncProperty(lengths, async (cuts) => {
        const lines: number[] = [];
        const error = (async () => {
          for await (const { line } of streamSentences(cutBytes(bytes, cuts))) lines.push(line);
        })();
        await expect(error).rejects.toThrow(new ConlluError(undefined, 4, 'the line is not valid UTF-8'));
        expect(lines).toEqual([1]);
      }),
    );
  });
});
