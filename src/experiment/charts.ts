// The charts of a grid: bars with deviations, two treebanks against each other, speed against accuracy.
import { barChart } from '../render/barChart.js';
import { scatterChart } from '../render/scatterChart.js';
import type { Measures } from './measures.js';
import { type ChartPlan, type ReportMetric, scoreName } from './reportPlan.js';

/** The chart of the results so far; undefined if there are none. */
export function chartSvg(plan: ChartPlan, measures: Measures): string | undefined {
  const { kind, title, metric, split, treebanks, configurations } = plan;
  const [treebank, second] = treebanks;
  const summary = (configuration: string, where: string, what: ReportMetric) =>
    measures.summary(configuration, where, { ...plan, metric: what });
  const scoreOn = (where: string) => scoreName(where, metric, split);
  if (kind === 'bars') {
    const bars = configurations.flatMap((name) => {
      const found = summary(name, treebank, metric);
      return found ? [{ name, value: found.mean, deviation: found.deviation }] : [];
    });
    return bars.length === 0 ? undefined : barChart(bars, { title, x: scoreOn(treebank), y: '' });
  }
  const points = configurations.flatMap((name) => {
    const x = kind === 'scatter' ? summary(name, treebank, metric) : summary(name, treebank, 'speed');
    const y = summary(name, second ?? treebank, metric);
    return x && y ? [{ name, x: x.mean, y: y.mean }] : [];
  });
  if (points.length === 0) return undefined;
  const x = kind === 'scatter' ? scoreOn(treebank) : `${treebank}, words/s parsed`;
  return scatterChart(points, { title, x, y: scoreOn(second ?? treebank) });
}
