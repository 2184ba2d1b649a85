// arcwise render: draws the trees of CoNLL-U files, or compares two files over the same sentences.
import { parseArgs } from 'node:util';
import { counted } from '../conllu/quotation.js';
import { streamSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { inputName, streamInput } from '../files/input.js';
import { OutputStream } from '../files/outputStream.js';
import { choice, count } from '../options/optionValues.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { differencesOf, differingWord } from '../render/drawing.js';
import { drawings, type FormatOptions, formatSentence } from '../render/formats.js';
import { htmlEnd, htmlFigure, htmlStart } from '../render/html.js';
import { probabilitiesOf } from '../render/probabilities.js';
import { svgComparison } from '../render/svg.js';
import { terminalComparison } from '../render/terminalTree.js';

const themes = ['auto', 'light', 'dark'] as const;
const outputs = [...drawings, 'html'] as const;

const renderOptions = {
  output: {
    type: 'string',
    default: 'tree',
    takes: outputs.join('|'),
    help: 'the output format; svg is the drawing of one sentence, html a page of all',
  },
  compare: {
    type: 'string',
    takes: 'FILE2',
    help: 'also draws the trees of another file over the same sentences',
  },
  'only-differences': {
    type: 'boolean',
    help: 'with --compare: only the sentences in which heads or labels differ',
  },
  'worst-first': {
    type: 'boolean',
    help: 'with --compare: the sentences with the most differing words first',
  },
  width: { type: 'string', takes: 'PIXELS', help: 'the width at which svg and html break into lines' },
  theme: { type: 'string', default: 'auto', takes: themes.join('|'), help: 'the colours of svg and html' },
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
  const format = choice('--output', values.output, outputs);
  const theme = choice('--theme', values.theme, themes);
  const width = count('--width', values.width);
  const colour = process.stdout.hasColors?.() ?? false;
  const paths = positionals.length > 0 ? positionals : ['-'];
  const { compare, 'only-differences': onlyDifferences = false, 'worst-first': worstFirst = false } = values;
  for (const name of ['only-differences', 'worst-first'] as const) {
    if (values[name] && compare === undefined) throw new UsageError(`--${name} needs --compare.`);
  }
  const isPage = format === 'html';
  const options = { theme: isPage ? 'none' : theme, width, colour } as const;
  const drawn =
    compare === undefined
      ? singles(paths, format, options)
      : comparisons(paths, { compare, onlyDifferences, worstFirst }, format, options);
  const title = [...paths, ...(compare === undefined ? [] : [compare])].map(inputName).join(', ');
  const output = new OutputStream();
  try {
    for await (const piece of isPage ? page(drawn, htmlStart(title, theme)) : plain(drawn, format)) {
      await output.write(piece);
      if (output.isClosed) return;
    }
  } finally {
    await output.flush();
  }
}

type Format = (typeof outputs)[number];

interface Drawing {
  readonly sentence: Sentence;
  readonly text: string;
  /** What a page says about it. */
  readonly note?: string;
}

/** Writes the drawings in order; only one if it is SVG, since several are not a valid document. */
async function* plain(drawn: AsyncIterable<Drawing>, format: Format): AsyncGenerator<string> {
  let svg: string | undefined;
  for await (const { text } of drawn) {
    if (format !== 'svg') {
      yield text;
      continue;
    }
    if (svg !== undefined) {
      throw new UsageError('--output svg draws one sentence: use --output html for several.');
    }
    svg = text;
  }
  if (svg !== undefined) yield svg;
}

async function* page(drawn: AsyncIterable<Drawing>, start: string): AsyncGenerator<string> {
  yield start;
  for await (const { sentence, text, note } of drawn)
    yield htmlFigure(sentence, text, note === undefined ? [] : [note]);
  yield htmlEnd;
}

async function* singles(
  paths: readonly string[],
  format: Format,
  options: FormatOptions,
): AsyncGenerator<Drawing> {
  for (const path of paths) {
    for await (const sentence of read(path).sentences) {
      const text = formatSentence(sentence, format === 'html' ? 'svg' : format, options);
      yield { sentence, text };
    }
  }
}

interface Comparison {
  readonly compare: string;
  readonly onlyDifferences: boolean;
  readonly worstFirst: boolean;
}

async function* comparisons(
  paths: readonly string[],
  { compare, onlyDifferences, worstFirst }: Comparison,
  format: Format,
  options: FormatOptions,
): AsyncGenerator<Drawing> {
  if (format === 'dot' || format === 'json') {
    throw new UsageError(`--compare draws tree, svg or html, and not ${format}.`);
  }
  if (paths.length > 1) throw new UsageError('--compare needs one FILE, not several.');
  if (paths[0] === '-' && compare === '-') throw new UsageError('Only one file can be stdin.');
  const all = pairs(paths[0], compare);
  for await (const { sentence, system, differences } of worstFirst ? sorted(all) : all) {
    if (onlyDifferences && differences === 0) continue;
    const text =
      format === 'tree'
        ? `${terminalComparison(sentence, system, options)}\n`
        : svgComparison(sentence, system, { ...options, probabilities: probabilitiesOf(system) });
    const note = `${differences} of ${counted(sentence.words.length, 'word')} ${differences === 1 ? 'differs' : 'differ'}`;
    yield { sentence, text, note };
  }
}

async function* sorted(all: AsyncIterable<Pair>): AsyncGenerator<Pair> {
  const list: Pair[] = [];
  for await (const pair of all) list.push(pair);
  yield* list.sort((a, b) => b.differences - a.differences);
}

/** Accepts trees with several roots and words without a head: they are drawn as they are. */
function read(path: string): { name: string; sentences: AsyncGenerator<Sentence> } {
  const name = inputName(path);
  const sentences = streamSentences(streamInput(path), {
    file: name,
    heads: 'optional',
    onSeveralRoots: () => {},
  });
  return { name, sentences };
}

interface Pair {
  readonly sentence: Sentence;
  readonly system: Sentence;
  /** The number of words that differ. */
  readonly differences: number;
}

/** Pairs the sentences of two files, which must have the same words. */
async function* pairs(goldPath: string, systemPath: string): AsyncGenerator<Pair> {
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
    const differences = differencesOf(first.value, second.value);
    yield { sentence: first.value, system: second.value, differences };
  }
}
