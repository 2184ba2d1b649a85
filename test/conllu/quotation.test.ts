import { describe, expect, it } from 'vitest';
import { listed, quoted } from '../../src/conllu/quotation.js';

const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

describe('a quotation', () => {
  it.each<[unknown, string]>([
    ['a "word"', '"a \\"word\\""'],
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [undefined, 'nothing'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
    [Array(99).fill(1), `[${'1,'.repeat(29)}1…`],
    ['\n\x1b[31m\x9b\u2028', '"\\n\\u001b[31m\\u009b\\u2028"'],
  ])('is one line, and not long', (value, text) => {
    expect(quoted(value)).toBe(text);
  });

  it('tells the beginning of lists in lists in lists, or what it is where the stack is too small for that', () => {
    expect(['a list', `${'['.repeat(60)}…`]).toContain(quoted(deep));
    expect(['an object', `{"deep":${'['.repeat(52)}…`]).toContain(quoted({ deep }));
  });
});

describe('a list in a sentence', () => {
  it('has the first ten', () => {
    expect(listed([1, 'b', 3])).toBe('1, b, 3');
    expect(listed(Array.from({ length: 12 }, (_, at) => at))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
    expect(listed(['a\nb', 'x'.repeat(99)])).toBe(`a\\nb, ${'x'.repeat(60)}…`);
  });
});
