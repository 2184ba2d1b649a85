// arcwise render: draws the trees of CoNLL-U files, or those of two files over the same sentences.
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { inputName, streamInput } from '../node/input.js';
import { OutputStream } from '../node/outputStream.js';
import { differingWord } from '../render/drawing.js';
import { drawings, type FormatOptions, formatSentence } from '../render/formats.js';
import { probabilitiesOf } from '../render/probabilities.js';
import { svgComparison } from '../render/svg.js';
import { terminalComparison } from '../render/terminalTree.js';
import { choice, count } from './options.js';
import { type Options, type Usage, UsageError } from './usage.js';

const themes = ['auto', 'light', 'dark'] as const;

const renderOptions = {
  output: { type: 'string', default: 'tree', takes: drawings.join('|'), help: 'the output format' },
  compare: {
    type: 'string',
    takes: 'FILE2',
    help: 'also draws the trees of another file over the same sentences',
  },
  width: { type: 'string', takes: 'PIXELS', help: 'the width at which an SVG breaks into lines' },
  theme: { type: 'string', default: 'auto', takes: themes.join('|'), help: 'the colours of an SVG' },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'render [FILE…]',
    about: 'Draws the trees of CoNLL-U files, or compares two files over the same sentences.',
    options: renderOptions,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: renderOptions,
  });
  const format = choice('--output', values.output, drawings);
  const options: FormatOptions = {
    theme: choice('--theme', values.theme, themes),
    width: count('--width', values.width),
    colour: process.stdout.hasColors?.() ?? false,
  };
  const paths = positionals.length > 0 ? positionals : ['-'];
  const output = new OutputStream();
  try {
    for await (const drawing of drawingsOf(paths, values.compare, format, options)) {
      await output.write(drawing);
      if (output.isClosed) return;
    }
  } finally {
    await output.flush();
  }
}

async function* drawingsOf(
  paths: readonly string[],
  compare: string | undefined,
  format: (typeof drawings)[number],
  options: FormatOptions,
): AsyncGenerator<string> {
  if (compare === undefined) {
    for (const path of paths) {
      for await (const sentence of read(path).sentences) yield formatSentence(sentence, format, options);
    }
    return;
  }
  if (format !== 'tree' && format !== 'svg')
    throw new UsageError(`--compare draws tree or svg, and not ${format}.`);
  if (paths.length > 1) throw new UsageError('--compare needs one FILE, not several.');
  if (paths[0] === '-' && compare === '-') throw new UsageError('Only one file can be stdin.');
  for await (const [gold, system] of pairs(paths[0], compare)) {
    yield format === 'svg'
      ? svgComparison(gold, system, { ...options, probabilities: probabilitiesOf(system) })
      : `${terminalComparison(gold, system, options)}\n`;
  }
}

/** Trees may have several roots, and words no head yet: they are drawn as they are. */
function read(path: string): { name: string; sentences: AsyncGenerator<Sentence> } {
  const name = inputName(path);
  const sentences = streamSentences(streamInput(path), {
    file: name,
    heads: 'optional',
    onSeveralRoots: () => {},
  });
  return { name, sentences };
}

/** The sentences of two files that have the same words. */
async function* pairs(goldPath: string, systemPath: string): AsyncGenerator<[Sentence, Sentence]> {
  const [gold, system] = [read(goldPath), read(systemPath)];
  for (;;) {
    const [first, second] = [await gold.sentences.next(), await system.sentences.next()];
    if (first.done && second.done) return;
    if (first.done || second.done) {
      const [short, long] = first.done ? [gold, system] : [system, gold];
      throw new Error(`${short.name} has fewer sentences than ${long.name}.`);
    }
    const word = differingWord(first.value, second.value);
    if (word !== undefined) {
      const place = `${gold.name}:${first.value.line}`;
      throw new Error(
        `${system.name}:${second.value.line}: the sentence differs from ${place} in word ${word}.`,
      );
    }
    yield [first.value, second.value];
  }
}
