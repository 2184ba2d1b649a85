// The static oracle: the one canonical transition sequence that builds a projective tree.

import { Configuration } from './configuration.js';
import type { OracleSystem, OracleTree, Preference } from './system.js';

/**
 * The sequence of transitions that builds a projective tree, in time linear in its length. Preferring
 * reductions yields the only sequence without the system's forbidden pair; preferring shifts yields the one
 * that delays reductions as long as possible.
 */
export function staticOracle(
  system: OracleSystem,
  heads: Int32Array,
  prefer: Preference = 'reduce',
): Uint8Array {
  const gold = goldTree(heads);
  const configuration = new Configuration(heads.length - 1);
  while (!configuration.isTerminal) {
    const transition = system.canonical(configuration, gold, prefer);
    if (transition < 0) {
      throw new Error(
        `No ${system.name} sequence builds this tree, because it is not projective: lift it or leave it out.`,
      );
    }
    system.apply(configuration, transition);
  }
  return configuration.history;
}

function goldTree(heads: Int32Array): OracleTree {
  const leftmost = heads.map((_, token) => token);
  const rightmost = leftmost.slice();
  for (let d = 1; d < heads.length; d++) {
    const head = heads[d];
    leftmost[head] = Math.min(leftmost[head], d);
    rightmost[head] = Math.max(rightmost[head], d);
  }
  return { heads, leftmost, rightmost };
}
