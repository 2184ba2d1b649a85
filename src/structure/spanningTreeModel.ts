// The edge-factored model over all trees: maximum spanning trees, and the matrix-tree theorem for their probabilities.

import { spanningTreeMarginals } from '../decode/matrixTree.js';
import { decodeSpanningTree } from '../decode/spanningTree.js';
import { allTrees } from '../tree/treeClass.js';
import { edgeModel } from './edgeModel.js';

export const spanningTreeModel = edgeModel({
  tree: 'spanning-tree',
  trees: allTrees,
  power: 2,
  longest: 500,
  decode: (_engine, n, { arcs }, options) => decodeSpanningTree(n, arcs, options),
  marginals: (_engine, n, { arcs }, options) => spanningTreeMarginals(n, arcs, options),
});
