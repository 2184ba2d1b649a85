// arcwise evaluate: scores a system's trees and tags, and shows where they are wrong.
import { parseArgs } from 'node:util';
import { readSentences } from '../conllu/reader.js';
import type { Calibration } from '../evaluate/calibration.js';
import { labelPair } from '../evaluate/confusion.js';
import { breakdowns, reportOn } from '../evaluate/report.js';
import { reportText } from '../evaluate/reportText.js';
import { layTreebank, none, type Treebank } from '../evaluate/treebank.js';
import { checkWritable, writeWhole } from '../files/files.js';
import { readInput } from '../files/input.js';
import { OutputStream } from '../files/outputStream.js';
import { json, type Options, type Usage, UsageError } from '../options/usage.js';
import { lineChart, type Point } from '../render/lineChart.js';

const options = {
  'no-punct': { type: 'boolean', help: 'ignores punctuation' },
  by: { type: 'string', takes: breakdowns.join('|'), help: 'adds a table by this property' },
  chart: {
    type: 'string',
    takes: 'FILE',
    help: 'writes the reliability of arc probabilities as SVG, with --by confidence',
  },
  errors: {
    type: 'string',
    takes: 'nsubj:obj',
    help: 'lists the words with the first label in gold and the second in the system',
  },
  compare: {
    type: 'string',
    takes: 'SYSTEM2',
    help: 'tests whether the difference to another system is significant',
  },
  json,
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'evaluate GOLD SYSTEM',
    about: 'Scores a system’s trees and tags, and shows where they are wrong.',
    options,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const by = breakdowns.find((breakdown) => breakdown === values.by);
  if (positionals.length !== 2) throw new UsageError('Two files are needed: the gold one and the system’s.');
  if (values.by !== undefined && !by) throw new UsageError(`--by takes ${breakdowns.join(', ')}.`);
  if (values.chart !== undefined && by !== 'confidence')
    throw new UsageError('--chart goes with --by confidence.');
  const paths = values.compare === undefined ? positionals : [...positionals, values.compare];
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Only one file can be stdin.');
  if (values.chart !== undefined) await checkWritable([values.chart], paths);

  const gold = await readTreebank(positionals[0], 'required');
  const system = await readTreebank(positionals[1], 'optional');
  const compare = values.compare === undefined ? undefined : await readTreebank(values.compare, 'optional');
  const errors = values.errors === undefined ? undefined : labelPair(values.errors, gold, system);
  if (values.errors !== undefined && !errors) {
    throw new UsageError(
      `--errors takes two labels of these files, gold:system, and not "${values.errors}".`,
    );
  }
  const punctuation = values['no-punct'] ? 'without' : 'with';
  const report = reportOn(gold, system, { punctuation, by, errors, compare });
  if (values.chart !== undefined && report.calibration) {
    await writeWhole(values.chart, reliabilityChart(report.calibration));
  }
  const output = new OutputStream();
  await output.write(`${values.json ? JSON.stringify(report, null, 2) : reportText(report).trimEnd()}\n`);
  await output.flush();
}

/** Warns about several roots, and about missing heads, as in the output of a tagger. */
async function readTreebank(path: string, heads: 'required' | 'optional'): Promise<Treebank> {
  const { name, bytes } = await readInput(path);
  let severalRoots = 0;
  const onSeveralRoots = () => {
    severalRoots++;
  };
  const treebank = layTreebank(readSentences(bytes, { file: name, heads, onSeveralRoots }), name);
  if (treebank.sentences.length === 0) throw new Error(`${name} has no sentences.`);
  if (severalRoots > 0) console.error(`Warning: ${name}: sentences with several roots: ${severalRoots}.`);
  const headless = treebank.words.filter(({ head }) => head === none).length;
  if (headless > 0)
    console.error(`Warning: ${name}: words without a head, which count as wrong: ${headless}.`);
  return treebank;
}

/** Plots the accuracy of arcs against their probability, next to perfect calibration. */
function reliabilityChart({ bins, error }: Calibration): string {
  return lineChart(
    [
      { name: 'arcs', points: bins.map(({ confidence, accuracy }): Point => [confidence, accuracy]) },
      { name: 'honest', points: [0, 100].map((value): Point => [value, value]) },
    ],
    {
      title: `Reliability of arc probabilities, calibration error ${error.toFixed(2)} points`,
      x: 'mean probability, per cent',
      y: 'right heads, per cent',
    },
  );
}
