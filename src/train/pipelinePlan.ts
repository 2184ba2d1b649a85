// The plan of a pipeline's training: its steps and their settings, which follow from the treebank where the caller does
// not set them. docs/training.md records the trainings that the numbers here come from.
import { counted } from '../conllu/quotation.js';
import { type JointSettings, jointSettings, readJointSettings } from '../joint/jointSettings.js';
import { flattened } from '../learner/settings.js';
import {
  readSplitterSettings,
  type SplitterSettings,
  splitterSettings,
} from '../splitter/splitterSettings.js';
import { type TagColumn, tagColumns } from '../tagger/taggerVocabulary.js';
import type { TreebankProfile } from './treebankProfile.js';

/** Settings that the caller fixes: a joint model's, and under `splitter` a splitter's. */
export type GivenSettings = Readonly<Record<string, unknown>>;

export interface PlanOptions {
  readonly settings?: GivenSettings;
  /** The size of the pretrained word vectors, if there are some. */
  readonly vectorSize?: number;
  /** Whether a pretrained encoder reads the words. */
  readonly pretrained?: boolean;
}

/** A setting that follows from the treebank, and why. */
export interface Reason {
  readonly name: string;
  readonly value: unknown;
  readonly why: string;
}

/** A training of the pipeline: its settings, and why they are so. */
export type PlannedStep =
  | { readonly kind: 'splitter'; readonly settings: SplitterSettings; readonly reasons: readonly Reason[] }
  | { readonly kind: 'joint'; readonly settings: JointSettings; readonly reasons: readonly Reason[] };

/** The steps of a pipeline's training, and what they follow from. */
export interface PipelinePlan {
  readonly profile: TreebankProfile;
  readonly steps: readonly PlannedStep[];
}

/** An epoch has about this many updates, unless its batches would be too small or too large. */
const PER_EPOCH = 80;
/** Fewer updates than this in all leave a network unfinished. */
const UPDATES = 6000;
const SPLITTER_UPDATES = 2000;

const trained: GivenSettings = {
  encoder: 'bilstm',
  training: 'crf',
  minCount: 2,
  endingSize: 32,
  units: 160,
  labelHidden: 160,
  tagHidden: 160,
  tagParts: true,
  lstmDropout: 0.33,
  inputDropout: 0.15,
  hiddenDropout: 0.33,
  learningRate: 0.004,
  warmup: 0,
  weightDecay: 0,
  clip: 5,
  beta2: 0.95,
};

/** Throws a SettingsError if the given settings are invalid. */
export function planPipeline(profile: TreebankProfile, options: PlanOptions = {}): PipelinePlan {
  const { splitter = {}, ...own } = options.settings ?? {};
  const given = flattened(jointSettings, own);
  const seed = given.seed === undefined ? {} : { seed: given.seed };
  const givenSplitter = { ...seed, ...flattened(splitterSettings, splitter) };
  return { profile, steps: [planSplitter(profile, givenSplitter), planJoint(profile, given, options)] };
}

/** Whether most words have no space before them. */
const isUnspaced = ({ unspaced, words }: TreebankProfile) => 2 * unspaced > words;

function planSplitter(profile: TreebankProfile, given: GivenSettings): PlannedStep {
  const { characters } = profile;
  const batchWords = givenNumber(given, 'batchWords') ?? batchFor(characters, 200, 5000);
  const epochs = givenNumber(given, 'epochs') ?? epochsFor(SPLITTER_UPDATES, characters / batchWords, 15);
  const larger = { name: 'units', value: 128, why: 'without spaces, words must be known to be found' };
  const reasons = openOnes(given, [
    ...(isUnspaced(profile) ? [larger] : []),
    {
      name: 'batchWords',
      value: batchWords,
      why: `characters per batch, for ${counted(characters, 'character')}`,
    },
    { name: 'epochs', value: epochs, why: updatesText(epochs, characters / batchWords) },
    { name: 'decay', value: decayTo(0.2, epochs), why: 'the learning rate falls to a fifth' },
    {
      name: 'average',
      value: averageFor(epochs, characters / batchWords),
      why: 'over a twentieth of the updates',
    },
  ]);
  return { kind: 'splitter', settings: readSplitterSettings(settingsOf(reasons, given)), reasons };
}

