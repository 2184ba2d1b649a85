// The options of parsing: their names, their values, and which of them a model does not support. The library, the
// command line, the service and its OpenAPI document all use this definition.
import { quoted } from '../conllu/quotation.js';
import { maximumBeam } from '../decode/beam.js';
import { type JsonSchema, problemIn } from '../learner/jsonSchema.js';
import type { Ensemble } from '../parser/ensemble.js';
import { structuredModels } from '../structure/structuredModels.js';

/** The search for trees. */
export type Decoder = 'exact' | 'greedy' | 'beam';

/** The options of parsing. */
export interface ParseOptions {
  /** Exact by default if the model is; greedy and beam search take an exact model's transitions one by one. */
  readonly decoder?: Decoder;
  /** The beam width, for the decoder `beam`; 8 by default. */
  readonly beam?: number;
  /** The number of trees per sentence, best first, with their scores. */
  readonly kBest?: number;
  /** The probability of each word's arc. */
  readonly marginals?: boolean;
  /** The number of other heads per word, most probable first; implies the probabilities of arcs. */
  readonly rivals?: number;
  /** The longest sentence, in words, that is parsed exactly; by default the model's limit. */
  readonly maxLength?: number;
  /** Replaces existing tags, with a model that tags; sentences without tags are always tagged. */
  readonly tag?: boolean;
}

/** The options as data. Beyond the maxima, parsing takes minutes and gigabytes. */
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
    description: `the longest sentence in words that is parsed exactly; by default ${lengthLimits()}`,
  },
  tag: { type: 'boolean', description: 'replaces existing tags' },
} as const satisfies Record<keyof ParseOptions, JsonSchema>;

/** The limits of the models as a phrase: 500, or 200 with exact arc-standard. */
function lengthLimits(): string {
  const most = Math.max(...structuredModels.map(({ longest }) => longest));
  const shorter = structuredModels.filter(({ longest }) => longest < most);
  return [most, ...shorter.map(({ longest, name }) => `${longest} with exact ${name}`)].join(', or ');
}

/** Options that are invalid, or that these models do not support. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

export const defaultBeam = 8;

/** The length of the longest sentence that all members decode exactly. */
export function maxLengthOf({ members }: Ensemble, { maxLength }: ParseOptions): number {
  return maxLength ?? Math.min(...members.map(({ structure }) => structure.longest));
}

/**
 * Rejects, with one sentence, options that are unknown, have invalid values, or contradict each other. The caller has
 * read the options named `others` already; they are only mentioned.
 */
export function readOptions(given: unknown, others: readonly string[] = []): ParseOptions {
  const problem = problemIn({ type: 'object' }, given, 'The set of options');
  if (problem !== undefined) throw new OptionsError(problem);
  const options: ParseOptions = Object(given);
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) {
      const known = [...Object.keys(optionSchemas), ...others].join(', ');
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

/** Rejects, with one sentence, options that the models do not support. */
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
      'The model has no k best trees: most projective models have them, spanning trees do not.',
    );
  }
  if ((marginals || rivals) && !hasProbabilities)
    throw new OptionsError('The model has no probabilities of arcs.');
}
