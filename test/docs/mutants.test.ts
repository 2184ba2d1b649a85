// The list of mutants is up to date: each has its one place in the sources, and tests that are there.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { all } from '../../scripts/mutants/all.js';
import { type Mutant, mutated } from '../../scripts/mutants/mutant.js';

it.each(all)('the mutants of $file have their places and tests', ({ file, tests, mutants }) => {
  const text = readFileSync(file, 'utf8');
  for (const mutant of mutants) expect(mutated(text, mutant, file)).not.toBe(text);
  for (const test of tests) expect(existsSync(test), test).toBe(true);
  expect(new Set(mutants.map(({ what }) => what)).size).toBe(mutants.length);
});

it('a mutant changes the one place that it names', () => {
  const mutant: Mutant = { what: 'more', from: 'a < b', to: 'a <= b' };
  expect(mutated('if (a < b) c();', mutant, 'x.ts')).toBe('if (a <= b) c();');
  expect(() => mutated('if (a > b) c();', mutant, 'x.ts')).toThrow(
    'x.ts: the mutant "more" is out of date: "a < b" is not there.',
  );
  expect(() => mutated('a < b, a < b', mutant, 'x.ts')).toThrow('x.ts: the mutant "more" has several places');
});
