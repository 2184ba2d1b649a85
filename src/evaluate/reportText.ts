// The report as text: tables and lists for people.
import type { Difference } from './bootstrap.js';
import type { Confusion, LabelError } from './confusion.js';
import type { Rates } from './rates.js';
import type { Report } from './report.js';
import type { Scores } from './scores.js';
import { metricNames, type SharedTask } from './sharedTask.js';
import { percent, table } from './table.js';

/** So many of the most frequent confusions are shown; `--errors` and the JSON know them all. */
const confusionsShown = 20;

export function reportText(report: Report): string {
  const { gold, system, labels, confusions, lengths, distances, errors, comparison } = report;
  const counted = `${report.punctuation} punctuation`;
  const parts = [
    `Gold: ${gold}\nSystem: ${system}\nPunctuation is what has the gold UPOS tag PUNCT.\n`,
    section(
      'Scores: % of gold words (UEM, LEM: of gold sentences), labels with subtypes',
      scoresTable('Counted', report.scores, ({ punctuation }) => `${punctuation} punctuation`),
    ),
    section('CoNLL 2018 shared task: with punctuation, labels without subtypes', sharedTaskTable(report.sharedTask)),
  ];
  if (labels) {
    const title = `By label, ${counted}: arcs with the right head and label`;
    parts.push(section(title, ratesTable('Label', labels, ({ label }) => label)));
  }
  if (confusions) {
    const rows = confusions
      .slice(0, confusionsShown)
      .map((one) => [`${one.gold}:${one.system}`, String(one.count), exampleText(one.example)]);
    const shown = confusions.length > rows.length ? `the ${rows.length} most frequent of ${confusions.length}` : 'all';
    const title = `Confusions of labels (gold:system), ${counted}: ${shown}`;
    parts.push(section(title, table([['Confusion', 'Words', 'Example'], ...rows])));
  }
  if (lengths) {
    const title = `By length of the gold sentence in words, scores ${counted}`;
    parts.push(section(title, scoresTable('Length', lengths, ({ length }) => length)));
  }
  if (distances) {
    const title = `By distance of head and dependent, ${counted}: arcs with the right head`;
    parts.push(section(title, ratesTable('Distance', distances, ({ distance }) => distance)));
  }
  if (errors) parts.push(errorsText(errors, gold, counted));
  if (comparison) {
    const title = `A: ${system}\nB: ${comparison.system}\nPaired bootstrap over sentences, ${counted}, ${comparison.samples} samples`;
    const rows = Object.entries(comparison.differences).map(([name, difference]) => differenceRow(name, difference));
    const names = ['Metric', 'A', 'B', 'B - A', 'mean', '95% from', 'to', 'p'];
    parts.push(section(title, table([names, ...rows])));
  }
  return parts.join('\n');
}

function section(title: string, body: string): string {
  return `${title}\n\n${body}`;
}

function scoresTable<Row extends Scores>(name: string, rows: Row[], nameOf: (row: Row) => string): string {
  return table([
    [name, 'Sentences', 'Words', 'UAS', 'LAS', 'UEM', 'LEM', 'UPOS', 'XPOS'],
    ...rows.map((row) => {
      const rates = [row.uas, row.las, row.uem, row.lem, row.upos, row.xpos];
      return [nameOf(row), String(row.sentences), String(row.words), ...rates.map(percent)];
    }),
  ]);
}

function ratesTable<Row extends Rates>(name: string, rows: Row[], nameOf: (row: Row) => string): string {
  return table([
    [name, 'Gold', 'System', 'Correct', 'Precision', 'Recall', 'F1 Score'],
    ...rows.map((row) => {
      const counts = [row.gold, row.system, row.correct];
      return [nameOf(row), ...counts.map(String), ...[row.precision, row.recall, row.f1].map(percent)];
    }),
  ]);
}

function sharedTaskTable(metrics: SharedTask): string {
  return table([
    ['Metric', 'Precision', 'Recall', 'F1 Score', 'AligndAcc'],
    ...metricNames.map((name) => {
      const { precision, recall, f1, alignedAccuracy } = metrics[name];
      const accuracy = alignedAccuracy === undefined ? '' : percent(alignedAccuracy);
      return [name, percent(precision), percent(recall), percent(f1), accuracy];
    }),
  ]);
}

function differenceRow(name: string, { first, second, difference, mean, low, high, p }: Difference): string[] {
  const signed = (value: number) => (value > 0 ? '+' : '') + value.toFixed(2);
  const changes = [difference, mean, low, high].map(signed);
  return [name.toUpperCase(), percent(first), percent(second), ...changes, p.toFixed(4)];
}

function errorsText({ gold, system, count, errors }: Confusion, file: string, counted: string): string {
  const lines = [`Gold ${gold} given ${system}, ${counted}: ${count} ${count === 1 ? 'word' : 'words'}`];
  for (const error of errors) {
    const { sentence, words, line, word, goldHead, systemHead } = error;
    const marked = words.with(word.id - 1, `[${word.form}]`).join(' ');
    lines.push(
      '',
      `${file}:${line}${sentence === undefined ? '' : ` (${sentence})`}`,
      `  ${marked}`,
      `  ${word.form}: gold ${gold} of ${goldHead.form} (${goldHead.id}), system ${system} of ${systemHead.form} (${systemHead.id})`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function exampleText({ line, word, goldHead, systemHead }: LabelError): string {
  const heads = goldHead.form === systemHead.form ? goldHead.form : `${goldHead.form}/${systemHead.form}`;
  return `${word.form} < ${heads}, line ${line}`;
}
