// Settings from a config file and from flags: `lstmDropout` is --lstm-dropout, and flags override the file.

import { readWhole } from '../files/files.js';
import { flagSettings, flattened, type Schema, SettingsError } from '../learner/settings.js';
import { isRecord } from '../modelfile/safetensors.js';
import { flagOf } from './optionValues.js';
import { type Option, type Options, UsageError } from './usage.js';

/** Has no default of its own, because a config file may set the value. */
type SettingFlag = Option & {
  readonly type: 'string';
  readonly multiple?: false;
  readonly default?: undefined;
};

/** The flags of settings, for parseArgs and for the help; a prefix keeps those of several models apart. */
export function settingFlags(schema: Schema, prefix = ''): Record<string, SettingFlag> {
  return Object.fromEntries(
    Object.entries(flagSettings(schema)).map(([name, { about, takes, default: value }]) => [
      prefix + flagOf(name),
      { type: 'string', takes: 'VALUE', help: `${about}: ${takes} (default: ${value})` },
    ]),
  );
}

/** The options that all kinds of training share. */
export const trainingOptions = {
  out: { type: 'string', required: true, takes: 'FILE', help: 'the output file' },
  config: { type: 'string', takes: 'FILE', help: 'settings as a JSON object; flags override it' },
  vectors: {
    type: 'string',
    takes: 'FILE',
    help: 'pretrained word vectors: GloVe text, word2vec text or binary, or wink’s JSON, optionally gzipped',
  },
  threads: { type: 'string', takes: 'N', help: 'worker threads; by default one per core' },
} as const satisfies Options;

export async function settingsOf<Settings>(
  { schema, readSettings }: { schema: Schema; readSettings(given: unknown): Settings },
  config: string | undefined,
  flags: Readonly<Record<string, string | boolean | undefined>>,
  /** Settings that other options fix, and those that all others override. */
  { fixed = {}, base = {} }: { readonly fixed?: object; readonly base?: object } = {},
): Promise<Settings> {
  const given = config === undefined ? {} : await readConfig(config);
  try {
    return readSettings({ ...base, ...flattened(schema, given), ...flagValues(schema, flags), ...fixed });
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

/** The values of the settings that flags set. */
export function flagValues(
  schema: Schema,
  flags: Readonly<Record<string, string | boolean | undefined>>,
  prefix = '',
): Record<string, unknown> {
  const values = Object.entries(flagSettings(schema)).flatMap(([name, setting]) => {
    const text = flags[prefix + flagOf(name)];
    return typeof text === 'string' ? [[name, setting.fromText(text)]] : [];
  });
  return Object.fromEntries(values);
}

export async function readConfig(path: string): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readWhole(path));
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON.`);
  }
  if (!isRecord(config)) throw new UsageError(`${path} is not a JSON object of settings.`);
  return config;
}
