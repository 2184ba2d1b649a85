// arcwise tag: tags and lemmatizes text or sentences, or jackknifes a treebank; writes CoNLL-U.
import { parseArgs } from 'node:util';
import { writeSentence } from '../conllu/writer.js';
import { OutputStream } from '../files/outputStream.js';
import { openPipeline, readingOptions, readSentencesOf } from '../options/reading.js';
import type { Usage } from '../options/usage.js';
import { withPlaces } from '../pipeline/placed.js';
import { jackknife, jackknifeForm } from './jackknife.js';

export const usage: Usage = [
  {
    call: 'tag [FILE…]',
    about: 'Tags and lemmatizes text or sentences; writes CoNLL-U.',
    options: readingOptions,
  },
  jackknifeForm,
];

export async function run(args: string[]): Promise<void> {
  if (args.some((arg) => /^--jackknife(=|$)/.test(arg))) return jackknife(args);
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: readingOptions });
  const { pipeline, close } = await openPipeline(values);
  const output = new OutputStream();
  try {
    const read = readSentencesOf(positionals, values.input, pipeline);
    for await (const [sentence] of withPlaces(read, (sentences) => pipeline.tag(sentences))) {
      await output.write(writeSentence(sentence));
      if (output.isClosed) return;
    }
  } finally {
    await output.flush();
    await close();
  }
}
