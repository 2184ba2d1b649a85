import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelsOf } from '../../src/render/levels.js';

const spans = fc.array(
  fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })),
  { maxLength: 20 },
);

it('each span lies directly above the highest earlier one that it meets', () => {
  fc.assert(
    fc.property(spans, (list) => {
      const levels = levelsOf(list);
      expect(levels).toHaveLength(list.length);
      for (const [index, span] of list.entries()) {
        const met = levels.filter(
          (_, other) => other < index && list[other].first <= span.last && span.first <= list[other].last,
        );
        expect(levels[index]).toBe(1 + Math.max(0, ...met));
      }
    }),
  );
});
