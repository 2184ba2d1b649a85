import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimised, mutated } from '../../fuzz/mutator.js';
import { flawOf, outcomeOf, type Reader, utf8 } from '../../fuzz/reader.js';
import { readers } from '../../fuzz/readers/all.js';
import { Random } from '../../src/engine/random.js';

/** Inputs that once made trouble, or are made to: each reader gets them all. */
const nasty = [
  new Uint8Array(),
  Uint8Array.of(0),
  Uint8Array.of(0xff, 0xfe, 0xff),
  Uint8Array.of(0x1f, 0x8b, 8, 0, 0),
  utf8('null'),
  utf8('5'),
  utf8('"x"'),
  utf8('[]'),
  utf8('{}'),
  utf8('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  utf8('{"kind":{"toString":1},"settings":{"seed":[[]]},"title":{"toString":null}}'),
  utf8('['.repeat(20_000)),
  utf8('['.repeat(20_000) + ']'.repeat(20_000)),
  utf8(`{"seeds":${'['.repeat(9000)}${']'.repeat(9000)}}`),
  utf8(`{"epochs":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`),
  utf8(`{"${'é'.repeat(5000)}":1}`),
  utf8('{"\u0085\u009b31m":1}'),
  utf8('{"text":"a","\u0085\u009b31m":1}'),
  utf8(`${'9'.repeat(500)} ${'9'.repeat(500)}\n`),
  utf8(`1\t${'x\t'.repeat(5000)}\n\n`),
  utf8(`${'1'.repeat(5000)}\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n`),
  utf8('\n'.repeat(5000)),
  utf8('a'.repeat(5000)),
];

/** The outcomes of a reader that are faults. */
async function faults(reader: Reader, inputs: Iterable<Uint8Array>): Promise<string[]> {
  const found = [];
  for (const input of inputs) {
    const outcome = await outcomeOf(reader, input);
    if (typeof outcome === 'object') found.push(outcome.description);
  }
  return found;
}

function* changed({ seeds }: Reader, count: number): Generator<Uint8Array> {
  const random = new Random(1);
  for (let i = 0; i < count; i++) yield mutated(seeds[random.below(seeds.length)], random, seeds, 1 << 14);
}

describe.each(readers)('$name', (reader) => {
  it('is read from what is sound', async () => {
    expect(await faults(reader, reader.seeds)).toEqual([]);
    expect(await outcomeOf(reader, reader.seeds[0])).toBe('value');
  });

  it('is read or refused with a clear sentence from anything', async () => {
    expect(await faults(reader, nasty)).toEqual([]);
    const isTaken = async (input: Uint8Array) => {
      expect(await faults(reader, [input])).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), isTaken), { numRuns: 30 });
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme' }).map(utf8), isTaken), { numRuns: 30 });
    await fc.assert(fc.asyncProperty(fc.json().map(utf8), isTaken), { numRuns: 30 });
  });

  it('is read or refused with a clear sentence from what is almost sound', async () => {
    expect(await faults(reader, changed(reader, reader.share < 1 ? 20 : 200))).toEqual([]);
  });
});

describe('what is asked of a reader', () => {
  class Refusal extends Error {}
  const readerOf = (read: Reader['read']): Reader => ({
    name: 'a reader',
    share: 1,
    seeds: [utf8('ab')],
    refusals: [Refusal],
    read,
  });
  const throws = (error: unknown) => () => {
    throw error;
  };

  it.each([
    ['a value', () => 5, 'value'],
    ['a promise of a value', async () => 5, 'value'],
    ['a refusal', throws(new Refusal('The file is empty.')), 'refusal'],
    ['a promise of a refusal', async () => throws(new Refusal('The file is empty.'))(), 'refusal'],
  ])('is %s', async (_, read, outcome) => {
    expect(await outcomeOf(readerOf(read), utf8('x'))).toBe(outcome);
  });

  it.each([
    ['another error', throws(new TypeError('The file is empty.')), /TypeError/],
    ['a promise of another error', async () => throws(new RangeError('Too long.'))(), /RangeError/],
    ['what is no error', throws('text'), /It throws text\./],
    ['an unclear refusal', throws(new Refusal('It is undefined.')), /says undefined/],
  ])('is not %s', async (_, read, description) => {
    expect(await outcomeOf(readerOf(read), utf8('x'))).toMatchObject({
      description: expect.stringMatching(description),
    });
  });

  it('is to leave the prototypes of all objects alone', async () => {
    const polluting = readerOf(() => {
      Object.assign(Object.prototype, { polluted: 1 });
    });
    try {
      expect(await outcomeOf(polluting, utf8('x'))).toMatchObject({ key: 'pollution' });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted');
    }
  });

  it.each([
    ['The setting "x" is one of a, b, not {"a":1}.', 'x', undefined],
    ['line 3: the word has 1 column instead of 10', 'x', undefined],
    ['The name is NaN.', 'NaN', undefined],
    ['The name is NaN.', 'x', 'says NaN'],
    ['The name is [object Object].', 'x', 'says [object'],
    ['Unexpected token in JSON', 'x', 'is no sentence'],
    ['The file says \u0007.', 'x', 'has control characters'],
    [`The file is ${'long '.repeat(300)}.`, 'x', 'is very long'],
  ])('is a sentence, unlike some: %s', (message, input, flaw) => {
    expect(flawOf(message, utf8(input))).toBe(flaw);
  });
});

describe('the mutator', () => {
  it('makes the same inputs of the same seed, all of them short enough', () => {
    const inputs = () => {
      const random = new Random(7);
      const seeds = [utf8('{"a":[1,"b"]}\nline\n'), utf8('x')];
      return Array.from({ length: 300 }, () => mutated(seeds[0], random, seeds, 40));
    };
    const first = inputs();
    expect(inputs()).toEqual(first);
    expect(new Set(first.map(String)).size).toBeGreaterThan(200);
    expect(Math.max(...first.map(({ length }) => length))).toBeLessThanOrEqual(40);
  });

  it('finds the smallest part of an input of which something holds', async () => {
    const input = utf8('some text with an x in it and a y');
    const small = await minimised(input, (smaller) => smaller.includes(0x78) && smaller.includes(0x79));
    expect(new TextDecoder().decode(small)).toBe('xy');
  });
});
