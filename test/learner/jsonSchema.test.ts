import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  fits,
  fromText,
  type JsonSchema,
  problemIn,
  takes,
  type ValueOf,
} from '../../src/learner/jsonSchema.js';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    name: { type: 'string', minLength: 1 },
    rows: {
      type: 'array',
      items: { type: 'array', items: { type: 'string', pattern: '^[^ ]*$' } },
      minItems: 1,
      maxItems: 3,
    },
    kind: { enum: ['a', 'b'] },
    count: { type: 'integer', minimum: 1, maximum: 100 },
    share: { type: 'number', minimum: 0 },
    is: { type: 'boolean' },
    once: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    more: { type: 'object', additionalProperties: { type: 'number' } },
  },
  required: ['kind'],
  additionalProperties: false,
  oneOf: [{ required: ['text'] }, { required: ['rows'] }],
} as const satisfies JsonSchema;
const fitting = { kind: 'a', text: '' };

describe('a value', () => {
  it.each<object>([
    fitting,
    { kind: 'b', rows: [[], ['x']] },
    { ...fitting, name: 'x', count: 1, share: 0, is: false, once: [1, 2], more: { x: 1, y: -1.5 } },
    { ...fitting, count: 100, share: 1e300, is: true, once: [], more: {} },
  ])('fits: %j', (value) => {
    expect(problemIn(schema, value, 'It')).toBeUndefined();
    expect(fits(schema, value)).toBe(true);
  });

  it.each<[unknown, string]>([
    [[], 'It is an object with kind, not [].'],
    [null, 'It is an object with kind, not null.'],
    [undefined, 'It is missing: it is an object with kind.'],
    [{ text: '' }, 'In it, "kind" is missing: it is one of a, b.'],
    [{ kind: 'a' }, 'It has exactly one of text, rows.'],
    [{ ...fitting, rows: [['x']] }, 'It has exactly one of text, rows.'],
    [
      { ...fitting, colour: 1 },
      'It takes no "colour", only text, name, rows, kind, count, share, is, once, more.',
    ],
    [
      JSON.parse('{"kind":"a","text":"","__proto__":1}'),
      'It takes no "__proto__", only text, name, rows, kind, count, share, is, once, more.',
    ],
    [{ ...fitting, kind: 'c' }, 'In it, "kind" is one of a, b, not "c".'],
    [{ ...fitting, text: 1 }, 'In it, "text" is a string, not 1.'],
    [{ ...fitting, name: '' }, 'In it, "name" is a string that is not empty, not "".'],
    [{ ...fitting, count: 0 }, 'In it, "count" is a whole number from 1 to 100, not 0.'],
    [{ ...fitting, count: 101 }, 'In it, "count" is a whole number from 1 to 100, not 101.'],
    [{ ...fitting, count: 1.5 }, 'In it, "count" is a whole number from 1 to 100, not 1.5.'],
    [{ ...fitting, count: '1' }, 'In it, "count" is a whole number from 1 to 100, not "1".'],
    [{ ...fitting, share: -1 }, 'In it, "share" is a number of at least 0, not -1.'],
    [{ ...fitting, share: Number.NaN }, 'In it, "share" is a number of at least 0, not null.'],
    [{ ...fitting, is: 0 }, 'In it, "is" is true or false, not 0.'],
    [{ ...fitting, once: [1, 1] }, 'In it, "once" has an item twice.'],
    [{ ...fitting, more: { x: 'y' } }, 'In it, "more", "x" is a number, not "y".'],
    [{ kind: 'a', rows: [] }, 'In it, "rows" has 0 items, fewer than 1.'],
    [{ kind: 'a', rows: [[], [], [], []] }, 'In it, "rows" has 4 items, more than 3.'],
    [{ kind: 'a', rows: [['x y']] }, 'In it, "rows"[0][0] is a string that matches ^[^ ]*$, not "x y".'],
    [{ kind: 'a', rows: [['x'], ['x', 5]] }, 'In it, "rows"[1][1] is a string that matches ^[^ ]*$, not 5.'],
    [
      { kind: 'a', rows: 'x' },
      'In it, "rows" is an array whose items are each an array whose items are each a string that matches ^[^ ]*$, not "x".',
    ],
  ])('does not fit: %j', (value, problem) => {
    expect(problemIn(schema, value, 'It', 'In it')).toBe(problem);
    expect(fits(schema, value)).toBe(false);
  });

  it('has the type that its schema says', () => {
    expectTypeOf<ValueOf<typeof schema>['kind']>().toEqualTypeOf<'a' | 'b'>();
    expectTypeOf<ValueOf<typeof schema>['count']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<NonNullable<ValueOf<typeof schema>['rows']>>().toEqualTypeOf<
      readonly (readonly string[])[]
    >();
  });
});

describe('the text of a flag', () => {
  it.each<[JsonSchema, string, unknown]>([
    [{ type: 'integer' }, '12', 12],
    [{ type: 'number' }, '-1e3', -1000],
    [{ type: 'number' }, ' ', ' '],
    [{ type: 'integer' }, 'x', 'x'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'yes', 'yes'],
    [{ enum: ['1', 'true'] }, '1', '1'],
    [{ type: 'string' }, 'true', 'true'],
  ])('%j of %j', (of, text, value) => {
    expect(fromText(of, text)).toBe(value);
  });
});

it('is told in words', () => {
  expect(takes({ type: 'integer' })).toBe('a whole number');
  expect(takes({ type: 'array' })).toBe('an array');
  expect(takes({ type: 'object' })).toBe('an object');
});
