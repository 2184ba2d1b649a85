// Settings from a config file and from flags: `lstmDropout` is --lstm-dropout, and a flag goes before the file.
import { isRecord } from '../model/safetensors.js';
import { type Schema, SettingsError } from '../model/settings.js';
import { readWhole } from '../node/files.js';
import { UsageError } from './usage.js';

function flagOf(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The settings' flags, as parseArgs takes them. */
export function settingFlags(schema: Schema): Record<string, { type: 'string' }> {
  return Object.fromEntries(Object.keys(schema).map((name) => [flagOf(name), { type: 'string' }]));
}

/** The settings' flags as a usage line shows them. */
export function flagNames(schema: Schema): string {
  return Object.keys(settingFlags(schema))
    .map((name) => `--${name}`)
    .join(' ');
}

export async function settingsOf<Settings>(
  { schema, readSettings }: { schema: Schema; readSettings(given: unknown): Settings },
  config: string | undefined,
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Settings> {
  const given = config === undefined ? {} : await readConfig(config);
  const overrides = Object.entries(schema).flatMap(([name, setting]) => {
    const text = flags[flagOf(name)];
    return typeof text === 'string' ? [[name, setting.fromText(text)]] : [];
  });
  try {
    return readSettings({ ...given, ...Object.fromEntries(overrides) });
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

async function readConfig(path: string): Promise<object> {
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
