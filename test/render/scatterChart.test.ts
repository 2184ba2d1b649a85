import { describe, expect, it } from 'vitest';
import { scatterChart } from '../../src/render/scatterChart.js';
import { elements, ofClass, parseXml, textIn } from '../support/xml.js';

const points = [
  { name: 'local', x: 90, y: 80 },
  { name: 'global & exact', x: 91, y: 82 },
  { name: 'slow', x: 90.5, y: 79 },
];
const root = parseXml(scatterChart(points, { title: 'Two treebanks', x: 'ewt UAS', y: 'zh UAS' }));

describe('a scatter chart', () => {
  it('puts points where their values are', () => {
    const dots = ofClass(root, 'dot').map(({ attributes: { cx, cy } }) => [Number(cx), Number(cy)]);
    const [local, global, slow] = dots;
    expect(slow[0]).toBeCloseTo((local[0] + global[0]) / 2, 1);
    expect(local[1] - global[1]).toBeCloseTo(2 * (slow[1] - local[1]), 1);
    expect(global[1]).toBeLessThan(local[1]);
  });

  it('names every point beside it and in its description', () => {
    const texts = ofClass(root, 'muted').map(textIn);
    for (const { name } of points) expect(texts).toContain(name);
    expect(elements(root, ({ name }) => name === 'desc').map(textIn)).toEqual([
      'zh UAS by ewt UAS: local 90, 80; global & exact 91, 82; slow 90.5, 79.',
    ]);
  });

  it('keeps the names of points that lie together apart', () => {
    const near = ['one', 'another', 'a third one', 'and a fourth'].map((name, at) => ({
      name,
      x: 90 + at / 1000,
      y: 80,
    }));
    const far = { name: 'far away', x: 91, y: 81 };
    const drawn = parseXml(
      scatterChart([...near, far], { title: 'Two treebanks', x: 'ewt UAS', y: 'zh UAS' }),
    );
    const names = near.map(({ name }) => ofClass(drawn, 'muted').find((text) => textIn(text) === name)!);
    const places = names.map(({ attributes }) => `${attributes['text-anchor']} ${attributes.y}`);
    expect(new Set(places).size).toBe(near.length);
  });

  it('keeps names off the numbers of the axis', () => {
    // The second point takes the place right of the first.
    const close = [
      { name: 'a longer name', x: 90.1, y: 80 },
      { name: 'another', x: 90.2, y: 80 },
      { name: 'far away', x: 91, y: 81 },
    ];
    const drawn = parseXml(scatterChart(close, { title: 'Two treebanks', x: 'ewt UAS', y: 'zh UAS' }));
    const named = (name: string) => ofClass(drawn, 'muted').find((text) => textIn(text) === name)!.attributes;
    expect(named('a longer name')['text-anchor']).toBe('start');
    expect(named('a longer name').y).not.toBe(named('another').y);
  });
});
