// The report as text: tables and lists for people.
import { counted } from '../conllu/quotation.js';
import type { Difference } from './bootstrap.js';
import type { Confusion } from './confusion.js';
import type { Rates } from './rates.js';
import type { ConfusionSummary, Report } from './report.js';
import type { TreeScores } from './scores.js';
import { metricNames, type SharedTask } from './sharedTask.js';
import { percent, table } from './table.js';

/** The number of confusions to show; `--errors` and the JSON have them all. */
const confusionsShown = 20;

/** A report as text for a terminal. */
export function reportText(report: Report): string {
  const { gold, system, labels, confusions, lengths, distances, calibration, errors, comparison } = report;
  const which = `${report.punctuation} punctuation`;
  const parts = [
    `Gold: ${gold}\nSystem: ${system}\nPunctuation is every word with the gold UPOS tag PUNCT.\n`,
  ];
  const add = (title: string, body: string) => parts.push(`${title}\n\n${body}`);

  const scores = report.scores.map((row): Named<TreeScores> => [`${row.punctuation} punctuation`, row]);
  add(
    'Scores: % of gold words (UEM, LEM: of gold sentences), labels with subtypes',
    scoresTable('Counted', scores),
  );
  add(
    'CoNLL 2018 shared task: with punctuation, labels without subtypes',
    sharedTaskTable(report.sharedTask),
  );
  if (labels) {
    const rows = labels.map((row): Named<Rates> => [row.label, row]);
    add(`By label, ${which}: arcs with the right head and label`, ratesTable('Label', rows));
  }
  if (confusions) {
    const rows = confusions.slice(0, confusionsShown).map(confusionRow);
    const shown = confusions.length > rows.length ? `the ${rows.length} most frequent of ` : '';
    const names = ['Confusion', 'Words', 'Example: word < head (gold/system)'];
    add(
      `Confusions of labels (gold:system), ${which}: ${shown}${confusions.length}`,
      table([names, ...rows]),
    );
  }
  if (lengths) {
    const rows = lengths.map((row): Named<TreeScores> => [row.length, row]);
    add(`By length of the gold sentence in words, scores ${which}`, scoresTable('Length', rows));
  }
  if (distances) {
    const rows = distances.map((row): Named<Rates> => [row.distance, row]);
    add(
      `By distance of head and dependent, ${which}: arcs with the right head`,
      ratesTable('Distance', rows),
    );
  }
  if (calibration) {
    const rows = calibration.bins.map(({ from, to, arcs, confidence, accuracy }) => [
      `${from.toFixed(1)}-${to.toFixed(1)}`,
      String(arcs),
      percent(confidence),
      percent(accuracy),
    ]);
    const error = `expected calibration error ${percent(calibration.error)} points`;
    const names = ['Confidence', 'Arcs', 'Mean', 'Right'];
    add(`By confidence, ${which}, ${error}: % of arcs with the right head`, table([names, ...rows]));
  }
  if (errors) parts.push(errorsText(errors, gold, which));
  if (comparison) {
    const { samples, differences } = comparison;
    const names = ['Metric', 'A', 'B', 'B - A', 'mean', '95% from', 'to', 'p'];
    const rows = Object.entries(differences).map(([name, difference]) => differenceRow(name, difference));
    const systems = `A: ${system}\nB: ${comparison.system}`;
    const title = `${systems}\nPaired bootstrap over sentences, ${which}, ${counted(samples, 'sample')}`;
    add(title, table([names, ...rows]));
  }
  return parts.join('\n');
}

/** A row and the text of its first column. */
type Named<Row> = [string, Row];

function scoresTable(name: string, rows: Named<TreeScores>[]): string {
  return table([
    [name, 'Sentences', 'Words', 'UAS', 'LAS', 'UEM', 'LEM', 'UPOS', 'XPOS'],
    ...rows.map(([rowName, row]) => {
      const rates = [row.uas, row.las, row.uem, row.lem, row.upos, row.xpos];
      return [rowName, String(row.sentences), String(row.words), ...rates.map(percent)];
    }),
  ]);
}

function ratesTable(name: string, rows: Named<Rates>[]): string {
  return table([
    [name, 'Gold', 'System', 'Correct', 'Precision', 'Recall', 'F1 Score'],
    ...rows.map(([rowName, row]) => {
      const counts = [row.gold, row.system, row.correct];
      return [rowName, ...counts.map(String), ...[row.precision, row.recall, row.f1].map(percent)];
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

function differenceRow(
  name: string,
  { first, second, difference, mean, low, high, p }: Difference,
): string[] {
  const signed = (value: number) => (value > 0 ? '+' : '') + value.toFixed(2);
  const changes = [difference, mean, low, high].map(signed);
  return [name.toUpperCase(), percent(first), percent(second), ...changes, p.toFixed(4)];
}

function errorsText({ gold, system, count, errors }: Confusion, file: string, which: string): string {
  const lines = [`Gold ${gold} given ${system}, ${which}: ${counted(count, 'word')}`];
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

function confusionRow({ gold, system, count, example }: ConfusionSummary): string[] {
  const { line, word, goldHead, systemHead } = example;
  const heads = goldHead.form === systemHead.form ? goldHead.form : `${goldHead.form}/${systemHead.form}`;
  return [`${gold}:${system}`, String(count), `${word.form} < ${heads}, line ${line}`];
}
