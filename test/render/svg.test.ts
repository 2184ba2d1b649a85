import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SvgOptions, svgComparison, svgTree } from '../../src/render/svg.js';
import { svgStyle } from '../../src/render/theme.js';
import { crossing, nastyText, sentenceOf, sentenceWith, simple } from '../support/drawings.js';
import { anyTree } from '../support/trees.js';
import { elements, ofClass, parseXml, textIn, type XmlElement } from '../support/xml.js';

const system = sentenceOf(
  'The/DET/2/det cat/NOUN/3/obj sat/VERB/0/root on/ADP/3/case the/DET/6/det mat/NOUN/3/obl ./PUNCT/3/punct',
);
const hebrew = sentenceOf('הילדה/NOUN/2/nsubj קראה/VERB/0/root ספר/NOUN/2/obj ./PUNCT/2/punct');
const numbers = (list: XmlElement[], name: string) => list.map(({ attributes }) => Number(attributes[name]));

/** The elements of each line of words. */
function byHeight(words: XmlElement[]): Map<string, XmlElement[]> {
  const lines = new Map<string, XmlElement[]>();
  for (const word of words) lines.set(word.attributes.y, [...(lines.get(word.attributes.y) ?? []), word]);
  return lines;
}

describe('an SVG tree', () => {
  it.each<[string, string]>([
    ['simple', svgTree(simple)],
    [
      'crossing',
      svgTree(crossing, { theme: 'light', probabilities: [1, 0.9, 0.8, 1, 0.7, 0.95, 1, 0.3, 0.6] }),
    ],
    ['wrapped', svgTree(simple, { width: 220, theme: 'dark' })],
    ['right-to-left', svgTree(hebrew)],
    ['comparison', svgComparison(simple, system)],
  ])('looks as it did: %s', async (name, svg) => {
    await expect(svg).toMatchFileSnapshot(`golden/${name}.svg`);
  });

  const anyOptions: fc.Arbitrary<SvgOptions> = fc.record(
    {
      width: fc.integer({ min: 0, max: 600 }),
      theme: fc.constantFrom('auto', 'light', 'dark', 'none'),
      direction: fc.constantFrom('ltr', 'rtl'),
      probabilities: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
    },
    { requiredKeys: [] },
  );

  it('is well-formed and has each word, tag and label once, whatever they are', () => {
    const columns = fc.array(fc.tuple(nastyText, nastyText, nastyText), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(anyTree(8), columns, nastyText, anyOptions, (heads, texts, comment, options) => {
        const sentence = sentenceWith(heads);
        sentence.comments.push(`# text = ${comment}`);
        for (const [index, word] of sentence.words.entries())
          [word.form, word.upos, word.deprel] = texts[index];
        const root = parseXml(svgTree(sentence, { ...options, width: undefined }));
        const shown = (text: string) =>
          text.replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
        expect(ofClass(root, 'word').map(textIn)).toEqual(sentence.words.map(({ form }) => shown(form)));
        expect(ofClass(root, 'muted').map(textIn)).toEqual(sentence.words.map(({ upos }) => shown(upos)));
        expect(ofClass(root, 'label').map(textIn).sort()).toEqual(
          sentence.words.map(({ deprel }) => shown(deprel)).sort(),
        );
        // Wrapped, an arc may need its label twice.
        const wrapped = parseXml(svgTree(sentence, options));
        expect(ofClass(wrapped, 'word').map(textIn)).toEqual(sentence.words.map(({ form }) => shown(form)));
        parseXml(svgComparison(sentence, sentence, options));
      }),
    );
  });

  it('stays within its size', () => {
    fc.assert(
      fc.property(anyTree(30), anyOptions, (heads, options) => {
        const root = parseXml(svgTree(sentenceWith(heads), { ...options, probabilities: undefined }));
        const [width, height] = [Number(root.attributes.width), Number(root.attributes.height)];
        expect(root.attributes.viewBox).toBe(`0 0 ${width} ${height}`);
        for (const { attributes } of elements(root, ({ name }) => name === 'text')) {
          expect(Number(attributes.x)).toBeGreaterThan(0);
          expect(Number(attributes.x)).toBeLessThan(width);
          expect(Number(attributes.y)).toBeGreaterThan(0);
          expect(Number(attributes.y)).toBeLessThan(height);
        }
      }),
    );
  });

  it('tells what it shows to those who do not see it', () => {
    const root = parseXml(svgTree(simple));
    expect(root.attributes.role).toBe('img');
    const [title, description] = root.children.filter((child) => typeof child !== 'string');
    expect([title.name, textIn(title)]).toEqual(['title', 'The cat sat on the mat.']);
    expect([description.name, textIn(description)]).toEqual([
      'desc',
      'The: det of cat; cat: nsubj of sat; sat: root; on: case of mat; the: det of mat; mat: obl of sat; .: punct of sat.',
    ]);
  });

  it('links each arc to its words', () => {
    const arcs = ofClass(parseXml(svgTree(simple)), 'arc').map(({ attributes }) => [
      Number(attributes['data-dependent']),
      Number(attributes['data-head']),
    ]);
    expect(arcs.sort(([a], [b]) => a - b)).toEqual(simple.words.map(({ id, head }) => [id, head]));
  });

  it('fetches nothing', () => {
    for (const svg of [svgTree(simple), svgComparison(simple, system)]) {
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/url\(|@import|@font-face|href|http/);
    }
  });

  it('has the colours of its theme', () => {
    const styles = (theme: SvgOptions['theme']) =>
      elements(parseXml(svgTree(simple, { theme })), ({ name }) => name === 'style').map(textIn);
    expect(styles('light')).toEqual([svgStyle('tree', 'light')]);
    expect(styles('dark')).toEqual([svgStyle('tree', 'dark')]);
    expect(styles(undefined)).toEqual([
      `${svgStyle('tree', 'light')}@media (prefers-color-scheme:dark){${svgStyle('tree', 'dark')}}`,
    ]);
    expect(styles('none')).toEqual([]);
  });

  it('draws surer arcs heavier, and doubtful ones in a colour of their own', () => {
    const probabilities = [1, 0.1, 0.3, 0.49, 0.5, 0.7, 0.9, 1];
    const arcs = ofClass(parseXml(svgTree(simple, { probabilities })), 'arc').sort(
      (a, b) => Number(a.attributes['data-dependent']) - Number(b.attributes['data-dependent']),
    );
    const weights = numbers(
      arcs.flatMap((arc) => ofClass(arc, 'line')),
      'stroke-width',
    );
    expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    expect(new Set(weights).size).toBe(7);
    expect(arcs.map(({ attributes }) => attributes.class.includes('unsure'))).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
    expect(textIn(arcs[0])).toContain('The: det of cat (10%)');
  });

  it('goes on in further lines at a width', () => {
    const root = parseXml(svgTree(simple, { width: 220 }));
    expect(Number(root.attributes.width)).toBeLessThanOrEqual(220);
    const lines = byHeight(ofClass(root, 'word'));
    expect([...lines.values()].map((words) => words.map(textIn).join(' '))).toEqual([
      'The cat sat',
      'on the mat .',
    ]);
    for (const words of lines.values()) {
      expect(numbers(words, 'x')).toEqual(numbers(words, 'x').toSorted((a, b) => a - b));
    }
  });

  it('runs from right to left for such text', () => {
    const root = parseXml(svgTree(hebrew));
    expect(root.attributes.direction).toBe('rtl');
    const x = numbers(ofClass(root, 'word'), 'x');
    expect(x).toEqual(x.toSorted((a, b) => b - a));
    // It is the mirror image of the same drawing from left to right.
    const mirror = parseXml(svgTree(hebrew, { direction: 'ltr' }));
    const width = Number(root.attributes.width);
    expect(numbers(ofClass(mirror, 'word'), 'x').map((value) => Math.round(width - value))).toEqual(
      x.map(Math.round),
    );
    expect(parseXml(svgTree(simple)).attributes.direction).toBe('ltr');
  });

  it('refuses what is no tree', () => {
    expect(() => svgTree(sentenceOf('a/X/2/dep b/X/1/dep'))).toThrow('do not form a tree');
  });
});

