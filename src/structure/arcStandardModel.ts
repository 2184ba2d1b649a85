// The exact arc-standard model, which is not in the paper. Its reductions attach s1 and s0 to each other and must see
// both, so their scores add a part over (s1, s0) to the part over (s0, b0).
import { decodeArcStandard } from '../decode/arcStandardDecoder.js';
import { kBestArcStandard } from '../decode/kBestParses.js';
import { arcStandardMarginals } from '../decode/marginals.js';
import { arcStandardRules } from '../deduction/rules.js';
import { arcStandard } from '../transition/arcStandard.js';
import { REDUCE_LEFT, REDUCE_RIGHT } from '../transition/system.js';
import { pairModel } from './pairModel.js';

export const arcStandardModel = pairModel({
  system: arcStandard,
  power: 4,
  longest: 200,
  groups: [
    { names: arcStandard.transitions, sees: ['s0', 'b0'], transitions: [...arcStandard.transitions.keys()] },
    { names: ['attachLeft', 'attachRight'], sees: ['s1', 's0'], transitions: [REDUCE_LEFT, REDUCE_RIGHT] },
  ],
  decode: decodeArcStandard,
  marginals: arcStandardMarginals,
  kBest: kBestArcStandard,
  rules: arcStandardRules,
  completion: { transition: 'reduceRight', makesArc: true },
});
