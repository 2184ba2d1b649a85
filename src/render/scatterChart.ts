// A scatter chart as SVG: named points over two measures, such as the accuracies on two treebanks.
import { axisOf, caption, chart, dot, fontSize, type PlotOptions, seriesClass, width } from './plot.js';
import { textWidth } from './textWidth.js';
import { decimal } from './xml.js';

export interface NamedPoint {
  name: string;
  x: number;
  y: number;
}

/** The chart of some named points. */
export function scatterChart(points: readonly NamedPoint[], options: PlotOptions): string {
  const describe = ({ name, x, y }: NamedPoint) => `${name} ${decimal(x)}, ${decimal(y)}`;
  const xAxis = axisOf(
    points.map((point) => point.x),
    8,
  );
  return chart({
    ...options,
    description: `${options.y} by ${options.x}: ${points.map(describe).join('; ')}.`,
    legend: [],
    xAxis,
    yAxis: axisOf(
      points.map((point) => point.y),
      6,
    ),
    draw(x, y) {
      const edge = x(xAxis.ticks[0].value);
      const dots = points.map((point) => [x(point.x), y(point.y)] as const);
      const taken = dots.map(([left, top]) => ({
        left: left - 3,
        right: left + 3,
        top: top - 3,
        bottom: top + 3,
      }));
      return points
        .map((point, index) => {
          const [left, top] = dots[index];
          const places = placesBeside(left, top, textWidth(point.name, fontSize), edge);
          const { at, base, anchor, box } = places.find(({ box }) => isFree(box, taken)) ?? places[0];
          taken.push(box);
          const name = caption(point.name, at, base, anchor);
          return `<g class="${seriesClass(index)}">${dot(left, top, describe(point))}</g>${name}`;
        })
        .join('');
    },
  });
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The candidate positions of a point's name, best first: right, left, above or below it, and further up or down. */
function placesBeside(left: number, top: number, size: number, edge: number) {
  const lines = [0, -1, 1, -2, 2, -3, 3].map((line) => top + line * fontSize * 1.2);
  const places = lines.flatMap((middle) => {
    const [up, down] = [middle - fontSize / 2, middle + fontSize / 2];
    const base = middle + 0.35 * fontSize;
    return [
      {
        at: left + 8,
        base,
        anchor: 'start',
        box: { left: left + 8, right: left + 8 + size, top: up, bottom: down },
      },
      {
        at: left - 8,
        base,
        anchor: 'end',
        box: { left: left - 8 - size, right: left - 8, top: up, bottom: down },
      },
    ] as const;
  });
  // Right of the numbers of the axis, and within the chart, if possible.
  const within = places.filter(({ box }) => box.left >= edge && box.right <= width);
  return within.length > 0 ? within : places;
}

function isFree(box: Box, taken: readonly Box[]): boolean {
  return taken.every(
    (other) =>
      box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top,
  );
}
