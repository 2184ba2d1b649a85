#!/usr/bin/env node
import { readInput } from '../files/input.js';
// The command line: `arcwise VERB …`, with one file per verb, or a text, whose trees it shows. Exits with 0 on success,
// 1 on bad data, 2 on bad usage.
import { SettingsError } from '../learner/settings.js';
import { enableRelaxedSimd } from '../node/nodeEngine.js';
import { UsageError, usageText } from '../options/usage.js';
import { OptionsError } from '../pipeline/options.js';
import { general, verbs } from './verbs.js';

const given = process.argv.slice(2);
const [name = '', ...args] = given;

if (asksForHelp(given)) await run(showHelp, `Usage: ${general}`);
else if (name === '--version') {
  await run(async () => (await import('./help.js')).printVersion(), `Usage: ${general}`);
} else if (Object.hasOwn(verbs, name)) {
  enableRelaxedSimd();
  const verb = await verbs[name]();
  await run(() => verb.run(args), usageText(verb.usage));
} else if (/\s/.test(name) || (given.length === 0 && !process.stdin.isTTY)) {
  enableRelaxedSimd();
  await run(showText, `Usage: ${general}`);
} else refuse();

/** Searches only before a "--", since nothing after it is an option. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (
    words[0] === 'help' ||
    words.slice(0, end < 0 ? undefined : end).some((word) => /^(--help|-h)$/.test(word))
  );
}

async function showHelp(): Promise<void> {
  const [about] = given.filter((word) => !/^(help|--help|-h)$/.test(word));
  if (about !== undefined && !Object.hasOwn(verbs, about)) return refuse();
  await (await import('./help.js')).printHelp(about);
}

function refuse(): void {
  console.error(`Usage: ${general}`);
  process.exitCode = 2;
}

async function run(work: () => void | Promise<void>, usage: string): Promise<void> {
  // A closed stderr is no reason to stop.
  process.stderr.on('error', () => {});
  try {
    await work();
  } catch (error) {
    const badUsage =
      error instanceof UsageError ||
      error instanceof OptionsError ||
      error instanceof SettingsError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    console.error(error instanceof Error ? error.message : String(error));
    if (badUsage) console.error(usage);
    process.exitCode = badUsage ? 2 : 1;
  }
}

/** Shows the trees of a text given in place of a verb, or of stdin if there are no arguments. */
async function showText(): Promise<void> {
  const texts = given.length > 0 ? given : [new TextDecoder().decode((await readInput('-')).bytes)];
  if (texts.every((one) => one.trim() === '')) throw new UsageError('The text is empty.');
  const { show } = await import('./parse.js');
  await show([texts.join('\n\n')]);
}
