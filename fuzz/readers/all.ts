// All readers of what comes from outside.
import type { Reader } from '../reader.js';
import { jsonReaders } from './json.js';
import { modelReaders } from './models.js';
import { requestReaders } from './requests.js';
import { textReaders } from './texts.js';
import { treebankReaders } from './treebanks.js';
import { vectorReaders } from './vectors.js';

export const readers: readonly Reader[] = [
  ...treebankReaders,
  ...vectorReaders,
  ...modelReaders,
  ...jsonReaders,
  ...textReaders,
  ...requestReaders,
];
