#!/usr/bin/env node
// The command line: `arcwise VERB …`, one file a verb; or a text, whose trees are shown. Exit 0 on success, 1 on bad data,
// 2 on bad usage.
import { enableRelaxedSimd } from '../node/engine.js';
import { readInput } from '../node/input.js';
import { UsageError } from './usage.js';

interface Verb {
  readonly usage: string;
  run(args: string[]): void | Promise<void>;
}

const verbs: Record<string, () => Promise<Verb>> = {
  bundle: () => import('./bundle.js'),
  check: () => import('./check.js'),
  convert: () => import('./convert.js'),
  evaluate: () => import('./evaluate.js'),
  experiment: () => import('./experiment.js'),
  info: () => import('./info.js'),
  parse: () => import('./parse.js'),
  render: () => import('./render.js'),
  tag: () => import('./tag.js'),
  train: () => import('./train.js'),
  worker: () => import('./worker.js'),
};

/** A text in the place of a verb, or on stdin if there is nothing else. */
const text: Verb = {
  usage: `arcwise ${Object.keys(verbs).join('|')} …, or arcwise "A text."`,
  async run(args) {
    const texts = args.length > 0 ? args : [new TextDecoder().decode((await readInput('-')).bytes)];
    if (texts.every((one) => one.trim() === '')) throw new UsageError('What is to be done?');
    const { show } = await import('./parse.js');
    await show([texts.join('\n\n')]);
  },
};

const given = process.argv.slice(2);
const [name = '', ...args] = given;
const isVerb = Object.hasOwn(verbs, name);
const isText = !isVerb && (/\s/.test(name) || (given.length === 0 && !process.stdin.isTTY));
if (!isVerb && !isText) {
  console.error(`Usage: ${text.usage}`);
  process.exitCode = 2;
} else {
  enableRelaxedSimd();
  // What nobody hears is no reason to stop.
  process.stderr.on('error', () => {});
  const verb = isVerb ? await verbs[name]() : text;
  try {
    await verb.run(isVerb ? args : given);
  } catch (error) {
    const badUsage =
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    console.error(error instanceof Error ? error.message : String(error));
    if (badUsage) console.error(`Usage: ${verb.usage}`);
    process.exitCode = badUsage ? 2 : 1;
  }
}
