// A table of means and deviations as Markdown, CSV or LaTeX, with the best of each column in bold.
import type { Summary } from './statistics.js';

export const reportFormats = ['markdown', 'csv', 'latex'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A value and its number of decimals; undefined if there is none yet. */
export type TableCell = (Summary & { readonly digits: number }) | undefined;

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly TableCell[] }[];
  /** Per column, whether its best value, the highest, is bold. */
  readonly best: readonly boolean[];
  readonly notes: readonly string[];
}

/** A table as text, with its title and notes. */
export function formatTable(table: ReportTable, format: ReportFormat): string {
  return writers[format](table);
}

const writers: Record<ReportFormat, (table: ReportTable) => string> = {
  markdown: (table) => {
    const head = ['', ...table.columns].map(markdownText);
    const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
    const rows = table.rows.map(({ name, cells }) => [
      markdownText(name),
      ...cells.map((cell, column) => {
        const text = cell ? textOf(cell, ' ± ') : '–';
        return isBest(table, cell, column) ? `**${text}**` : text;
      }),
    ]);
    const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
    return `## ${table.title}\n\n${lines.join('\n')}\n${table.notes.map((note) => `\n${note}\n`).join('')}`;
  },
  csv: ({ title, columns, rows }) => {
    // Deviations have their own column, if there are any.
    const deviates = columns.map((_, at) => rows.some(({ cells }) => cells[at]?.deviation !== undefined));
    const head = columns.flatMap((name, at) => (deviates[at] ? [name, `${name} deviation`] : [name]));
    const lines = rows.map(({ name, cells }) => [
      name,
      ...cells.flatMap((cell, at) => {
        const mean = cell?.mean.toFixed(cell.digits) ?? '';
        return deviates[at] ? [mean, cell?.deviation?.toFixed(cell.digits) ?? ''] : [mean];
      }),
    ]);
    return [[title], ['', ...head], ...lines].map((cells) => `${cells.map(csvText).join(',')}\n`).join('');
  },
  latex: (table) => {
    const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
    const rows = table.rows.map(({ name, cells }) =>
      line([
        latexText(name),
        ...cells.map((cell, column) => {
          const text = cell ? textOf(cell, ' $\\pm$ ') : '--';
          return isBest(table, cell, column) ? `\\textbf{${text}}` : text;
        }),
      ]),
    );
    return [
      `% ${table.title}`,
      ...table.notes.map((note) => `% ${note}`),
      `\\begin{tabular}{l${'r'.repeat(table.columns.length)}}`,
      '\\hline',
      line(['', ...table.columns.map(latexText)]),
      '\\hline',
      ...rows,
      '\\hline',
      '\\end{tabular}',
      '',
    ].join('\n');
  },
};

function textOf({ mean, deviation, digits }: NonNullable<TableCell>, plusMinus: string): string {
  return mean.toFixed(digits) + (deviation === undefined ? '' : plusMinus + deviation.toFixed(digits));
}

/** Whether no cell of the column is higher after rounding; a single cell is never the best. */
function isBest({ best, rows }: ReportTable, cell: TableCell, column: number): boolean {
  if (!best[column] || !cell) return false;
  const others = rows.flatMap(({ cells }) => cells[column] ?? []);
  const written = ({ mean, digits }: NonNullable<TableCell>) => Number(mean.toFixed(digits));
  return others.length > 1 && others.every((other) => written(other) <= written(cell));
}

function markdownText(text: string): string {
  return text.replaceAll('|', '\\|');
}

function csvText(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const latexNames: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '→': '$\\to$',
};

function latexText(text: string): string {
  return text.replace(/[\\~^→&%$#_{}]/g, (character) => latexNames[character] ?? `\\${character}`);
}
