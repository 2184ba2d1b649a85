// What can be asked of parsing, and what a model can not do of it.
import type { Ensemble } from '../parser/ensemble.js';

/** What can be asked of parsing. */
export interface ParseOptions {
  /** Exact, if the model is: greedy and beam search take an exact model's transitions one by one. */
  readonly decoder?: 'exact' | 'greedy' | 'beam';
  /** The width of the beam, 8 by default. */
  readonly beam?: number;
  /** So many trees a sentence, best first, with their scores. */
  readonly kBest?: number;
  /** The probability of each word's arc. */
  readonly marginals?: boolean;
  /** So many other heads of each word, the most probable first; probabilities of arcs come with them. */
  readonly rivals?: number;
  /** Words above which a sentence is not parsed exactly: 500 by default, 200 with exact arc-standard models. */
  readonly maxLength?: number;
  /** Sentences that have tags are tagged anew, by a model that tags; those without are in any case. */
  readonly tag?: boolean;
}

/** What was asked for makes no sense, or not with these models. */
export class OptionsError extends Error {}

export const defaultBeam = 8;

/** Time grows with the third power of the length, in exact arc-standard models with the fourth. */
export function maxLengthOf({ members }: Ensemble, { maxLength }: ParseOptions): number {
  const fourth = members.some(
    ({ settings: { system, training } }) => system === 'arc-standard' && training !== 'local',
  );
  return maxLength ?? (fourth ? 200 : 500);
}

/** Refuses, with one sentence, what makes no sense or what the models cannot do. */
export function checkOptions(ensemble: Ensemble, options: ParseOptions): void {
  const { decoder, beam, kBest, rivals, maxLength } = options;
  const marginals = options.marginals || rivals !== undefined;
  const counts = {
    'width of the beam': beam,
    'number of trees': kBest,
    'number of rivals': rivals,
    'longest length': maxLength,
  };
  for (const [name, count] of Object.entries(counts)) {
    if (count !== undefined && !(Number.isInteger(count) && count >= 1)) {
      throw new OptionsError(`The ${name} is a whole number of at least 1, not ${count}.`);
    }
  }
  const { isGreedy, projective, system } = ensemble;
  const searches = decoder === 'greedy' || decoder === 'beam';
  if (isGreedy && decoder === 'exact') {
    throw new OptionsError('The model is greedy: its scores do not allow exact decoding.');
  }
  if (isGreedy && marginals) throw new OptionsError('A greedy model has no probabilities of arcs.');
  if (isGreedy && kBest) throw new OptionsError('A greedy model has no k best trees.');
  if (searches && !system) {
    throw new OptionsError(
      'Greedy and beam search need a model, or models of one kind, that take transitions.',
    );
  }
  if (searches && (marginals || kBest)) {
    throw new OptionsError('Probabilities and k best trees come with exact decoding only.');
  }
  if (kBest && !projective) {
    throw new OptionsError('There are k best trees of projective models only, not of spanning trees.');
  }
}
