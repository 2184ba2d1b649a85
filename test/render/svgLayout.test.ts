import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LayoutArc, type LayoutLine, layout } from '../../src/render/svgLayout.js';
import { isProjective } from '../../src/tree/projectivity.js';
import { allTrees, anyProjectiveTree, anyTree } from '../support/trees.js';

interface Segment {
  arc: LayoutArc;
  from: [x: number, y: number];
  to: [x: number, y: number];
}

function arcsOf(heads: Int32Array, labelWidth: (word: number) => number): LayoutArc[] {
  return Array.from(heads.subarray(1), (head, index) => ({
    head,
    dependent: index + 1,
    width: labelWidth(index + 1),
  }));
}

/** The straight lines of which the arcs of a line of words are made; the unit of height is the level. */
function segmentsOf(line: LayoutLine<LayoutArc>): Segment[] {
  return line.trees[0].flatMap(({ arc, level, left, right, cutLeft, cutRight }) => {
    if (arc.head === 0) return [{ arc, from: [left, 0], to: [left, level] }];
    const segments: Segment[] = [{ arc, from: [left, level], to: [right, level] }];
    if (!cutLeft) segments.push({ arc, from: [left, 0], to: [left, level] });
    if (!cutRight) segments.push({ arc, from: [right, 0], to: [right, level] });
    return segments;
  });
}

/** Whether two of the segments, which are upright or level, have a point in common. */
function meet(a: Segment, b: Segment): boolean {
  return [0, 1].every((axis) => a.from[axis] <= b.to[axis] && b.from[axis] <= a.to[axis]);
}

function meetings(line: LayoutLine<LayoutArc>): [Segment, Segment][] {
  const segments = segmentsOf(line);
  return segments.flatMap((a, index) =>
    segments
      .slice(index + 1)
      .filter((b) => a.arc !== b.arc && meet(a, b))
      .map((b): [Segment, Segment] => [a, b]),
  );
}

const sizes = fc.array(
  fc.record({ word: fc.integer({ min: 0, max: 90 }), label: fc.integer({ min: 0, max: 90 }) }),
  {
    minLength: 60,
    maxLength: 60,
  },
);
const wrapping = fc.oneof(fc.constant(Infinity), fc.integer({ min: 100, max: 1200 }));

describe('the layout', () => {
  it('lets arcs meet exactly where the tree is not projective', () => {
    for (let n = 1; n <= 5; n++) {
      for (const heads of allTrees(n)) {
        const [line] = layout(new Array(n + 1).fill(30), [arcsOf(heads, () => 40)], Infinity);
        expect(meetings(line).length === 0).toBe(isProjective(heads));
      }
    }
  });

  it('keeps the arcs of projective trees apart, over several lines too', () => {
    fc.assert(
      fc.property(anyProjectiveTree(60), sizes, wrapping, (heads, size, width) => {
        const widths = Array.from(heads, (_, word) => size[word % 60].word);
        const lines = layout(widths, [arcsOf(heads, (word) => size[word % 60].label)], width);
        for (const line of lines) expect(meetings(line)).toEqual([]);
      }),
    );
  });

  it('keeps the labels of projective trees clear of other arcs and labels', () => {
    fc.assert(
      fc.property(anyProjectiveTree(40), sizes, wrapping, (heads, size, width) => {
        const widths = Array.from(heads, (_, word) => size[word].word);
        for (const line of layout(widths, [arcsOf(heads, (word) => size[word].label)], width)) {
          const segments = segmentsOf(line);
          const labels = line.trees[0]
            .filter(({ cutLeft, cutRight }) => !cutLeft || !cutRight)
            .map(({ arc, level, left, right }): Segment => {
              const middle = (left + right) / 2;
              // With half its height as the third of a level.
              return {
                arc,
                from: [middle - arc.width / 2, level - 1 / 3],
                to: [middle + arc.width / 2, level + 1 / 3],
              };
            });
          for (const label of labels) {
            const others = [...segments, ...labels].filter(({ arc }) => arc !== label.arc);
            expect(others.filter((other) => meet(label, other))).toEqual([]);
          }
        }
      }),
    );
  });

  it('puts each word once, in order, without overlap', () => {
    fc.assert(
      fc.property(anyTree(60), sizes, wrapping, (heads, size, width) => {
        const widths = Array.from(heads, (_, word) => size[word % 60].word);
        const lines = layout(widths, [arcsOf(heads, () => 20), arcsOf(heads, () => 50)], width);
        let word = 1;
        for (const line of lines) {
          expect([line.first, line.last]).toEqual([word, word + line.centres.length - 1]);
          let end = 0;
          for (const centre of line.centres) {
            expect(centre - widths[word] / 2).toBeGreaterThanOrEqual(end);
            end = centre + widths[word++] / 2;
          }
          expect(end).toBeLessThanOrEqual(line.width);
          if (line.centres.length > 1) expect(line.width).toBeLessThanOrEqual(width);
        }
        expect(word).toBe(heads.length);
      }),
    );
  });

  it('shows each arc on every line from its one end to its other, with room for its label at both', () => {
    fc.assert(
      fc.property(anyTree(40), sizes, wrapping, (heads, size, width) => {
        const arcs = arcsOf(heads, (word) => size[word].label);
        const lines = layout(
          Array.from(heads, (_, word) => size[word].word),
          [arcs],
          width,
        );
        for (const arc of arcs) {
          const ends = [arc.head || arc.dependent, arc.dependent].sort((a, b) => a - b);
          for (const line of lines) {
            const parts = line.trees[0].filter((part) => part.arc === arc);
            expect(parts.length).toBe(ends[0] <= line.last && ends[1] >= line.first ? 1 : 0);
            for (const { left, right, cutLeft, cutRight } of parts) {
              expect([cutLeft, cutRight]).toEqual([ends[0] < line.first, ends[1] > line.last]);
              if (cutLeft) expect(left).toBe(0);
              if (cutRight) expect(right).toBe(line.width);
              if (arc.head === 0) {
                expect(left - arc.width / 2).toBeGreaterThanOrEqual(0);
                expect(left + arc.width / 2).toBeLessThanOrEqual(line.width);
              } else if (!cutLeft || !cutRight) {
                expect(right - left).toBeGreaterThan(arc.width);
              }
            }
          }
        }
      }),
    );
  });

  it('breaks lines only where it must', () => {
    const heads = Int32Array.of(-1, 0, 1, 2, 3, 4, 5);
    const lines = layout(new Array(7).fill(50), [arcsOf(heads, () => 0)], 200);
    expect(lines.map(({ first, last }) => [first, last])).toEqual([
      [1, 3],
      [4, 6],
    ]);
    expect(layout(new Array(7).fill(50), [arcsOf(heads, () => 0)], Infinity)).toHaveLength(1);
  });
});
