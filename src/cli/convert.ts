// arcwise convert: converts sentences to another format; the same format is written back byte for byte.
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import type { Sentence } from '../conllu/sentence.js';
import { inputName, streamInput } from '../files/input.js';
import { OutputStream } from '../files/outputStream.js';
import { choice } from '../options/optionValues.js';
import type { Options, Usage } from '../options/usage.js';
import { formatSentence, formats } from '../render/formats.js';
import { paragraphsOf, paragraphsText } from '../splitter/documents.js';

const targets = [...formats, 'text'] as const;

const sources = ['conllu', 'conllx'] as const;

const options = {
  from: { type: 'string', default: 'conllu', takes: sources.join('|'), help: 'the input format' },
  to: { type: 'string', default: 'conllu', takes: targets.join('|'), help: 'the output format' },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'convert [FILE…]',
    about: 'Converts sentences to another format; the same format is written back byte for byte.',
    options,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const from = choice('--from', values.from, sources);
  const to = choice('--to', values.to, targets);
  const paths = positionals.length > 0 ? positionals : ['-'];
  const output = new OutputStream();
  try {
    for await (const text of texts(sentencesOf(paths, from), to)) {
      await output.write(text);
      if (output.isClosed) return;
    }
  } finally {
    await output.flush();
  }
}

async function* sentencesOf(paths: string[], format: (typeof sources)[number]): AsyncGenerator<Sentence> {
  for (const path of paths) {
    const readOptions = {
      file: inputName(path),
      format,
      heads: 'optional',
      onSeveralRoots: () => {},
    } as const;
    yield* streamSentences(streamInput(path), readOptions);
  }
}

async function* texts(
  sentences: AsyncIterable<Sentence>,
  to: (typeof targets)[number],
): AsyncGenerator<string> {
  if (to !== 'text') {
    for await (const sentence of sentences) yield formatSentence(sentence, to);
    return;
  }
  // Whether words are separated by blanks can only be determined from a whole treebank.
  const all: Sentence[] = [];
  for await (const sentence of sentences) all.push(sentence);
  yield paragraphsText(paragraphsOf(all));
}
