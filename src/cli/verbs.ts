// The verbs of the command line, one file each, loaded on demand.
import type { Usage } from '../options/usage.js';

export interface Verb {
  readonly usage: Usage;
  run(args: string[]): void | Promise<void>;
}

export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  bundle: () => import('./bundle.js'),
  check: () => import('./check.js'),
  convert: () => import('./convert.js'),
  evaluate: () => import('./evaluate.js'),
  experiment: () => import('./experiment.js'),
  info: () => import('./info.js'),
  models: () => import('./models.js'),
  parse: () => import('./parse.js'),
  render: () => import('./render.js'),
  search: () => import('./search.js'),
  serve: () => import('./serve.js'),
  tag: () => import('./tag.js'),
  train: () => import('./train.js'),
  worker: () => import('./worker.js'),
};

/** The usage line shown without a valid verb. */
export const general = `arcwise ${Object.keys(verbs).join('|')} …, arcwise VERB --help, or arcwise "A text."`;
