import { describe, expect, it } from 'vitest';
import { headsOf, labelsOf } from '../../src/conllu/heads.js';
import { readSentences } from '../../src/conllu/reader.js';
import { isProjective } from '../../src/tree/projectivity.js';
import { deprojectivize, projectivize } from '../../src/tree/pseudoProjective.js';
import { treebankBytes, treebanks } from '../support/treebanks.js';

/**
 * Non-projective trees as the treebanks' own description counts them, and how many of them the plain head scheme
 * restores, without the ordinals in the labels: the rest is lost there to words of the same label.
 */
const counts = [
  { name: 'nl/train.conllu', nonProjective: 1_954, plain: 1_515 },
  { name: 'nl/dev.conllu', nonProjective: 110, plain: 86 },
  { name: 'ewt/train.conllu', nonProjective: 288, plain: 267 },
  { name: 'ewt/dev.conllu', nonProjective: 31, plain: 31 },
  { name: 'zh/train.conllu', nonProjective: 12, plain: 11 },
  { name: 'zh/dev.conllu', nonProjective: 2, plain: 1 },
].filter(({ name }) => treebanks.includes(name));

describe.skipIf(counts.length === 0)('the treebank', () => {
  it.each(counts)(
    '$name has $nonProjective non-projective trees, which lifting loses nothing of',
    (expected) => {
      let [nonProjective, restored, plain] = [0, 0, 0];
      for (const sentence of readSentences(treebankBytes(expected.name))) {
        const heads = headsOf(sentence);
        if (isProjective(heads)) continue;
        nonProjective++;
        const labels = labelsOf(sentence);
        const tree = JSON.stringify({ heads, labels });
        const lifted = projectivize(heads, labels);
        const plainLabels = lifted.labels.map((label) => label.replace(/\|\d+$/, ''));
        if (JSON.stringify(deprojectivize(lifted.heads, lifted.labels)) === tree) restored++;
        if (JSON.stringify(deprojectivize(lifted.heads, plainLabels)) === tree) plain++;
      }
      expect({ nonProjective, restored, plain }).toEqual({
        nonProjective: expected.nonProjective,
        restored: expected.nonProjective,
        plain: expected.plain,
      });
    },
  );
});
