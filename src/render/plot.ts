// What the charts share: the frame with its title and legend, the axes, and the positions of values.
import { textWidth } from './textWidth.js';
import { fontFamily, seriesColours, styleElement, type Theme } from './theme.js';
import { decimal, escapeXml } from './xml.js';

export type Point = readonly [x: number, y: number];

export interface PlotOptions {
  title: string;
  /** The captions of the axes. */
  x: string;
  y: string;
  /** `auto` by default. */
  theme?: Theme;
  /** Whether a line chart has logarithmic axes: then all values are above 0. */
  logarithmic?: boolean;
}

export const width = 640;
const defaultHeight = 360;
const plotMargin = 18;
export const fontSize = 12;
const titleSize = 15;
export const rowHeight = 20;
const plotRight = width - plotMargin - 6;

export interface Axis {
  ticks: { value: number; text: string }[];
  /** The position of a value on the axis, from 0 to 1. */
  share: (value: number) => number;
}

export interface Frame extends PlotOptions {
  /** The description for screen readers. */
  description: string;
  /** Named series, in a legend above the plot. */
  legend: readonly { name: string; sample: (x: number, y: number) => string }[];
  xAxis: Axis;
  yAxis: Axis;
  height?: number;
  /** Draws the contents of the plot. */
  draw(x: (value: number) => number, y: (value: number) => number): string;
}

