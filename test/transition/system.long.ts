// The costs of transitions on more random walks than in system.test.ts.
import { describe, it } from 'vitest';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { expectExactWalks } from '../support/exactCosts.js';

describe.each([arcStandard, arcHybrid, arcEager])('$name', (system) => {
  it.each([false, true])('knows the exact cost of every transition, single root: %s', (singleRoot) => {
    expectExactWalks(system, singleRoot, 60);
  });
});
