// The class of trees that a structured model can build: what it can learn from, and what may be asked of its trees.
import { isProjective } from './projectivity.js';

export interface TreeClass {
  /** Whether all of its trees are projective; every class has all projective trees in it. */
  readonly isProjective: boolean;
  includes(heads: Int32Array): boolean;
}

export const projectiveTrees: TreeClass = { isProjective: true, includes: isProjective };

export const allTrees: TreeClass = { isProjective: false, includes: () => true };
