// All rules, by level.

import type { CheckRule, Level } from './checkRule.js';
import { columnRules } from './columnRules.js';
import { ellipsisRules } from './ellipsisRules.js';
import { formatRules } from './formatRules.js';
import { graphRules } from './graphRules.js';
import { idRules } from './idRules.js';
import { leafRules } from './leafRules.js';
import { metadataRules } from './metadataRules.js';
import { structureRules } from './structureRules.js';
import { tagRules } from './tagRules.js';
import { textRules } from './textRules.js';
import { treeRules } from './treeRules.js';

export const rulesOfLevel: Readonly<Record<Level, readonly CheckRule[]>> = {
  1: [...formatRules, ...idRules],
  2: [...metadataRules, ...textRules, ...columnRules, ...treeRules, ...graphRules],
  3: [...tagRules, ...leafRules, ...structureRules, ...ellipsisRules],
};
