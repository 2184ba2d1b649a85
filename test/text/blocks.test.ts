import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf } from '../../src/text/blocks.js';
import { paragraphSpans } from '../../src/text/paragraphs.js';

async function blocks(chunks: readonly string[]): Promise<Block[]> {
  const all: Block[] = [];
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

  it('are of bounded length', async () => {
    const [long, blank] = ['x'.repeat(1 << 19), `${'y'.repeat(1 << 19)} y`];
    const lengths = (all: Block[]) => all.map(({ text }) => text.length);
    expect(lengths(await blocks([long, long, 'x', long]))).toEqual([(1 << 20) + 1, 1 << 19]);
    expect(lengths(await blocks([long, blank, 'y']))).toEqual([(1 << 20) + 1, 2]);
    expect(lengths(await blocks([long, long, '\ud835', '\udcb3']))).toEqual([1 << 20, 2]);
  });
});
