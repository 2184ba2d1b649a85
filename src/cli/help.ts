// Prints the help of arcwise and of each verb, and the version.
import { fileURLToPath } from 'node:url';
import { readWhole } from '../files/files.js';
import { OutputStream } from '../files/outputStream.js';
import { helpText } from '../options/usage.js';
import { general, verbs } from './verbs.js';

/** Prints the help of a verb, or an overview if none is named. */
export async function printHelp(name?: string): Promise<void> {
  await print(name === undefined ? await overview() : helpText((await verbs[name]()).usage));
}

export async function printVersion(): Promise<void> {
  const manifest = await readWhole(fileURLToPath(new URL('../../package.json', import.meta.url)));
  await print(JSON.parse(new TextDecoder().decode(manifest)).version);
}

async function print(text: string): Promise<void> {
  const output = new OutputStream();
  await output.write(`${text}\n`);
  await output.flush();
}

/** One line per form of each verb. */
async function overview(): Promise<string> {
  const usages = await Promise.all(Object.values(verbs).map(async (load) => (await load()).usage));
  const forms = usages.flat();
  const width = Math.max(...forms.map(({ call }) => call.length));
  return [
    general,
    '',
    ...forms.map(({ call, about }) => `  ${call.padEnd(width)}  ${about}`),
    '',
    'Without a file, commands use stdin and stdout; "-" means them too.',
    'Exit 0 on success, 1 on bad data, 2 on bad usage.',
  ].join('\n');
}
