// Everything that can be set about a parser and its training, with the paper's values as the defaults.
import type { TransitionSystem } from '../transition/system.js';

export type SystemName = TransitionSystem['name'] | 'edge-factored';
export type Slot = 's2' | 's1' | 's0' | 'b0';

/** How the model learns: each transition for itself, whole sequences by margin or by likelihood, or head by head. */
export type Training = 'local' | 'global' | 'crf' | 'softmax';

export interface Settings {
  system: SystemName;
  training: Training;
  /** The positions that a transition's score looks at; the exact models have their own. */
  features: Slot[];
  /** How an edge-factored model is decoded. */
  tree: 'projective' | 'spanning-tree';
  /** Whether ROOT gets exactly one dependent. */
  singleRoot: boolean;
  /** Whether arcs get labels. */
  labels: boolean;
  /** The tags that go in. */
  tags: 'upos' | 'xpos' | 'none';
  wordSize: number;
  tagSize: number;
  /** LSTM layers, and units of each direction. */
  layers: number;
  units: number;
  /** Hidden units of the transition scorer, of the two edge-factored vectors, and of the labeler. */
  hidden: number;
  edgeUnits: number;
  labelHidden: number;
  /** Dropout of the LSTMs' inputs and recurrent connections, and of the scorers' hidden layers. */
  lstmDropout: number;
  hiddenDropout: number;
  /** A word seen c times is taken for unknown with probability wordDropout / (wordDropout + c). */
  wordDropout: number;
  /** How often exploration takes the runner-up where the right transition leads by less than the margin. */
  exploration: number;
  /** The gold sequence where several build the tree: reductions or shifts first. */
  prefer: 'reduce' | 'shift';
  /** What becomes of non-projective trees in training. */
  nonprojective: 'skip' | 'lift';
  epochs: number;
  /** The dev score by which the best epoch is chosen. */
  select: 'uas' | 'las';
  /** Epochs without a better dev score after which training stops; 0 for never. */
  patience: number;
  batchWords: number;
  learningRate: number;
  /** The learning rate is multiplied by this every epoch. */
  decay: number;
  beta2: number;
  clip: number;
  seed: number;
}

export const defaults: Settings = {
  system: 'arc-eager',
  training: 'global',
  features: ['s0', 'b0'],
  tree: 'projective',
  singleRoot: true,
  labels: true,
  tags: 'upos',
  wordSize: 100,
  tagSize: 28,
  layers: 2,
  units: 128,
  hidden: 256,
  edgeUnits: 100,
  labelHidden: 100,
  lstmDropout: 0.2,
  hiddenDropout: 0.4,
  wordDropout: 0.25,
  exploration: 0.1,
  prefer: 'reduce',
  nonprojective: 'skip',
  epochs: 20,
  select: 'uas',
  patience: 0,
  batchWords: 1000,
  learningRate: 0.001,
  decay: 1,
  beta2: 0.999,
  clip: 5,
  seed: 1,
};

const choices: { readonly [Name in keyof Settings]?: readonly Settings[Name][] } = {
  system: ['arc-standard', 'arc-hybrid', 'arc-eager', 'edge-factored'],
  training: ['local', 'global', 'crf', 'softmax'],
  tree: ['projective', 'spanning-tree'],
  tags: ['upos', 'xpos', 'none'],
  prefer: ['reduce', 'shift'],
  nonprojective: ['skip', 'lift'],
  select: ['uas', 'las'],
};
const slots: readonly Slot[] = ['s2', 's1', 's0', 'b0'];

type Range = readonly [low: number, high: number, whole: boolean];
const ranges: { readonly [Name in keyof Settings]?: Range } = {
  wordSize: [1, 4096, true],
  tagSize: [0, 4096, true],
  layers: [1, 16, true],
  units: [1, 4096, true],
  hidden: [1, 4096, true],
  edgeUnits: [1, 4096, true],
  labelHidden: [1, 4096, true],
  lstmDropout: [0, 0.95, false],
  hiddenDropout: [0, 0.95, false],
  wordDropout: [0, 1000, false],
  exploration: [0, 1, false],
  epochs: [1, 100000, true],
  patience: [0, 100000, true],
  batchWords: [1, 1000000, true],
  learningRate: [0, 10, false],
  decay: [0, 1, false],
  beta2: [0, 1, false],
  clip: [0, Infinity, false],
  seed: [-(2 ** 31), 2 ** 32, true],
};

/** Settings from any JSON: what is absent has its default, and what makes no sense is refused with one sentence. */
export function readSettings(given: unknown): Settings {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error('Settings are a JSON object of names and values.');
  }
  const settings: Settings = { ...defaults, features: [...defaults.features] };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name)) throw new Error(`There is no setting "${name}".`);
    Object.assign(settings, { [name]: checked(name as keyof Settings, value) });
  }
  return consistent(settings);
}

function checked(name: keyof Settings, value: unknown): unknown {
  const said = JSON.stringify(value);
  const allowed: readonly unknown[] | undefined = choices[name];
  if (allowed && !allowed.includes(value)) {
    throw new Error(`The setting "${name}" is one of ${allowed.join(', ')}, not ${said}.`);
  }
  const range = ranges[name];
  if (range) {
    const [low, high, whole] = range;
    const fits =
      typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value));
    if (!fits) {
      throw new Error(
        `The setting "${name}" is a ${whole ? 'whole ' : ''}number from ${low} to ${high}, not ${said}.`,
      );
    }
  }
  if (typeof defaults[name] === 'boolean' && typeof value !== 'boolean') {
    throw new Error(`The setting "${name}" is true or false, not ${said}.`);
  }
  if (name === 'features') {
    const fits = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
    if (!fits || !value.every((slot) => slots.includes(slot))) {
      throw new Error(
        `The setting "features" is a list of some of ${slots.join(', ')}, each once, not ${said}.`,
      );
    }
    // In one order, whatever order they were given in.
    return slots.filter((slot) => value.includes(slot));
  }
  return value;
}

/** Refuses what each setting allows for itself but not together. */
function consistent(settings: Settings): Settings {
  const { system, training } = settings;
  if (system === 'edge-factored' && training === 'local') {
    throw new Error('The edge-factored model is trained global, crf or softmax: it takes no transitions.');
  }
  if (system !== 'edge-factored' && training === 'softmax') {
    throw new Error('Only the edge-factored model is trained by softmax over heads.');
  }
  if (settings.select === 'las' && !settings.labels) {
    throw new Error('The best epoch is chosen by "las", but the model has no labels.');
  }
  return settings;
}