describe('an SVG comparison', () => {
  it('has the gold tree above the words and the system below', () => {
    const root = parseXml(svgComparison(simple, system));
    const y = Number(ofClass(root, 'word')[0].attributes.y);
    const labels = ofClass(root, 'label');
    expect(labels.filter(({ attributes }) => Number(attributes.y) < y)).toHaveLength(7);
    expect(labels.filter(({ attributes }) => Number(attributes.y) > y)).toHaveLength(7);
    expect(textIn(root)).toContain(
      'Of 7 words, 6 have the same head in both trees and 5 also the same label.',
    );
  });

  it('counts one word as one', () => {
    const one = sentenceOf('a/X/0/root');
    expect(svgComparison(one, one)).toContain('Of 1 word, 1 has the same head in both trees and 1 also the');
  });

  it('marks the arcs that differ', () => {
    const root = parseXml(svgComparison(simple, system));
    const marked = (name: string) => ofClass(root, name).map((arc) => textIn(arc));
    expect(marked('missed')).toEqual(['on: case of matcase']);
    expect(marked('wrong')).toEqual(['on: case of satcase']);
    expect(marked('missed-label')).toEqual(['cat: nsubj of satnsubj']);
    expect(marked('wrong-label')).toEqual(['cat: obj of satobj']);
    const dashed = elements(root, ({ attributes }) => 'stroke-dasharray' in attributes);
    expect(dashed).toHaveLength(2);
    const underlined = elements(root, ({ attributes }) => 'text-decoration' in attributes);
    expect(underlined.map(textIn).sort()).toEqual(['nsubj', 'obj']);
  });

  it('is refused for different words', () => {
    expect(() => svgComparison(simple, crossing)).toThrow('The two sentences differ in word 1.');
  });
});
