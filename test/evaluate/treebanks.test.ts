// The report on whole files that the shared task's own evaluator has scored.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { reportOn } from '../../src/evaluate/report.js';
import { reportText } from '../../src/evaluate/reportText.js';
import { metricNames } from '../../src/evaluate/sharedTask.js';
import { layTreebank } from '../../src/evaluate/treebank.js';
import { hasTreebanks, treebankBytes } from '../support/treebanks.js';

const folder = 'ewt/evaluation';
const systems = ['same-tokens.conllu', 'other-tokens.conllu'];
const files = ['ewt/dev.conllu', ...systems.map((name) => `${folder}/${name}`)];

describe.skipIf(!hasTreebanks(...files))('the official table', () => {
  it.each(systems)('of %s is printed to the last digit', (name) => {
    const read = (file: string) => layTreebank(readSentences(treebankBytes(file), { file }), file);
    const text = reportText(reportOn(read('ewt/dev.conllu'), read(`${folder}/${name}`)));
    const answers = new TextDecoder().decode(treebankBytes(`${folder}/README.md`));
    const [official] =
      answers.slice(answers.indexOf(`\n${name}\n`)).match(/^Metric .*\n(.+\n)+?BLEX .*\n/m) ?? [];
    expect(official?.split('\n')).toHaveLength(2 + metricNames.length + 1);
    expect(text).toContain(official);
  });
});
