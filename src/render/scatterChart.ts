// A scatter chart as SVG: named points over two measures, such as the accuracies on two treebanks.
import { axisOf, type ChartOptions, caption, chart, dot, fontSize, seriesClass, width } from './plot.js';
import { decimal } from './xml.js';

export interface NamedPoint {
  name: string;
  x: number;
  y: number;
}

/** The chart of some named points. */
export function scatterChart(points: readonly NamedPoint[], options: ChartOptions): string {
  const describe = ({ name, x, y }: NamedPoint) => `${name} ${decimal(x)}, ${decimal(y)}`;
  return chart({
    ...options,
    description: `${options.y} by ${options.x}: ${points.map(describe).join('; ')}.`,
    legend: [],
    xAxis: axisOf(
      points.map((point) => point.x),
      8,
    ),
    yAxis: axisOf(
      points.map((point) => point.y),
      6,
    ),
    draw: (x, y) =>
      points
        .map((point, index) => {
          const [left, top] = [x(point.x), y(point.y)];
          // A name stands where there is room for it.
          const [at, anchor] =
            left < width / 2 ? ([left + 8, 'start'] as const) : ([left - 8, 'end'] as const);
          const name = caption(point.name, at, top + 0.35 * fontSize, anchor);
          return `<g class="${seriesClass(index)}">${dot(left, top, describe(point))}</g>${name}`;
        })
        .join(''),
  });
}
