// The paper's picture of an item: two half-trees side by side, or in arc-standard one whole tree.
import type { ExploredItem } from '../../src/explore/exploredChart.js';

/** The indices of an item that determine its picture. */
export type Shape = Pick<ExploredItem, 'i' | 'j' | 'h' | 'split'>;

export interface ItemShapeProps {
  readonly item: Shape;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function ItemShape({ item, x, y, width, height }: ItemShapeProps) {
  const base = y + height;
  const tip = x + width * tipOf(item);
  if (item.h !== undefined)
    return <path class="half" d={`M${x} ${base}L${tip} ${y}L${x + width} ${base}Z`} />;
  return (
    <>
      <path class="half" d={`M${x} ${y}L${tip} ${base}H${x}Z`} />
      <path class="half" d={`M${x + width} ${y}L${tip} ${base}H${x + width}Z`} />
    </>
  );
}

/** The position where the half-trees meet, or of the tree's head, from 0 to 1 of the width. */
function tipOf({ i, j, h, split = j }: Shape): number {
  if (h !== undefined) return (h - i) / (j - i);
  return Math.min(0.88, Math.max(0.12, (split - 0.5 - i) / (j - i)));
}
