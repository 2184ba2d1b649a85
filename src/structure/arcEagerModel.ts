// The paper's exact arc-eager model: searches all transition sequences, scored from s0 and b0.
import { decodeArcEager } from '../decode/arcEagerDecoder.js';
import { kBestArcEager } from '../decode/kBestParses.js';
import { arcEagerMarginals } from '../decode/marginals.js';
import { arcEagerRules } from '../deduction/rules.js';
import { arcEager } from '../transition/arcEager.js';
import { pairModel } from './pairModel.js';

export const arcEagerModel = pairModel({
  system: arcEager,
  power: 3,
  longest: 500,
  groups: [
    { names: arcEager.transitions, sees: ['s0', 'b0'], transitions: [...arcEager.transitions.keys()] },
  ],
  decode: decodeArcEager,
  marginals: arcEagerMarginals,
  kBest: kBestArcEager,
  rules: arcEagerRules,
  completion: { transition: 'reduce', makesArc: false },
});
