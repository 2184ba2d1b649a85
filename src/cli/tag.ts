// arcwise tag: tags and lemmas for text or sentences, as CoNLL-U.
import { parseArgs } from 'node:util';
import { writeSentence } from '../conllu/writer.js';
import { OutputStream } from '../node/outputStream.js';
import { OptionsError } from '../pipeline/options.js';
import { openPipeline, readingOptions, readingUsage, readSentencesOf } from './reading.js';
import { UsageError } from './usage.js';

export const usage = `arcwise tag [FILE…] ${readingUsage}`;

export async function run(args: string[]): Promise<void> {
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
