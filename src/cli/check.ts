// arcwise check: reports errors and unusual things in treebank files, and sentences that occur in several of them.
import { parseArgs } from 'node:util';
import { type Census, CensusTaker, type Occurrences } from '../check/census.js';
import { Checker, type FileChecker } from '../check/checker.js';
import { type Level, levels } from '../check/checkRule.js';
import { FindingList, type Findings } from '../check/findingList.js';
import { LineCutter } from '../conllu/lines.js';
import { counted } from '../conllu/quotation.js';
import type { Sentence } from '../conllu/sentence.js';
import { SentenceParser } from '../conllu/sentenceParser.js';
import { alignedLines } from '../evaluate/table.js';
import { inputName, streamInput } from '../files/input.js';
import { OutputStream } from '../files/outputStream.js';
import { choice } from '../options/optionValues.js';
import { json, type Options, type Usage } from '../options/usage.js';
import { printable } from '../render/printable.js';
import { type Leak, LeakFinder } from './leaks.js';

const options = {
  level: {
    type: 'string',
    takes: levels.join('|'),
    help:
      'lists violations of the rules of Universal Dependencies: 1 checks the file format, 2 adds columns, metadata and ' +
      'trees, 3 adds the universal guidelines; without it, only what prevents sentences from being read',
  },
  json,
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'check [FILE…]',
    about:
      'Reports errors and unusual things in treebank files, and sentences that occur in more than one of them.',
    options,
  },
];

/** The most examples shown of anything; --json has more. */
const mostExamples = 8;

/** The census of a file, with rule violations if a level was given. */
interface FileReport extends Census {
  findings?: Findings;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const level = levelOf(values.level);
  const paths = positionals.length > 0 ? positionals : ['-'];
  // All files belong to one treebank.
  const checker = level && new Checker(level);
  const leakFinder = new LeakFinder(paths.map(inputName));
  const files: FileReport[] = [];
  for (const [index, path] of paths.entries()) {
    const onSentence = (sentence: Sentence) => {
      if (paths.length > 1) leakFinder.add(index, sentence);
    };
    files.push(await reportOn(path, checker?.file(inputName(path)), onSentence));
  }
  const leaks = leakFinder.result();
  const output = new OutputStream();
  await output.write(values.json ? `${JSON.stringify({ files, leaks }, null, 2)}\n` : reportOf(files, leaks));
  await output.flush();
  if (files.some(({ errors, findings }) => (findings?.errors ?? errors.count) > 0)) process.exitCode = 1;
}

function levelOf(given: string | undefined): Level | undefined {
  if (given === undefined) return undefined;
  const name = choice('--level', given, levels.map(String));
  return levels.find((level) => String(level) === name);
}

/** Reads a file once, for both the census and the rules. */
async function reportOn(
  path: string,
  rules: FileChecker | undefined,
  onSentence: (sentence: Sentence) => void,
): Promise<FileReport> {
  const file = inputName(path);
  const taker = new CensusTaker(file);
  const findings = new FindingList();
  const parser = new SentenceParser({
    file,
    onSkip: ({ message }) => taker.addError(message),
    onSeveralRoots: () => {}, // the census counts them itself
    onMissingBlankLine: ({ message }) => taker.addWarning(message),
  });
  const cutter = new LineCutter();
  const take = (sentences: Iterable<Sentence>) => {
    for (const sentence of sentences) {
      taker.add(sentence);
      onSentence(sentence);
    }
  };
  const read = (lines: (string | undefined)[]) => {
    take(parser.read(lines));
    for (const finding of rules?.read(lines) ?? []) findings.add(finding);
  };
  for await (const chunk of streamInput(path)) read([...cutter.push(chunk)]);
  read([...cutter.end()]);
  take(parser.end());
  for (const finding of rules?.end() ?? []) findings.add(finding);
  return { ...taker.result(), ...(rules ? { findings: findings.result() } : {}) };
}

