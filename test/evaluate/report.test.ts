import { describe, expect, it } from 'vitest';
import { reportOn } from '../../src/evaluate/report.js';
import { reportText } from '../../src/evaluate/reportText.js';
import { percent, table } from '../../src/evaluate/table.js';
import { gold, system } from '../support/tapes.js';

describe('a percentage', () => {
  it('has two digits, ties going to the even one', () => {
    expect([0, 100, 85.7143, 2 / 3].map(percent)).toEqual(['0.00', '100.00', '85.71', '0.67']);
    expect([3.125, 9.375, 15.625, 21.875].map(percent)).toEqual(['3.12', '9.38', '15.62', '21.88']);
  });
});

describe('a table', () => {
  it('has aligned columns, the first at the left, the others at the right', () => {
    expect(
      table([
        ['Label', 'Gold', 'Correct of gold'],
        ['nsubj:outer', '12', '3'],
        ['obj', '1000000000', ''],
      ]),
    ).toBe(
      [
        'Label       |       Gold | Correct of gold',
        '------------+------------+-----------------',
        'nsubj:outer |         12 |               3',
        'obj         | 1000000000 |',
        '',
      ].join('\n'),
    );
  });
});

describe('a report', () => {
  it('says of every figure whether punctuation counts', () => {
    const withIt = reportOn(gold, system, { by: 'length' });
    expect(withIt.scores.map(({ punctuation }) => punctuation)).toEqual(['with', 'without']);
    expect(reportText(withIt)).toMatch(/^with punctuation +\|.*\nwithout punctuation \|/m);
    expect(reportText(withIt)).toContain('scores with punctuation\n');
    expect(reportText(withIt)).toContain('gold UPOS tag PUNCT');

    const without = reportOn(gold, system, { punctuation: 'without', by: 'distance' });
    expect(without.scores.map(({ punctuation }) => punctuation)).toEqual(['without']);
    expect(reportText(without)).not.toMatch(/^with punctuation/m);
    expect(reportText(without)).toContain('By distance of head and dependent, without punctuation');
    expect(reportText(without)).toContain('CoNLL 2018 shared task: with punctuation');
  });

  it('has the parts that were asked for', () => {
    const bare = reportOn(gold, system);
    expect(Object.keys(bare)).toEqual(['gold', 'system', 'scores', 'sharedTask', 'punctuation']);
    expect(Object.keys(reportOn(gold, system, { by: 'label' }))).toContain('confusions');
    expect(reportOn(gold, system, { by: 'length' }).lengths).toHaveLength(1);
    expect(reportOn(gold, system, { by: 'distance' }).distances).toHaveLength(4);
    expect(reportOn(gold, system, { errors: ['nsubj', 'aux'] }).errors).toMatchObject({
      count: 0,
      errors: [],
    });
  });

  it('shows confusions and lists their words', () => {
    const text = reportText(reportOn(gold, system, { by: 'label', errors: ['nsubj:pass', 'nsubj'] }));
    expect(text).toMatch(/^nsubj:pass:nsubj +\| +1 \| +Tapes < sold\/so, line 8$/m);
    expect(text).toContain(
      [
        'Gold nsubj:pass given nsubj, with punctuation: 1 word',
        '',
        'gold:8',
        '  [Tapes] were sold',
        '  Tapes: gold nsubj:pass of sold (3), system nsubj of so (3)',
      ].join('\n'),
    );
  });

  it('compares two systems', () => {
    const report = reportOn(gold, system, { compare: gold });
    expect(report.comparison?.differences.uas).toMatchObject({ first: 37.5, second: 100, difference: 62.5 });
    expect(reportText(report)).toMatch(/^UAS +\| +37.50 \| +100.00 \| +\+62.50 \|/m);
  });
});
