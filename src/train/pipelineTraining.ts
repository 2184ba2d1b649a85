// Trains a whole pipeline as a function: sentences in, a splitter and a joint model out, by a plan that follows from the
// treebank.
import type { Sentence } from '../conllu/sentence.js';
import type { Pretrained } from '../encoder/encoder.js';
import type { EpochRecord, TrainingProgress } from './loop.js';
import { type GivenSettings, type PipelinePlan, type PlannedStep, planPipeline } from './pipelinePlan.js';
import { type Trained, type TrainingMeans, trainModel } from './training.js';
import { profileOf } from './treebankProfile.js';

/** What to train a pipeline on. */
export interface PipelineRequest extends Pretrained {
  readonly train: readonly Sentence[];
  /** Selects the best epochs; its scores describe the pipeline. */
  readonly dev: readonly Sentence[];
  /** Settings that the plan leaves as they are: a joint model's, and under `splitter` a splitter's. */
  readonly settings?: GivenSettings;
}

/** Callbacks and cancellation of a pipeline's training. */
export interface PipelineHooks {
  /** Called with the plan before the first step. */
  readonly onPlan?: (plan: PipelinePlan) => void;
  /** Called several times per second. */
  readonly onProgress?: (progress: PipelineProgress) => void;
  /** Called after each epoch and awaited. */
  readonly onEpoch?: (step: PlannedStep, record: EpochRecord) => void | Promise<void>;
  /** Stops the training; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The progress of an epoch and of the whole training. */
export interface PipelineProgress extends TrainingProgress {
  readonly step: PlannedStep;
  /** The completed share of all steps. */
  readonly whole: number;
}

/** The models of a pipeline, in the order of their work. */
export interface TrainedPipeline {
  readonly plan: PipelinePlan;
  readonly steps: readonly Trained[];
}

/** The plan for training on these sentences. */
export function planFor({ train, settings, vectors, transformer }: PipelineRequest): PipelinePlan {
  return planPipeline(profileOf(train), {
    settings,
    vectorSize: vectors?.size,
    pretrained: transformer !== undefined,
  });
}

export async function trainSteps(
  request: PipelineRequest,
  /** Called for each step: an engine holds one network that is being trained. */
  meansFor: () => TrainingMeans,
  { onPlan, onProgress, onEpoch, signal }: PipelineHooks = {},
): Promise<TrainedPipeline> {
  const plan = planFor(request);
  onPlan?.(plan);
  const share = shareOf(plan);
  const steps: Trained[] = [];
  for (const step of plan.steps) {
    const { kind, settings } = step;
    const trained = await trainModel({ ...request, kind, settings: { ...settings } }, meansFor(), {
      signal,
      onProgress: (progress) => onProgress?.({ ...progress, step, whole: share(step, progress) }),
      onEpoch: (record) => onEpoch?.(step, record),
    });
    steps.push(trained);
  }
  return { plan, steps };
}

/** A splitter reads this many characters in the time in which a joint model reads a word. */
const CHARACTERS_PER_WORD = 25;

/** The completed share of a whole training from the progress of one of its steps. */
export function shareOf({
  profile,
  steps,
}: PipelinePlan): (step: PlannedStep, at: { readonly epoch: number; readonly done: number }) => number {
  const work = steps.map(({ kind, settings: { epochs } }) =>
    kind === 'splitter' ? (epochs * profile.characters) / CHARACTERS_PER_WORD : epochs * profile.words,
  );
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
  return (step, { epoch, done }) => {
    const at = steps.indexOf(step);
    return (sum(work.slice(0, at)) + (work[at] * (epoch - 1 + done)) / step.settings.epochs) / sum(work);
  };
}
