#!/usr/bin/env node
// The command line: `arcwise VERB …`, one file a verb. Exit 0 on success, 1 on bad data, 2 on bad usage.
import { enableRelaxedSimd } from '../node/engine.js';
import { UsageError } from './usage.js';

interface Verb {
  readonly usage: string;
  run(args: string[]): void | Promise<void>;
}

const verbs: Record<string, () => Promise<Verb>> = {
  check: () => import('./check.js'),
  convert: () => import('./convert.js'),
  evaluate: () => import('./evaluate.js'),
  experiment: () => import('./experiment.js'),
  info: () => import('./info.js'),
  parse: () => import('./parse.js'),
  render: () => import('./render.js'),
  train: () => import('./train.js'),
  worker: () => import('./worker.js'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
if (!load) {
  console.error(`Usage: arcwise ${Object.keys(verbs).join('|')} …`);
  process.exitCode = 2;
} else {
  enableRelaxedSimd();
  const verb = await load();
  try {
    await verb.run(args);
  } catch (error) {
    const badUsage =
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    console.error(error instanceof Error ? error.message : String(error));
    if (badUsage) console.error(`Usage: ${verb.usage}`);
    process.exitCode = badUsage ? 2 : 1;
  }
}
