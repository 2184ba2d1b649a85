// The result of a benchmark: tables by title, each a list of rows with the same columns.
import { alignedLines } from '../dist/evaluate/table.js';

export type Row = Record<string, string | number>;
export type Tables = Record<string, Row[]>;

/** The tables as text, each below an empty line and its title. */
export function tablesText(tables: Tables): string {
  return Object.entries(tables)
    .map(([title, rows]) => {
      const columns = Object.keys(rows[0] ?? {});
      const cells = [columns, ...rows.map((row) => columns.map((column) => format(row[column])))];
      return `\n${title}\n${alignedLines(cells).join('\n')}\n`;
    })
    .join('');
}

function format(value: string | number): string {
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}

/** The median: one slow repetition on a busy machine does not move it. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds of some work, the median of several rounds after one for warming up. */
export function timeOf(rounds: number, work: () => unknown): number {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const start = performance.now();
    work();
    if (round >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
