// The three transition systems by name.
import { arcEager } from './arcEager.js';
import { arcHybrid } from './arcHybrid.js';
import { arcStandard } from './arcStandard.js';
import type { TransitionSystem } from './system.js';

export const transitionSystems: Record<TransitionSystem['name'], TransitionSystem> = {
  'arc-standard': arcStandard,
  'arc-hybrid': arcHybrid,
  'arc-eager': arcEager,
};