/** A chart: a frame with its contents. */
export function chart(frame: Frame): string {
  const {
    title,
    x: xName,
    y: yName,
    theme = 'auto',
    description,
    xAxis,
    yAxis,
    height = defaultHeight,
  } = frame;
  const plotBottom = height - plotMargin - 2 * rowHeight;
  const legend = legendOf(frame.legend);
  const plotLeft =
    plotMargin + 8 + yAxis.ticks.reduce((widest, { text }) => Math.max(widest, textWidth(text, fontSize)), 0);
  const plotTop = plotMargin + titleSize + legend.height + 2 * rowHeight;
  const x = (value: number) => plotLeft + xAxis.share(value) * (plotRight - plotLeft);
  const y = (value: number) => plotBottom - yAxis.share(value) * (plotBottom - plotTop);
  const grid = yAxis.ticks.map(
    ({ value }) =>
      `<path class="line" stroke="currentColor" stroke-width="0.4" d="M${decimal(plotLeft)} ${decimal(y(value))}H${plotRight}"/>\n`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="arcwise" role="img" viewBox="0 0 ${width} ${height}"`,
    ` width="${width}" height="${height}" font-family="${fontFamily}" font-size="${fontSize}">\n`,
    `<title>${escapeXml(title)}</title>\n<desc>${escapeXml(description)}</desc>\n`,
    styleElement('chart', theme),
    '<rect class="paper" width="100%" height="100%" fill="none"/>\n',
    `<text fill="currentColor" x="${plotMargin}" y="${plotMargin + titleSize - 3}" font-size="${titleSize}">${escapeXml(title)}</text>\n`,
    legend.elements,
    ...grid,
    ...yAxis.ticks.map(({ value, text }) => caption(text, plotLeft - 8, y(value) + 0.35 * fontSize, 'end')),
    ...xAxis.ticks.map(({ value, text }) => caption(text, x(value), plotBottom + rowHeight, 'middle')),
    caption(yName, plotMargin, plotTop - 0.7 * rowHeight, 'start'),
    caption(xName, (plotLeft + plotRight) / 2, plotBottom + 2 * rowHeight, 'middle'),
    frame.draw(x, y),
    '</svg>\n',
  ].join('');
}

/** An axis that starts and ends on a tick, with about this many steps of 1, 2 or 5 times a power of ten. */
export function axisOf(values: readonly number[], steps: number): Axis {
  let low = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
  let high = values.reduce((a, b) => Math.max(a, b), values[0] ?? 0);
  // Nearly equal values go in the middle, because there are no numbers between them for ticks.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-9 * size || size < 1e-90) {
    const half = size < 1e-90 ? 0.5 : size / 20;
    [low, high] = [low - half, high + half];
  }
  const least = (high - low) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  let step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least)!;
  // There is no epoch between two epochs.
  if (values.every(Number.isInteger)) step = Math.max(1, step);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const value = (first + index) * step;
    return { value, text: tickText(value, step) };
  });
  return { ticks, share: (value) => (value / step - first) / (last - first) };
}

/** A logarithmic axis of positive values, which starts and ends on a tick: 1, 2 or 5 times a power of ten. */
export function logarithmicAxisOf(values: readonly number[]): Axis {
  const low = Math.log10(values.reduce((a, b) => Math.min(a, b), values[0] ?? 1));
  const high = Math.log10(values.reduce((a, b) => Math.max(a, b), values[0] ?? 1));
  // If there are many powers of ten, there is room only for these.
  const factors = high - low < 3 ? [1, 2, 5] : [1];
  const powers = Array.from(
    { length: Math.floor(high) - Math.floor(low) + 2 },
    (_, at) => Math.floor(low) + at,
  );
  const places = powers.flatMap((power) =>
    factors.map((factor) => ({ factor, power, at: Math.log10(factor) + power })),
  );
  const first = places.findLastIndex(({ at }) => at <= low);
  const last = places.findIndex(({ at }, index) => at >= high && index > first);
  const ticks = places.slice(first, last + 1).map(({ factor, power }) => {
    const value = Number(`${factor}e${power}`);
    return {
      value,
      text: power >= -6 && power < 9 ? value.toFixed(Math.max(0, -power)) : `${factor}e${power}`,
    };
  });
  const [from, to] = [places[first].at, places[last].at];
  return { ticks, share: (value) => (Math.log10(value) - from) / (to - from) };
}

/** A value with as many digits as distinguish it from its neighbours, with an exponent instead of many zeros. */
function tickText(value: number, step: number): string {
  const place = Math.floor(Math.log10(step));
  if (place >= -6 && Math.abs(value) < 1e9) return value.toFixed(Math.max(0, -place));
  const digits = value === 0 ? 0 : Math.max(0, Math.floor(Math.log10(Math.abs(value))) - place);
  return value.toExponential(digits);
}

/** The names of the series, each with a sample, in rows. */
function legendOf(entries: Frame['legend']): { elements: string; height: number } {
  let x = plotMargin;
  let y = plotMargin + titleSize + rowHeight;
  const elements: string[] = [];
  for (const { name, sample } of entries) {
    const size = 28 + textWidth(name, fontSize) + 18;
    if (x > plotMargin && x + size > width) [x, y] = [plotMargin, y + rowHeight];
    elements.push(sample(x, y), caption(name, x + 28, y, 'start'));
    x += size;
  }
  return { elements: elements.join(''), height: y - plotMargin - titleSize };
}

/** The line of a series; `path` is its SVG path data. */
export function linePath(index: number, path: string): string {
  // After the last colour, the same colours repeat with dashes.
  const round = Math.floor(index / seriesColours);
  const dashes = round === 0 ? '' : ` stroke-dasharray="${6 / round} 3"`;
  return `<path class="line" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"${dashes} d="${path}"/>`;
}

/** The class that gives a series its colour. */
export function seriesClass(index: number): string {
  return `series${index % seriesColours}`;
}

/** Small text in the muted colour. */
export function caption(text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'): string {
  return `<text class="muted" fill="currentColor" x="${decimal(x)}" y="${decimal(y)}" text-anchor="${anchor}">${escapeXml(text)}</text>\n`;
}

/** A dot with its values as a tooltip. */
export function dot(x: number, y: number, text: string): string {
  return (
    `<circle class="dot" fill="currentColor" cx="${decimal(x)}" cy="${decimal(y)}" r="2.5">` +
    `<title>${escapeXml(text)}</title></circle>`
  );
}

/** Whether a point can be drawn at all. */
export function isFinitePoint(point: Point): boolean {
  return point.every(Number.isFinite);
}
