// The edge-factored model over projective trees, equivalent to Eisner's algorithm.

import { decodeProjective } from '../decode/edgeFactored.js';
import { kBestProjective } from '../decode/kBestParses.js';
import { projectiveMarginals } from '../decode/marginals.js';
import { projectiveTrees } from '../tree/treeClass.js';
import { edgeModel } from './edgeModel.js';

export const projectiveModel = edgeModel({
  tree: 'projective',
  trees: projectiveTrees,
  power: 3,
  longest: 500,
  decode: (engine, n, { arcs }, options) => decodeProjective(engine, n, arcs, options),
  marginals: (engine, n, { arcs }, options) => projectiveMarginals(engine, n, arcs, options),
  kBest: (engine, n, { arcs }, options) => kBestProjective(engine, n, arcs, options),
});