function reportOf(files: readonly FileReport[], leaks: readonly Leak[]): string {
  const paragraphs = [
    ...files.map(problemLines),
    table(files),
    ...files.map(ruleLines),
    ...files.map(unusualLines),
    ...leaks.map(leakLines),
  ].filter((lines) => lines.length > 0);
  return paragraphs.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** Rule violations if a level was given, otherwise what cannot be read. */
function problemLines({ file, findings, errors, warnings }: FileReport): string[] {
  if (!findings) {
    const left = errors.count - errors.messages.length;
    return [
      ...errors.messages,
      ...warnings.messages.map((message) => `Warning: ${message}`),
      ...(left > 0 ? [`${file}: … ${counted(left, 'more error')}`] : []),
    ];
  }
  const left = findings.errors + findings.warnings - findings.list.length;
  return [
    ...findings.list.map(({ line, level, rule, severity, text }) => {
      return `${file}:${line}: level ${level}${severity === 'warning' ? ' warning' : ''}, ${rule}: ${text}`;
    }),
    ...(left > 0 ? [`${file}: … ${counted(left, 'more finding')}`] : []),
  ];
}

/** How often each rule is violated. */
function ruleLines({ file, findings }: FileReport): string[] {
  if (!findings || findings.errors + findings.warnings === 0) return [];
  const { errors, warnings, rules } = findings;
  const counts = Object.entries(rules).map(([rule, count]) => `${rule} ${count.toLocaleString('en')}`);
  return [`${file}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}: ${counts.join(', ')}`];
}

/** The counts, with one column per file. */
function table(files: readonly Census[]): string[] {
  const number = (value: number) => value.toLocaleString('en');
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`;
  const rows: [string, (census: Census) => string][] = [
    ['', ({ file }) => file],
    ['sentences', ({ sentences }) => number(sentences)],
    ['words', ({ words }) => number(words)],
    ['words in the longest sentence', ({ longestSentence }) => number(longestSentence)],
    ['multiword tokens', ({ multiwordTokens }) => number(multiwordTokens)],
    ['empty nodes', ({ emptyNodes }) => number(emptyNodes)],
    ['words whose head is later', ({ headLater, words }) => share(headLater, words)],
    ['labels', ({ labels }) => number(labels)],
    ['labels seen once', ({ labelsSeenOnce }) => number(labelsSeenOnce.length)],
    ['non-projective trees', ({ nonProjective }) => number(nonProjective.count)],
    ['trees with several roots', ({ severalRoots }) => number(severalRoots.count)],
    ['sentences that cannot be read', ({ errors }) => number(errors.count)],
  ];
  return alignedLines(rows.map(([name, cell]) => [name, ...files.map(cell)]));
}

function unusualLines({ file, labelsSeenOnce, nonProjective, severalRoots }: Census): string[] {
  const labels = labelsSeenOnce.map(({ label, line }) => `${printable(label)} (line ${line})`);
  return [
    ...listed(`${file}: labels seen once`, labels.slice(0, mostExamples), labels.length),
    ...placesLines(`${file}: non-projective trees at the lines`, nonProjective),
    ...placesLines(`${file}: trees with several roots at the lines`, severalRoots),
  ];
}

function placesLines(what: string, { count, lines }: Occurrences): string[] {
  return listed(what, lines.slice(0, mostExamples).map(String), count);
}

function listed(what: string, examples: readonly string[], count: number): string[] {
  if (count === 0) return [];
  return [`${what}: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`];
}

function leakLines({ file, earlier, count, sentences }: Leak): string[] {
  const examples = sentences.slice(0, mostExamples);
  return [
    `Sentences of ${file} that are in ${earlier} too: ${count.toLocaleString('en')}`,
    ...examples.map(
      ({ line, earlierLine, text }) => `  line ${line}, there line ${earlierLine}: ${printable(text, 80)}`,
    ),
    ...(count > examples.length ? ['  …'] : []),
  ];
}
