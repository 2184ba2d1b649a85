// The settings for finding trees, which every model that does so shares.
import { flag, number, oneOf, SettingsError, someOf, type Values, whole } from '../learner/settings.js';
import { activations } from '../nn/mlp.js';
import { findStructuredModel, structuredModels, systems, trees } from './structuredModels.js';

/** The settings of every model that finds trees. */
export const treeSettings = {
  system: oneOf('arc-eager', systems, 'the transition system, or an edge-factored model'),
  training: oneOf(
    'global',
    ['local', 'global', 'crf', 'softmax'],
    'local: each transition, with a dynamic oracle; global: whole trees by margin, as in the paper; ' +
      'crf: whole trees by likelihood; softmax: each word’s head, edge-factored only',
  ),
  features: someOf(
    ['s0', 'b0'],
    ['s2', 's1', 's0', 'b0'],
    'the positions that a locally trained model sees; exact models have their own',
  ),
  tree: oneOf('projective', trees, 'the decoding of an edge-factored model'),
  singleRoot: flag(true, 'whether ROOT has exactly one dependent, in training and parsing'),
  labels: flag(true, 'whether arcs get labels'),
  hidden: whole(256, 1, 4096, 'hidden units of the transition scorer'),
  edgeUnits: whole(
    100,
    1,
    4096,
    'units of the head vector and of the modifier vector of an edge-factored model',
  ),
  edgeActivation: oneOf('tanh', activations, 'the activation of those units'),
  edgeBias: oneOf(
    'zero',
    ['zero', 'uniform'],
    'the initial biases of an edge-factored model; the authors’ program draws all weights uniformly',
  ),
  edgeDropout: oneOf(
    'word',
    ['word', 'sentence', 'input'],
    'what hiddenDropout drops in an edge-factored model: units of each word, the same units of all words of a ' +
      'sentence, or columns of each word’s encoder output',
  ),
  pairDropout: oneOf(
    'sentence',
    ['sentence', 'pair'],
    'what hiddenDropout drops in an exact transition model: the same units of all pairs of positions of a sentence, ' +
      'or units of each pair, as the authors’ program does',
  ),
  labelHidden: whole(100, 1, 4096, 'hidden units of the labeler'),
  hiddenDropout: number(0.4, 0, 0.95, 'dropout of the scorers’ hidden layers'),
  exploration: number(
    0.1,
    0,
    1,
    'how often local training takes the second-best transition if the correct one leads by less than the margin',
  ),
  prefer: oneOf(
    'reduce',
    ['reduce', 'shift'],
    'the first choice in the gold sequence if several sequences build the tree; the paper’s program shifts',
  ),
  temperature: number(
    1,
    0.01,
    100,
    'the divisor of scores before they become probabilities; fitted at the end of training',
  ),
  nonprojective: oneOf(
    'skip',
    ['skip', 'lift'],
    'whether non-projective trees are left out of training or lifted (pseudo-projective)',
  ),
};

export type TreeSettings = Values<typeof treeSettings>;
export type Slot = TreeSettings['features'][number];

/** Throws a one-sentence error if settings contradict each other; `select` is the score that chooses the best epoch. */
export function checkTreeSettings(settings: TreeSettings & { readonly select: string }): void {
  const { system, training } = settings;
  if (!findStructuredModel(settings)) {
    const known = structuredModels.filter((model) => model.system === system);
    const trainings = [...new Set(known.flatMap((model) => model.trainings))];
    throw new SettingsError(`The ${system} model is trained ${trainings.join(' or ')}, not ${training}.`);
  }
  if (settings.select === 'las' && !settings.labels) {
    throw new SettingsError('The best epoch is chosen by "las", but the model has no labels.');
  }
}