function planJoint(
  profile: TreebankProfile,
  given: GivenSettings,
  { vectorSize, pretrained }: PlanOptions,
): PlannedStep {
  const { words } = profile;
  const planned: Reason[] = [
    columnsOf(profile),
    {
      name: 'nonprojective',
      value: 'lift',
      why: `${percent(profile.nonprojective, profile.sentences)} of the trees are not projective`,
    },
    {
      name: 'singleRoot',
      value: profile.severalRoots === 0,
      why: `${counted(profile.severalRoots, 'tree has', 'trees have')} several roots`,
    },
  ];
  if (pretrained) {
    const reasons = openOnes(given, planned);
    const settings = { ...settingsOf(reasons, given), encoder: 'transformer' };
    return { kind: 'joint', settings: readJointSettings(settings), reasons };
  }
  const batchWords = givenNumber(given, 'batchWords') ?? batchFor(words, 50, 500);
  const perEpoch = words / batchWords;
  const epochs = givenNumber(given, 'epochs') ?? epochsFor(UPDATES, perEpoch, 40);
  if (isUnspaced(profile)) {
    planned.push({
      name: 'endingSize',
      value: 0,
      why: 'without spaces, words are hardly longer than endings',
    });
  }
  planned.push(
    { name: 'batchWords', value: batchWords, why: `for ${counted(words, 'word')}` },
    { name: 'epochs', value: epochs, why: updatesText(epochs, perEpoch) },
    { name: 'decay', value: decayTo(0.1, epochs), why: 'the learning rate falls to a tenth' },
    { name: 'average', value: averageFor(epochs, perEpoch), why: 'over a twentieth of the updates' },
  );
  if (vectorSize !== undefined) {
    planned.push(
      { name: 'vectorSize', value: vectorSize, why: 'the length of the word vectors, which stay fixed' },
      { name: 'vectorWords', value: 20_000, why: 'frequent words that the treebank lacks' },
    );
  }
  const reasons = openOnes(given, planned);
  const settings = { ...trained, ...settingsOf(reasons, given) };
  return { kind: 'joint', settings: readJointSettings(settings), reasons };
}

function columnsOf({ empty }: TreebankProfile): Reason {
  const value = tagColumns.filter((name) => !empty.includes(name));
  const why = empty.length === 0 ? 'all are filled' : `no word has ${empty.map(nameOf).join(' or ')}`;
  return { name: 'columns', value, why };
}

function nameOf(column: TagColumn): string {
  return column === 'lemma' ? 'a lemma' : column.toUpperCase();
}

/** The planned settings that the caller leaves open. */
function openOnes(given: GivenSettings, planned: readonly Reason[]): Reason[] {
  return planned.filter(({ name }) => !Object.hasOwn(given, name));
}

/** A number that the caller fixes, from which others follow; an invalid one is refused with the settings. */
function givenNumber(given: GivenSettings, name: string): number | undefined {
  const value = given[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function settingsOf(reasons: readonly Reason[], given: GivenSettings): GivenSettings {
  return { ...Object.fromEntries(reasons.map(({ name, value }) => [name, value])), ...given };
}

/** Words or characters per batch, rounded. */
function batchFor(all: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, 50 * Math.round(all / PER_EPOCH / 50)));
}

function averageFor(epochs: number, perEpoch: number): number {
  const updates = epochs * Math.max(1, perEpoch);
  return Number(Math.max(0.8, 1 - 20 / updates).toFixed(4));
}

/** The factor that, after each epoch, makes a learning rate fall to this share. */
function decayTo(share: number, epochs: number): number {
  return Number((share ** (1 / epochs)).toFixed(4));
}

function epochsFor(updates: number, perEpoch: number, fewest: number): number {
  return Math.min(100, Math.max(fewest, Math.ceil(updates / perEpoch)));
}

function updatesText(epochs: number, perEpoch: number): string {
  return `${Math.round(epochs * Math.max(1, perEpoch))} updates`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
