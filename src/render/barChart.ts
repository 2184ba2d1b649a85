// A bar chart as SVG: values with their deviations, one row each, so that long names fit.
import { axisOf, chart, type PlotOptions, rowHeight, seriesClass } from './plot.js';
import { decimal, escapeXml } from './xml.js';

export interface Bar {
  name: string;
  value: number;
  /** The standard deviation, if there were several measurements. */
  deviation?: number;
}

/** The height without bars: title, captions and axes. */
const heightOfFrame = 151;
/** The share of its row that a bar fills. */
const thickness = 0.6;

/** The chart of some values; its axis starts near the smallest value, not at 0. */
export function barChart(bars: readonly Bar[], options: PlotOptions): string {
  const ends = bars.flatMap(({ value, deviation = 0 }) => [value - deviation, value + deviation]);
  const xAxis = axisOf(ends, 8);
  const low = xAxis.ticks[0].value;
  const half = thickness / 2;
  return chart({
    ...options,
    height: heightOfFrame + rowHeight * bars.length,
    description: `${options.x}: ${bars.map((bar) => `${bar.name} ${textOf(bar)}`).join(', ')}.`,
    legend: [],
    xAxis,
    yAxis: {
      ticks: bars.map(({ name }, value) => ({ value, text: name })),
      // The first bar is on top.
      share: (at) => 1 - (at + 0.5) / Math.max(1, bars.length),
    },
    draw: (x, y) =>
      bars
        .map((bar, at) => {
          const { name, value, deviation = 0 } = bar;
          const [left, top] = [x(low), y(at - half)];
          const rectangle =
            `<rect class="dot" fill="currentColor" x="${decimal(left)}" y="${decimal(top)}" ` +
            `width="${decimal(x(value) - left)}" height="${decimal(y(at + half) - top)}">` +
            `<title>${escapeXml(`${name}: ${textOf(bar)}`)}</title></rect>`;
          return `<g class="${seriesClass(0)}">${rectangle}</g>${whisker(x(value - deviation), x(value + deviation), y(at), rowHeight / 5)}\n`;
        })
        .join(''),
  });
}

function textOf({ value, deviation }: Bar): string {
  return decimal(value) + (deviation === undefined ? '' : ` ± ${decimal(deviation)}`);
}

/** A line between two values, with end caps; empty if they are equal. */
function whisker(from: number, to: number, y: number, end: number): string {
  if (from === to) return '';
  const path = `M${decimal(from)} ${decimal(y - end)}v${2 * end}m0 ${-end}H${decimal(to)}m0 ${-end}v${2 * end}`;
  return `<path fill="none" class="line" stroke="currentColor" stroke-width="1.5" d="${path}"/>`;
}
