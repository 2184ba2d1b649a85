// arcwise tag --jackknife N: tags a treebank with N taggers; each tags one part and is trained on the rest.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { counted } from '../conllu/quotation.js';
import { checkWritable } from '../files/files.js';
import { foldFiles, jackknifeFile } from '../node/jackknifeFile.js';
import { count } from '../options/optionValues.js';
import { settingFlags, settingsOf, trainingOptions } from '../options/settingFlags.js';
import { type Form, type Options, UsageError } from '../options/usage.js';
import { readTaggerSettings, taggerSettings } from '../tagger/taggerSettings.js';

const options = {
  jackknife: { type: 'string', required: true, takes: 'N', help: 'the number of taggers' },
  ...trainingOptions,
} as const satisfies Options;

export const jackknifeForm: Form = {
  call: 'tag TREEBANK',
  about: 'Tags a treebank with N taggers: each tags one part and is trained on the rest.',
  options,
  settings: { tagger: settingFlags(taggerSettings) },
};

export async function jackknife(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...settingFlags(taggerSettings), ...options },
  });
  const folds = count('--jackknife', values.jackknife) ?? 10;
  const threads = count('--threads', values.threads) ?? availableParallelism();
  const { out, vectors } = values;
  if (positionals.length !== 1) throw new UsageError('--jackknife takes one treebank.');
  if (out === undefined) throw new UsageError('--out is missing.');
  const schema = { schema: taggerSettings, readSettings: readTaggerSettings };
  const settings = await settingsOf(schema, values.config, values);
  const [treebank] = positionals;
  await checkWritable([out, ...foldFiles(out, folds)], [values.config]);
  await jackknifeFile({ treebank, folds, settings, vectors, out, threads }, (fold, sentences) => {
    console.error(`fold ${fold} of ${folds}: ${counted(sentences, 'sentence')} tagged`);
  });
}
