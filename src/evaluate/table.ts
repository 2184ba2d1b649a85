// Tables as text with aligned columns, in the layout of the shared task.

/** The first line holds the names of the columns. */
export function table(lines: readonly (readonly string[])[]): string {
  const widths = lines[0].map((_, column) => {
    const cells = lines.map((line) => line[column].length);
    return Math.max(column === 0 ? 10 : 9, ...cells);
  });
  const [names, ...rows] = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join(' | ')
      .trimEnd(),
  );
  const rule = widths.map((width, column) => '-'.repeat(column === 0 ? width + 1 : width + 2)).join('+');
  return `${[names, rule, ...rows].join('\n')}\n`;
}

/** A percentage with two digits; ties round to the even digit, as in the official evaluator. */
export function percent(value: number): string {
  const isTieToRoundDown = (value * 8) % 4 === 1; // …125 or …625
  return (isTieToRoundDown ? value - 0.005 : value).toFixed(2);
}
