// What docs/training.md and configs/paper.json say about settings is so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flatValues } from '../../src/learner/settings.js';
import { parserSettings } from '../../src/parser/parserSettings.js';
import { readPage, root } from '../support/markdown.js';

const defaults = flatValues(parserSettings, {});

it('docs/training.md has the defaults of a parser', () => {
  const rows = [...readPage('docs/training.md').matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)];
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.map(([, name, value]) => [name, value])).toEqual(
    rows.map(([, name]) => [name, String(defaults[name])]),
  );
});

it('configs/paper.json sets what the paper fixes', () => {
  const config = JSON.parse(readFileSync(join(root, 'configs/paper.json'), 'utf8'));
  expect(flatValues(parserSettings, config)).toMatchObject(config);
  // From section 6 of the paper, "Implementation Details", and its best model of table 2.
  expect(config).toMatchObject({
    ...{ system: 'arc-eager', training: 'global', features: ['s0', 'b0'], singleRoot: false },
    ...{
      layers: 2,
      units: 256 / 2,
      tagSize: 28,
      wordSize: 100,
      vectorSize: 0,
      characterUnits: 0,
      endingSize: 0,
      hidden: 256,
    },
    ...{ lstmDropout: 0.2, hiddenDropout: 0.4, batchWords: 1000, epochs: 20, patience: 0, select: 'uas' },
  });
});
