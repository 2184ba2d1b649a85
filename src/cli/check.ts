// arcwise check: what is wrong in treebank files, what is unusual, and which sentences are in more than one of them.
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import { inputName, streamInput } from '../node/input.js';
import { OutputStream } from '../node/outputStream.js';
import { printable } from '../render/printable.js';
import { type Census, CensusTaker, type Places } from './census.js';
import { type Leak, LeakFinder } from './leaks.js';
import { json, type Usage } from './usage.js';

const options = { json } as const;

export const usage: Usage = [
  {
    call: 'check [FILE…]',
    about:
      'What is wrong in treebank files, what is unusual, and which sentences are in more than one of them.',
    options,
  },
];

/** So many examples are shown of anything that occurs often; --json has more. */
const mostExamples = 8;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const paths = positionals.length > 0 ? positionals : ['-'];
  const leakFinder = new LeakFinder(paths.map(inputName));
  const files: Census[] = [];
  for (const [index, path] of paths.entries()) {
    const file = inputName(path);
    const taker = new CensusTaker(file);
    const readOptions = {
      file,
      onSkip: (error: Error) => taker.addError(error.message),
      onSeveralRoots: () => {}, // the census counts them itself
    };
    for await (const sentence of streamSentences(streamInput(path), readOptions)) {
      taker.add(sentence);
      if (paths.length > 1) leakFinder.add(index, sentence);
    }
    files.push(taker.result());
  }
  const leaks = leakFinder.result();
  const output = new OutputStream();
  await output.write(values.json ? `${JSON.stringify({ files, leaks }, null, 2)}\n` : reportOf(files, leaks));
  await output.flush();
  if (files.some(({ errors }) => errors.count > 0)) process.exitCode = 1;
}

function reportOf(files: readonly Census[], leaks: readonly Leak[]): string {
  const paragraphs = [
    ...files.map(errorLines),
    table(files),
    ...files.map(unusualLines),
    ...leaks.map(leakLines),
  ].filter((lines) => lines.length > 0);
  return paragraphs.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function errorLines({ errors: { count, messages }, file }: Census): string[] {
  return count > messages.length
    ? [...messages, `${file}: … ${count - messages.length} more errors`]
    : messages;
}

/** The counts, a column for each file. */
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
    ['sentences with errors', ({ errors }) => number(errors.count)],
  ];
  const names = Math.max(...rows.map(([name]) => name.length));
  const widths = files.map((census) => Math.max(...rows.map(([, cell]) => cell(census).length)));
  return rows.map(([name, cell]) =>
    [name.padEnd(names), ...files.map((census, index) => cell(census).padStart(widths[index]))].join('  '),
  );
}

function unusualLines({ file, labelsSeenOnce, nonProjective, severalRoots }: Census): string[] {
  const labels = labelsSeenOnce.map(({ label, line }) => `${printable(label)} (line ${line})`);
  return [
    ...listed(`${file}: labels seen once`, labels.slice(0, mostExamples), labels.length),
    ...placesLines(`${file}: non-projective trees at the lines`, nonProjective),
    ...placesLines(`${file}: trees with several roots at the lines`, severalRoots),
  ];
}

function placesLines(what: string, { count, lines }: Places): string[] {
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
