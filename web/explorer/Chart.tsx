// The chart as a triangle: one cell per span, narrow ones at the bottom, with pictures of their items.
import { useEffect, useRef } from 'preact/hooks';
import type { ExploredItem } from '../../src/explore/exploredChart.js';
import { useWidth } from '../tree/useWidth.js';
import { ItemShape } from './ItemShape.js';
import { itemText, scoreText } from './notation.js';

export interface ChartProps {
  readonly items: readonly ExploredItem[];
  /** ROOT, the words, and the end. */
  readonly words: readonly string[];
  /** The number of items filled so far. */
  readonly filled: number;
  /** The items of the winning sequence that its steps have reached. */
  readonly reached: ReadonlySet<number>;
  /** Those of the greedy sequence. */
  readonly greedy: ReadonlySet<number>;
  readonly selected: number;
  readonly onSelect: (place: number) => void;
}

interface Cell {
  readonly i: number;
  readonly j: number;
  /** Indices of its items; the first is shown. */
  readonly places: readonly number[];
}

const margin = 36;

export function Chart({ items, words, filled, reached, greedy, selected, onSelect }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const available = useWidth(box);
  const n = words.length - 2;
  const unit = Math.max(24, Math.min(84, ((available || 640) - 2 * margin) / (n + 1)));
  const rise = Math.max(20, Math.min(46, unit * 0.66));
  const cells = cellsOf(items);
  const highest = Math.max(...cells.map(({ i, j }) => j - i));
  const floor = 8 + highest * rise;
  const middle = (i: number, j: number) => margin + (unit * (i + j)) / 2;
  const bottom = (i: number, j: number) => floor - (j - i - 1) * rise;
  const slanted = unit < 66;
  const width = 2 * margin + unit * (n + 1);
  const height = floor + (slanted ? 74 : 30);
  const at = items[selected];
  const premises = at.inferences[0]?.premises ?? [];

  const go = (key: string) => {
    const next = neighbours[key]?.map(([di, dj]) =>
      cells.find(({ i, j }) => i === at.i + di && j === at.j + dj),
    );
    const cell = next?.find((one) => one !== undefined);
    if (cell) onSelect(cell.places[0]);
    return cell !== undefined;
  };
  const plane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus follows the arrow keys.
    if (!plane.current?.contains(document.activeElement)) return;
    plane.current.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }, [selected]);

  return (
    <div class="cells" ref={box}>
      <div class="plane" ref={plane} style={{ width: `${width}px`, height: `${height}px` }}>
        {cells.map(({ i, j, places }) => {
          const isSelected = at.i === i && at.j === j;
          const place = isSelected ? selected : places[0];
          const item = items[place];
          const isFilled = places.some((one) => one < filled);
          const classes = [
            'cell',
            isFilled ? 'filled' : 'unfilled',
            places.some((one) => items[one].winning) && 'winning',
            places.some((one) => reached.has(one)) && 'reached',
            places.some((one) => greedy.has(one)) && 'greedy',
            places.some((one) => premises.includes(one)) && 'premise',
          ];
          const hasValue = unit >= 52;
          const [cellWidth, cellHeight] = [unit - 4, rise - 4];
          return (
            <button
              type="button"
              key={`${i} ${j}`}
              class={classes.filter(Boolean).join(' ')}
              tabIndex={isSelected ? 0 : -1}
              aria-pressed={isSelected}
              aria-label={nameOf(item, words, places.length)}
              title={`${itemText(item)} ${scoreText(item.value)}`}
              style={{
                left: `${middle(i, j) - cellWidth / 2}px`,
                top: `${bottom(i, j) - rise + 2}px`,
                width: `${cellWidth}px`,
                height: `${cellHeight}px`,
              }}
              onClick={() => onSelect(place)}
              onKeyDown={(event) => {
                if (go(event.key)) event.preventDefault();
              }}
            >
              {isFilled && (
                <svg
                  class="glyph"
                  aria-hidden="true"
                  viewBox={`0 0 ${cellWidth} ${cellHeight}`}
                  width={cellWidth}
                  height={cellHeight}
                >
                  <ItemShape
                    item={item}
                    x={cellWidth * 0.2}
                    y={cellHeight * 0.18}
                    width={cellWidth * 0.6}
                    height={cellHeight * (hasValue ? 0.32 : 0.6)}
                  />
                  {hasValue && (
                    <text x={cellWidth / 2} y={cellHeight - 7} text-anchor="middle">
                      {scoreText(item.value)}
                    </text>
                  )}
                </svg>
              )}
            </button>
          );
        })}
        <svg class="over" aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
          {items.map(({ winning, inferences: [won], i, j }, place) => {
            if (!winning || !won || place >= filled) return null;
            return won.premises.map((premise) => {
              const from = items[premise];
              const [x, y] = [middle(from.i, from.j), bottom(from.i, from.j) - rise + 2];
              return (
                <path
                  key={`${place} ${premise}`}
                  class={reached.has(place) ? 'reached' : undefined}
                  d={`M${middle(i, j)} ${bottom(i, j) - 2}L${x} ${y}`}
                />
              );
            });
          })}
          {words.map((word, position) => {
            const [x, y] = [margin + unit * position, floor + 16];
            return (
              <text
                key={position}
                class={position === at.i || position === at.j ? 'at' : undefined}
                x={x}
                y={y}
                text-anchor={slanted ? 'end' : 'middle'}
                transform={slanted ? `rotate(-42 ${x} ${y})` : undefined}
              >
                {word.length > 11 ? `${word.slice(0, 10)}…` : word}
              </text>
            );
          })}
        </svg>
      </div>
    </div>
  );
}

/** The spans that the arrow keys move to; the second one if the first does not exist. */
const neighbours: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  ArrowLeft: [[-1, -1]],
  ArrowRight: [[1, 1]],
  ArrowUp: [
    [0, 1],
    [-1, 0],
  ],
  ArrowDown: [
    [0, -1],
    [1, 0],
  ],
};

/** The items of each span, a winning one first, then by value. */
function cellsOf(items: readonly ExploredItem[]): Cell[] {
  const cells = new Map<string, number[]>();
  for (const [place, { i, j }] of items.entries()) {
    const key = `${i} ${j}`;
    cells.set(key, [...(cells.get(key) ?? []), place]);
  }
  const rank = (place: number) => (items[place].winning ? Infinity : items[place].value);
  return [...cells.values()].map((places) => {
    const sorted = places.toSorted((a, b) => rank(b) - rank(a));
    return { i: items[sorted[0]].i, j: items[sorted[0]].j, places: sorted };
  });
}

function nameOf(item: ExploredItem, words: readonly string[], count: number): string {
  const { i, j, value, winning } = item;
  return [
    `${itemText(item)}, from ${words[i]} to ${words[j]}, value ${scoreText(value)}`,
    winning && 'in the winning derivation',
    count > 1 && `the first of ${count} items here`,
  ]
    .filter(Boolean)
    .join(', ');
}
