// arcwise tag: tags and lemmas for text or sentences, as CoNLL-U; or for a treebank by taggers that learn from the rest of
// it.
import { parseArgs } from 'node:util';
import { writeSentence } from '../conllu/writer.js';
import { OutputStream } from '../node/outputStream.js';
import { OptionsError } from '../pipeline/options.js';
import { openPipeline, readingOptions, readingUsage, readSentencesOf } from './reading.js';
import { UsageError } from './usage.js';

export const usage = `arcwise tag [FILE…] ${readingUsage}
or arcwise tag --jackknife N TREEBANK --out FILE [--vectors FILE] [--config FILE] [--threads N] and a tagger's settings`;

export async function run(args: string[]): Promise<void> {
  if (args.some((arg) => /^--jackknife(=|$)/.test(arg))) return (await import('./jackknife.js')).run(args);
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: readingOptions });
  const { pipeline, close } = await openPipeline(values);
  const output = new OutputStream();
  try {
    for await (const sentence of pipeline.tag(readSentencesOf(positionals, values.input, pipeline))) {
      await output.write(writeSentence(sentence));
      if (output.isClosed) return;
    }
  } catch (error) {
    throw error instanceof OptionsError ? new UsageError(error.message) : error;
  } finally {
    await output.flush();
    await close();
  }
}
