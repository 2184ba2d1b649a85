// Stacks spans on levels, so that the arcs of a drawing do not overlap.

/** A range of positions, both ends included. */
export interface WordRange {
  first: number;
  last: number;
}

/** The level of each span, 1 for the lowest: one above every earlier span that it overlaps. */
export function levelsOf(spans: readonly WordRange[]): number[] {
  const heights: number[] = []; // by position, the level of the highest span so far; a hole means none
  return spans.map(({ first, last }) => {
    let level = 1;
    for (let place = first; place <= last; place++) level = Math.max(level, (heights[place] ?? 0) + 1);
    for (let place = first; place <= last; place++) heights[place] = level;
    return level;
  });
}
