// arcwise train pipeline: one command from a treebank to a model file that turns text into trees.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { counted } from '../conllu/quotation.js';
import { alignedLines, percent, table } from '../evaluate/table.js';
import { checkWritable } from '../files/files.js';
import { jointSettings } from '../joint/jointSettings.js';
import { flattened } from '../learner/settings.js';
import type { FilePipelineHooks, PipelineResult } from '../node/pipelineFile.js';
import { lackingMetrics, stepsFolderOf, trainPipelineFile } from '../node/pipelineFile.js';
import { epochLine } from '../options/epochLine.js';
import { count, flagOf } from '../options/optionValues.js';
import { ProgressLine } from '../options/progressLine.js';
import { flagValues, readConfig, settingFlags, trainingOptions } from '../options/settingFlags.js';
import { type Form, type Options, UsageError } from '../options/usage.js';
import { splitterSettings } from '../splitter/splitterSettings.js';
import type { PipelinePlan } from '../train/pipelinePlan.js';
import { readCard, weightsOption, weightTypeOf } from './bundle.js';

/** For every form of train. */
export const trainOption = {
  type: 'string',
  required: true,
  takes: 'FILE',
  help: 'the treebank to train on',
} as const;

/** For every form of train. */
export const encoderOption = {
  type: 'string',
  takes: 'FOLDER',
  help: 'a pretrained transformer in the Hugging Face layout, to encode the words; it is trained further',
} as const;

const options = {
  train: trainOption,
  dev: {
    type: 'string',
    required: true,
    takes: 'FILE',
    help: 'the treebank on which the best epochs are chosen and the scores are measured',
  },
  ...trainingOptions,
  encoder: encoderOption,
  card: { type: 'string', takes: 'FILE', help: 'a JSON object that describes the model; scores are added' },
  weights: { ...weightsOption, default: 'i8' },
  resume: { type: 'boolean', help: 'continues an interrupted training; finished steps are not repeated' },
} as const satisfies Options;

export const pipelineForm: Form = {
  call: 'train pipeline',
  about:
    'Trains a splitter and a joint model on a treebank and makes one file of them, with their scores. Settings follow ' +
    'from the treebank; those of a joint model can be set as --epochs, those of a splitter as --splitter-epochs.',
  options,
};

/** Of a splitter's flags. */
const PREFIX = 'splitter-';

export async function trainPipeline(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ...settingFlags(jointSettings), ...settingFlags(splitterSettings, PREFIX), ...options },
  });
  const { train, dev, out, vectors, encoder, config, resume = false } = values;
  if (train === undefined) throw new UsageError('--train is missing.');
  if (dev === undefined) throw new UsageError('--dev is missing.');
  if (out === undefined) throw new UsageError('--out is missing.');
  if (vectors !== undefined && encoder !== undefined) {
    throw new UsageError('A pretrained encoder takes no word vectors.');
  }
  await checkWritable([out], [config, values.card]);
  const threads = count('--threads', values.threads) ?? availableParallelism();
  const weights = weightTypeOf(values.weights);
  const card = values.card === undefined ? undefined : await readCard(values.card);
  const settings = settingsOf(config === undefined ? {} : await readConfig(config), values);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  const line = new ProgressLine(process.stderr);
  try {
    const files = { train, dev, vectors, encoder, out };
    const result = await trainPipelineFile(
      { ...files, settings, card, weights, threads, resume },
      { ...display(train, line), signal: interrupted.signal },
    );
    console.error(resultText(out, result));
  } catch (error) {
    line.clear();
    if (!interrupted.signal.aborted) throw error;
    console.error(`Interrupted; --resume goes on from ${stepsFolderOf(out)}.`);
    process.exitCode = 130;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Settings of the config file, which has a splitter's under "splitter", and of flags, which override them. */
function settingsOf(
  config: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Record<string, unknown> {
  const { splitter: splitters, ...own } = config;
  const splitter = { ...Object(splitters), ...flagValues(splitterSettings, flags, PREFIX) };
  return { ...flattened(jointSettings, own), ...flagValues(jointSettings, flags), splitter };
}

function display(train: string, line: ProgressLine): FilePipelineHooks {
  let planned: PipelinePlan | undefined;
  const start = performance.now();
  let before: number | undefined;
  return {
    onPlan: (plan) => {
      planned = plan;
      console.error(planText(train, plan));
    },
    onNote: (note) => console.error(note),
    onStep: (step, done) => {
      const at = (planned?.steps.indexOf(step) ?? 0) + 1;
      const what = `Step ${at} of ${planned?.steps.length}: ${step.kind}`;
      console.error(done ? `${what}: finished by an earlier run.` : `${what}.`);
    },
    onProgress: ({ step, whole, epoch, done, wordsPerSecond, loss }) => {
      before ??= whole;
      const seconds = (performance.now() - start) / 1000;
      const left = whole > before ? Math.ceil(((1 - whole) * seconds) / (whole - before) / 60) : undefined;
      const speed = `${wordsPerSecond.toFixed(0)} ${step.kind === 'splitter' ? 'characters' : 'words'}/s`;
      const all = `${(100 * whole).toFixed(0)}% of all${left === undefined ? '' : `, ${left} min left`}`;
      const text = `${step.kind} epoch ${epoch}/${step.settings.epochs}  ${speed}  loss ${loss.toFixed(4)}`;
      line.show(`${all}  ${text}`, done);
    },
    onEpoch: (step, record) => {
      line.clear();
      console.error(`${step.kind} ${epochLine(record, step.settings.epochs)}`);
    },
  };
}

/** What the treebank is like, and the settings that follow from it. */
function planText(train: string, { profile, steps }: PipelinePlan): string {
  const { sentences, words, multiword, spaced, unspaced, empty } = profile;
  const traits = [
    multiword > 0 && counted(multiword, 'multiword token'),
    spaced > 0 && `${counted(spaced, 'word')} with blanks inside`,
    2 * unspaced > words && 'a script without spaces',
    empty.length > 0 && `nothing in ${empty.map((name) => name.toUpperCase()).join(', ')}`,
  ].filter((trait) => trait !== false);
  const about = [counted(sentences, 'sentence'), counted(words, 'word'), ...traits].join(', ');
  const rows = steps.flatMap(({ kind, reasons }) =>
    reasons.map(({ name, value, why }) => {
      const flag = `--${kind === 'splitter' ? PREFIX : ''}${flagOf(name)}`;
      return [`  ${flag}`, String(value), why];
    }),
  );
  const settings = alignedLines(rows, { text: [0, 1, 2] }).join('\n');
  return `${train}: ${about}.\nSettings that follow from it:\n\n${settings}\n`;
}

const shown = ['Tokens', 'Sentences', 'Words', 'UPOS', 'XPOS', 'UFeats', 'Lemmas', 'UAS', 'LAS'] as const;

function resultText(out: string, { plan, scores, bytes }: PipelineResult): string {
  const lacking = lackingMetrics(plan);
  const metrics = shown.filter((name) => !lacking.includes(name));
  const row = (name: string, of: PipelineResult['scores']['goldTokens']) => [
    name,
    ...metrics.map((metric) => percent(of[metric].f1)),
  ];
  const rows = [
    ['Dev, F1', ...metrics],
    ...(scores.rawText ? [row('raw text', scores.rawText)] : []),
    row('gold tokens', scores.goldTokens),
  ];
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return `${out}: ${plan.steps.map(({ kind }) => kind).join(', ')}, ${size}.\n\n${table(rows).trimEnd()}`;
}
