import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChart, type Point, type Series } from '../../src/render/lineChart.js';
import { nastyText } from '../support/drawings.js';
import { elements, ofClass, parseXml, textIn, type XmlElement } from '../support/xml.js';

const names = { title: 'arc-eager', x: 'epoch', y: 'dev UAS' };
const curves: Series[] = [
  { name: 'global', points: [70, 80, 84.5, 86, 86.2].map((y, index): Point => [index + 1, y]) },
  { name: 'local', points: [68, 79, 82.5, 84, 83.8].map((y, index): Point => [index + 1, y]) },
];

/** The captions of an axis. */
function ticks(root: XmlElement, anchor: 'middle' | 'end'): string[] {
  return ofClass(root, 'muted')
    .filter(({ attributes }) => attributes['text-anchor'] === anchor)
    .map(textIn);
}

describe('a line chart', () => {
  it('looks as it did', async () => {
    await expect(lineChart(curves, names)).toMatchFileSnapshot('golden/chart.svg');
  });

  it('has ticks at round numbers that enclose the values', () => {
    const root = parseXml(lineChart(curves, names));
    expect(ticks(root, 'end')).toEqual(['65', '70', '75', '80', '85', '90']);
    expect(ticks(root, 'middle')).toEqual(['1', '2', '3', '4', '5', 'epoch']);
    const small = parseXml(
      lineChart(
        [
          {
            name: 'loss',
            points: [
              [1, 0.0123],
              [2, 0.0051],
            ],
          },
        ],
        names,
      ),
    );
    expect(ticks(small, 'end')).toEqual(['0.004', '0.006', '0.008', '0.010', '0.012', '0.014']);
    const tiny = parseXml(lineChart([{ name: 'loss', points: [[1, 3e-80]] }], names));
    expect(ticks(tiny, 'end')).toEqual(['2.8e-80', '2.9e-80', '3.0e-80', '3.1e-80', '3.2e-80']);
  });

  it('puts higher values higher and later ones further right', () => {
    const [curve] = ofClass(parseXml(lineChart(curves.slice(0, 1), names)), 'series0').slice(-1);
    const dots = ofClass(curve, 'dot').map(({ attributes }) => [
      Number(attributes.cx),
      Number(attributes.cy),
    ]);
    expect(dots).toHaveLength(5);
    expect(dots).toEqual(dots.toSorted(([a], [b]) => a - b));
    expect(dots).toEqual(dots.toSorted(([, a], [, b]) => b - a));
  });

  it('interrupts a curve where a value is missing', () => {
    const points: Point[] = [
      [1, 1],
      [2, Number.NaN],
      [3, 2],
      [4, Number.POSITIVE_INFINITY],
      [5, 3],
      [6, 4],
    ];
    const root = parseXml(lineChart([{ name: 'loss', points }], names));
    const path = ofClass(root, 'line').at(-1)!.attributes.d;
    expect(path.replace(/[^ML]/g, '')).toBe('MMML');
    expect(ofClass(root, 'dot')).toHaveLength(4);
  });

  it('has logarithmic axes on request, where factors are distances', () => {
    const points: Point[] = [
      [1e3, 0.02],
      [1e4, 0.2],
      [1e5, 2],
      [1e6, 0.2],
    ];
    const root = parseXml(lineChart([{ name: 'growth', points }], { ...names, logarithmic: true }));
    const places = ofClass(root, 'dot').map(({ attributes: { cx, cy } }) => [Number(cx), Number(cy)]);
    const steps = places.slice(1).map(([x, y], at) => [x - places[at][0], y - places[at][1]]);
    for (const [right, up] of steps) {
      expect(right).toBeCloseTo(steps[0][0], 1);
      expect(Math.abs(up)).toBeCloseTo(Math.abs(steps[0][1]), 1);
    }
    const texts = ofClass(root, 'muted').map(textIn);
    for (const tick of ['1000', '10000', '100000', '1000000', '0.02', '0.05', '0.1', '2']) {
      expect(texts).toContain(tick);
    }
    expect(texts).not.toContain('2000');
  });

  it('tells its last values to those who do not see it', () => {
    const root = parseXml(lineChart([...curves, { name: 'none', points: [] }], names));
    expect(root.attributes.role).toBe('img');
    expect(elements(root, ({ name }) => name === 'desc').map(textIn)).toEqual([
      'dev UAS by epoch. Last values: global 86.2, local 83.8, none unknown.',
    ]);
  });

  it('is well-formed and stays within its size, whatever it shows', () => {
    const value = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }),
      fc.double({ min: -1, max: 1 }),
      fc.double({ min: -1e38, max: 1e38 }),
      fc.double({ min: -1e-80, max: 1e-80 }),
      fc.constant(Number.NEGATIVE_INFINITY),
    );
    const anySeries = fc.record({
      name: nastyText,
      points: fc.array(fc.tuple(value, value), { maxLength: 80 }),
    });
    fc.assert(
      fc.property(fc.array(anySeries, { maxLength: 9 }), nastyText, (series, title) => {
        const root = parseXml(lineChart(series, { title, x: title, y: title }));
        for (const { attributes } of ofClass(root, 'dot')) {
          expect(Number(attributes.cx)).toBeGreaterThanOrEqual(0);
          expect(Number(attributes.cx)).toBeLessThanOrEqual(Number(root.attributes.width));
          expect(Number(attributes.cy)).toBeGreaterThanOrEqual(0);
          expect(Number(attributes.cy)).toBeLessThanOrEqual(Number(root.attributes.height));
        }
        expect(JSON.stringify(root)).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});
