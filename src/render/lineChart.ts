// A line chart as SVG: training curves over epochs.
import {
  axisOf,
  chart,
  dot,
  isFinitePoint,
  linePath,
  logarithmicAxisOf,
  type PlotOptions,
  type Point,
  seriesClass,
} from './plot.js';
import { decimal } from './xml.js';

export type { PlotOptions, Point } from './plot.js';

/** A named curve; it is interrupted where a point is not finite. */
export interface Series {
  name: string;
  points: readonly Point[];
}

/** Curves with more points have no dots. */
const mostDots = 60;

/** The chart of some series over common axes. */
export function lineChart(series: readonly Series[], options: PlotOptions): string {
  const points = series.flatMap((one) => one.points.filter(isFinitePoint));
  const last = series.map((one) => `${one.name} ${one.points.findLast(isFinitePoint)?.[1] ?? 'unknown'}`);
  const axis: typeof axisOf = options.logarithmic ? logarithmicAxisOf : axisOf;
  return chart({
    ...options,
    description: `${options.y} by ${options.x}. Last values: ${last.join(', ')}.`,
    legend: series.map(({ name }, index) => ({
      name,
      sample: (x, y) =>
        `<g class="${seriesClass(index)}">${linePath(index, `M${decimal(x)} ${y - 4}h20`)}</g>`,
    })),
    xAxis: axis(
      points.map(([x]) => x),
      10,
    ),
    yAxis: axis(
      points.map(([, y]) => y),
      6,
    ),
    draw: (x, y) => series.map((one, index) => curve(one, index, x, y)).join(''),
  });
}

function curve(
  { name, points }: Series,
  index: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  for (const [position, point] of points.entries()) {
    if (!isFinitePoint(point)) continue;
    const begins = position === 0 || !isFinitePoint(points[position - 1]);
    path += `${begins ? 'M' : 'L'}${decimal(x(point[0]))} ${decimal(y(point[1]))}`;
  }
  const dots = points
    .filter((point) => points.length <= mostDots && isFinitePoint(point))
    .map((point) => dot(x(point[0]), y(point[1]), `${name}, ${point[0]}: ${point[1]}`));
  return `<g class="${seriesClass(index)}">${linePath(index, path)}${dots.join('')}</g>\n`;
}
