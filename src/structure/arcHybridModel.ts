// The paper's exact arc-hybrid model: searches all transition sequences, scored from s0 and b0.
import { decodeArcHybrid } from '../decode/arcHybridDecoder.js';
import { kBestArcHybrid } from '../decode/kBestParses.js';
import { arcHybridMarginals } from '../decode/marginals.js';
import { arcHybridRules } from '../deduction/rules.js';
import { arcHybrid } from '../transition/arcHybrid.js';
import { pairModel } from './pairModel.js';

export const arcHybridModel = pairModel({
  system: arcHybrid,
  power: 3,
  longest: 500,
  groups: [
    { names: arcHybrid.transitions, sees: ['s0', 'b0'], transitions: [...arcHybrid.transitions.keys()] },
  ],
  decode: decodeArcHybrid,
  marginals: arcHybridMarginals,
  kBest: kBestArcHybrid,
  rules: arcHybridRules,
  completion: { transition: 'reduceRight', makesArc: true },
});
