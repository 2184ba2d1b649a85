import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, type TextBlock } from '../../src/splitter/blocks.js';
import { paragraphSpans } from '../../src/splitter/paragraphs.js';

async function blocks(chunks: readonly string[]): Promise<TextBlock[]> {
  const all: TextBlock[] = [];
  for await (const block of blocksOf(chunks)) all.push(block);
  return all;
}

describe('blocks of a stream', () => {
  it('are whole paragraphs, however the text comes in', async () => {
    const unit = fc.constantFrom('a', '𝒳', ' ', '\n', '\r', '\r\n', '\u2029', '\n\n');
    const chunk = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), async (chunks) => {
        const text = chunks.join('');
        const found = await blocks(chunks);
        expect(found.map((block) => block.text).join('')).toBe(text);
        const spans = found.flatMap((block) =>
          [...paragraphSpans(block.text)].map(({ start, end }) => [block.offset + start, block.offset + end]),
        );
        expect(spans).toEqual([...paragraphSpans(text)].map(({ start, end }) => [start, end]));
      }),
    );
  });

  it('come as soon as their paragraphs end', async () => {
    expect((await blocks(['a\n', '\nb', ' c', '\n \nd'])).map(({ text }) => text)).toEqual([
      'a\n\n',
      'b c\n \n',
      'd',
    ]);
  });

  it('are of bounded length, wherever the text is cut', async () => {
    const half = 1 << 19;
    const long = 'x'.repeat(2 * half);
    const lengths = async (...chunks: string[]) => (await blocks(chunks)).map(({ text }) => text.length);
    expect(await lengths(long, 'x', long)).toEqual([2 * half, 2 * half, 1]);
    expect(await lengths(`${long}x${long}`)).toEqual([2 * half, 2 * half, 1]);
    expect(await lengths(`${long.slice(half)} y`, long)).toEqual([half + 1, 2 * half, 1]);
    expect(await lengths(`${long.slice(half)} y${long}`)).toEqual([half + 1, 2 * half, 1]);
    // The paragraph before it is whole.
    expect(await lengths(`a\n\n${long}`, 'x')).toEqual([3, 2 * half, 1]);
    expect(await lengths(`a\n\n${long}x`)).toEqual([2 * half + 3, 1]);
    expect(await lengths(long.slice(1), '\ud835', '\udcb3')).toEqual([2 * half - 1, 2]);
    expect(await lengths(`${long.slice(1)}\ud835\udcb3`)).toEqual([2 * half - 1, 2]);
  });
});
