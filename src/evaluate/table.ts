// Tables as text with aligned columns, in the layout of the shared task.

type Lines = readonly (readonly string[])[];

/** Lines of cells, aligned in columns: those of `text`, by default the first, to the left, the others to the right. */
export function alignedLines(
  lines: Lines,
  { text = [0], separator = '  ', widths = widthsOf(lines) }: Alignment = {},
): string[] {
  return lines.map((line) =>
    line
      .map((cell, column) =>
        text.includes(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join(separator)
      .trimEnd(),
  );
}

interface Alignment {
  readonly text?: readonly number[];
  readonly separator?: string;
  readonly widths?: readonly number[];
}

function widthsOf(lines: Lines, first = 0, others = 0): number[] {
  const [names = []] = lines;
  return names.map((_, column) =>
    Math.max(column === 0 ? first : others, ...lines.map((line) => line[column].length)),
  );
}

/** The first line holds the names of the columns. */
export function table(lines: Lines): string {
  const widths = widthsOf(lines, 10, 9);
  const [names, ...rows] = alignedLines(lines, { separator: ' | ', widths });
  const rule = widths.map((width, column) => '-'.repeat(column === 0 ? width + 1 : width + 2)).join('+');
  return `${[names, rule, ...rows].join('\n')}\n`;
}

/** A percentage with two digits; ties round to the even digit, as in the official evaluator. */
export function percent(value: number): string {
  const isTieToRoundDown = (value * 8) % 4 === 1; // …125 or …625
  return (isTieToRoundDown ? value - 0.005 : value).toFixed(2);
}
