import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, barChart } from '../../src/render/barChart.js';
import { nastyText } from '../support/drawings.js';
import { elements, ofClass, parseXml, textIn, type XmlElement } from '../support/xml.js';

const names = { title: 'Dev UAS', x: 'UAS', y: '' };
const bars: Bar[] = [
  { name: 'local', value: 80.2, deviation: 0.3 },
  { name: 'global', value: 81.7, deviation: 0.1 },
  { name: 'one seed', value: 81 },
];
const rectangles = (root: XmlElement) => ofClass(root, 'dot').map(({ attributes }) => attributes);

describe('a bar chart', () => {
  it('has a row for each bar, in order, as long as its value', () => {
    const found = rectangles(parseXml(barChart(bars, names)));
    expect(found.map(({ y }) => Number(y))).toEqual(
      found.map(({ y }) => Number(y)).toSorted((a, b) => a - b),
    );
    const [local, global, one] = found.map(({ width }) => Number(width));
    // The axis begins at 79.5 or 79.8, wherever, so that only differences can be compared.
    expect((global - local) / (one - local)).toBeCloseTo((81.7 - 80.2) / (81 - 80.2), 1);
  });

  it('has a whisker where there is a deviation, and all of it inside', () => {
    const root = parseXml(barChart(bars, names));
    const paths = ofClass(root, 'line').map(({ attributes }) => attributes.d);
    const whiskers = paths.filter((path) => path.includes('v'));
    expect(whiskers).toHaveLength(2);
    const [from, to] = /^M([\d.]+) .*H([\d.]+)/.exec(whiskers[0])!.slice(1).map(Number);
    const { x, width } = rectangles(root)[0];
    expect((from + to) / 2).toBeCloseTo(Number(x) + Number(width), 1);
  });

  it('tells its values to those who do not see it', () => {
    const root = parseXml(barChart(bars, names));
    expect(elements(root, ({ name }) => name === 'desc').map(textIn)).toEqual([
      'UAS: local 80.2 ± 0.3, global 81.7 ± 0.1, one seed 81.',
    ]);
  });

  it('is well-formed and stays within its size, whatever it shows', () => {
    const anyBar = fc.record({
      name: nastyText,
      value: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      deviation: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyBar, { maxLength: 30 }), nastyText, (some, title) => {
        const root = parseXml(barChart(some, { title, x: title, y: title }));
        for (const { x, y, width, height } of rectangles(root)) {
          expect(Number(width)).toBeGreaterThanOrEqual(0);
          expect(Number(x) + Number(width)).toBeLessThanOrEqual(Number(root.attributes.width));
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(Number(root.attributes.height));
        }
        expect(JSON.stringify(root)).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});
