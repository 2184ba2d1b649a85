// The static oracle on real trees: it rebuilds every projective tree of the treebanks and refuses all others.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { arcEager } from '../../src/transition/arcEager.js';
import { arcHybrid } from '../../src/transition/arcHybrid.js';
import { arcStandard } from '../../src/transition/arcStandard.js';
import { staticOracle } from '../../src/transition/oracle.js';
import { follow, type Preference } from '../../src/transition/system.js';
import { treebankBytes, treebanks } from '../support/treebanks.js';

const systems = [arcStandard, arcHybrid, arcEager];
const preferences: Preference[] = ['reduce', 'shift'];

/** Whether no two arcs cross. */
function hasNoCrossing(heads: Int32Array): boolean {
  for (let d = 1; d < heads.length; d++) {
    const [first, last] = [Math.min(d, heads[d]), Math.max(d, heads[d])];
    for (let inner = first + 1; inner < last; inner++) {
      if (heads[inner] < first || heads[inner] > last) return false;
    }
  }
  return true;
}

describe.skipIf(treebanks.length === 0)('the treebanks, where they are there', () => {
  it.each(treebanks)('%s', (name) => {
    let projective = 0;
    for (const sentence of readSentences(treebankBytes(name), { file: name, onSeveralRoots: () => {} })) {
      const heads = Int32Array.from([-1, ...sentence.words.map((word) => word.head)]);
      const mayBeBuilt = hasNoCrossing(heads);
      if (mayBeBuilt) projective++;
      for (const system of systems) {
        for (const prefer of preferences) {
          if (!mayBeBuilt) expect(() => staticOracle(system, heads, prefer)).toThrow('not projective');
          else if (`${follow(system, staticOracle(system, heads, prefer))}` !== `${heads}`) {
            expect.fail(`${system.name}, preferring ${prefer}: ${heads}`);
          }
        }
      }
    }
    expect(projective).toBeGreaterThan(0);
  });
});
