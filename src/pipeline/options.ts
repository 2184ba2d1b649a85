// What can be asked of parsing: which options there are, which values each takes, and what a model cannot do. The
// library, the command line, the service and its OpenAPI document read it here.
import { quoted } from '../conllu/quotation.js';
import { maximumBeam } from '../decode/beam.js';
import { type JsonSchema, problemIn } from '../learner/jsonSchema.js';
import type { Ensemble } from '../parser/ensemble.js';

/** How trees are found. */
export type Decoder = 'exact' | 'greedy' | 'beam';

/** What can be asked of parsing. */
export interface ParseOptions {
  /** Exact, if the model is: greedy and beam search take an exact model's transitions one by one. */
  readonly decoder?: Decoder;
  /** The width of the beam, with the decoder `beam`; 8 by default. */
  readonly beam?: number;
  /** The number of trees per sentence, best first, with their scores. */
  readonly kBest?: number;
  /** The probability of each word's arc. */
  readonly marginals?: boolean;
  /** The number of other heads per word, the most probable first; probabilities of arcs come with them. */
  readonly rivals?: number;
  /** Words above which a sentence is not parsed exactly: by default what the model can do, 500 or 200. */
  readonly maxLength?: number;
  /** Tags anew the sentences that have tags, with a model that tags; those without are always tagged. */
  readonly tag?: boolean;
}

/** The options as data. The maxima are where minutes and gigabytes begin. */
export const optionSchemas = {
  decoder: {
    enum: ['exact', 'greedy', 'beam'],
    description: 'the search for trees; by default exact if the model supports it',
  },
  beam: {
    type: 'integer',
    minimum: 1,
    maximum: maximumBeam,
    description: 'the beam width, for the decoder beam; 8 by default',
  },
  kBest: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'the number of trees per sentence, best first, with their scores',
  },
  marginals: { type: 'boolean', description: 'the probability of each arc' },
  rivals: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'the number of other heads per word, most probable first, with their probabilities',
  },
  maxLength: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    description:
      'the longest sentence in words that is parsed exactly; by default 500, or 200 with exact arc-standard',
  },
  tag: { type: 'boolean', description: 'replaces existing tags' },
} as const satisfies Record<keyof ParseOptions, JsonSchema>;

/** What was asked for makes no sense, or not with these models. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

export const defaultBeam = 8;

/** The longest sentence that all members decode exactly. */
export function maxLengthOf({ members }: Ensemble, { maxLength }: ParseOptions): number {
  return maxLength ?? Math.min(...members.map(({ structure }) => structure.longest));
}

/** Refuses, with one sentence, options that are unknown, have values of another kind, or do not go together. */
export function readOptions(given: unknown): ParseOptions {
  const problem = problemIn({ type: 'object' }, given, 'The set of options');
  if (problem !== undefined) throw new OptionsError(problem);
  const options: ParseOptions = Object(given);
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) {
      const known = Object.keys(optionSchemas).join(', ');
      throw new OptionsError(`There is no option ${quoted(name)}; there are ${known}.`);
    }
    const wrong =
      value === undefined ? undefined : problemIn(optionSchemas[name], value, `The option ${name}`);
    if (wrong !== undefined) throw new OptionsError(wrong);
  }
  if (options.beam !== undefined && options.decoder !== 'beam') {
    throw new OptionsError('The option beam goes with the decoder beam.');
  }
  const searches = options.decoder === 'greedy' || options.decoder === 'beam';
  if (searches && (options.marginals || options.rivals || options.kBest)) {
    throw new OptionsError('Probabilities and k best trees come with exact decoding only.');
  }
  return options;
}

function isOption(name: string): name is keyof ParseOptions {
  return Object.hasOwn(optionSchemas, name);
}

/** Refuses, with one sentence, what the models cannot do. */
export function checkOptions(ensemble: Ensemble, { decoder, kBest, marginals, rivals }: ParseOptions): void {
  const { isGreedy, hasKBest, hasProbabilities, system } = ensemble;
  if (isGreedy && decoder === 'exact') {
    throw new OptionsError('The model is greedy: its scores do not allow exact decoding.');
  }
  if (isGreedy && (marginals || rivals)) {
    throw new OptionsError('A greedy model has no probabilities of arcs.');
  }
  if (isGreedy && kBest) throw new OptionsError('A greedy model has no k best trees.');
  if ((decoder === 'greedy' || decoder === 'beam') && !system) {
    throw new OptionsError(
      'Greedy and beam search need a model, or models of one kind, that take transitions.',
    );
  }
  if (kBest && !hasKBest) {
    throw new OptionsError(
      'The model has no k best trees: most projective models have them, spanning trees have not.',
    );
  }
  if ((marginals || rivals) && !hasProbabilities)
    throw new OptionsError('The model has no probabilities of arcs.');
}
