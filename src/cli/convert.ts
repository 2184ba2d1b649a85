// arcwise convert: writes the sentences that it reads in another format, or in the same one byte for byte.
import { parseArgs } from 'node:util';
import { streamSentences } from '../conllu/reader.js';
import { inputName, streamInput } from '../node/input.js';
import { OutputStream } from '../node/outputStream.js';
import { formatSentence, formats } from '../render/formats.js';
import { choice } from './options.js';

export const usage = `arcwise convert [FILE…] [--from conllu|conllx] [--to ${formats.join('|')}]`;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string', default: 'conllu' }, to: { type: 'string', default: 'conllu' } },
  });
  const from = choice('--from', values.from, ['conllu', 'conllx'] as const);
  const to = choice('--to', values.to, formats);
  const output = new OutputStream();
  try {
    for (const path of positionals.length > 0 ? positionals : ['-']) {
      const file = inputName(path);
      const options = { file, format: from, heads: 'optional', onSeveralRoots: () => {} } as const;
      for await (const sentence of streamSentences(streamInput(path), options)) {
        await output.write(formatSentence(sentence, to));
        if (output.isClosed) return;
      }
    }
  } finally {
    await output.flush();
  }
}
