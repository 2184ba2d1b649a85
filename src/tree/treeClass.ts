// The class of trees that a structured model can build, and therefore learn from.
import { isProjective } from './projectivity.js';

export interface TreeClass {
  /** Whether all its trees are projective; every class contains all projective trees. */
  readonly isProjective: boolean;
  includes(heads: Int32Array): boolean;
}

export const projectiveTrees: TreeClass = { isProjective: true, includes: isProjective };

export const allTrees: TreeClass = { isProjective: false, includes: () => true };
