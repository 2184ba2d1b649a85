// The training loop: runs epochs of shuffled batches, evaluates the dev set after each, and keeps the best values.
import { Random, type RandomState } from '../engine/random.js';
import type { Figures, Learner } from '../learner/learner.js';
import { Adam, exponentialDecay, linearWarmup } from '../nn/adam.js';
import { Average } from '../nn/average.js';
import { shares, shuffledBatches, sortedBatches } from './batches.js';
import type { Corpus, Team } from './team.js';

/** The log entry of an epoch: these figures, the dev scores, and the losses per word. */
export interface EpochRecord extends Figures {
  readonly epoch: number;
  readonly seconds: number;
  readonly wordsPerSecond: number;
  readonly devWordsPerSecond: number;
}

/** All that another run needs to continue after an epoch exactly as this one would. */
export interface TrainingState {
  readonly records: EpochRecord[];
  readonly random: RandomState;
  readonly values: Map<string, Float32Array>;
  readonly optimizer: Map<string, Float32Array>;
  /** The epoch with the best dev score so far, and its values. */
  readonly best: { readonly epoch: number; readonly values: Map<string, Float32Array> };
}

/** The progress of an epoch. */
export interface TrainingProgress {
  readonly epoch: number;
  /** The completed share of the epoch. */
  readonly done: number;
  readonly wordsPerSecond: number;
  /** Per word, so far. */
  readonly loss: number;
}

export interface TrainingOptions {
  /** Continues after the state's last epoch. */
  readonly resume?: TrainingState;
  /** Called several times per second. */
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Called after each epoch; the state is built on demand because it is large. */
  readonly onEpoch?: (record: EpochRecord, state: () => TrainingState) => void | Promise<void>;
  /** Stops before the next batch; resume from the last epoch's state. */
  readonly signal?: AbortSignal;
}

/**
 * Trains a model with initialized parameters and leaves it with those of the best epoch, or of the last one without a
 * dev set. Returns the log.
 */
export async function train<Item extends { readonly n: number }, Output>(
  learner: Learner<Item, Output>,
  corpus: Corpus<Item>,
  team: Team<Output>,
  options: TrainingOptions = {},
): Promise<{ records: EpochRecord[]; best: EpochRecord }> {
  const { settings, parameters } = learner;
  const { epochs, patience, batchWords, accumulation, select } = settings;
  const lengths = corpus.train.map(({ n }) => n);
  const words = lengths.reduce((sum, n) => sum + n, 0);
  const adam = adamOf(learner, Math.max(1, Math.round(words / batchWords)));
  const average = settings.average > 0 ? new Average(parameters, settings.average) : undefined;
  const random = new Random(settings.seed);
  const records = [...(options.resume?.records ?? [])];
  let best = options.resume?.best ?? { epoch: 0, values: parameters.save() };
  if (options.resume) {
    parameters.restore(options.resume.values);
    adam.restore(options.resume.optimizer);
    average?.restore(options.resume.optimizer);
    random.restore(options.resume.random);
  }

  for (let epoch = records.length + 1; epoch <= epochs; epoch++) {
    if (patience > 0 && epoch - best.epoch > patience) break;
    const start = performance.now();
    let reported = start;
    let done = 0;
    const losses: Record<string, number> = {};
    for (const batch of shuffledBatches(lengths, batchWords, random)) {
      options.signal?.throwIfAborted();
      const parts = shares(batch, lengths, team.threads * accumulation, learner.pairCost);
      const size = batch.reduce((sum, at) => sum + lengths[at], 0);
      const more = await team.train(
        parts,
        parts.map(() => random.bits()),
      );
      await team.step(adam, size);
      average?.add();
      done += size;
      for (const [name, loss] of Object.entries(more)) losses[name] = (losses[name] ?? 0) + loss;
      const now = performance.now();
      if (now - reported < 200) continue;
      reported = now;
      options.onProgress?.({
        epoch,
        done: done / words,
        wordsPerSecond: (1000 * done) / (now - start),
        loss: Object.values(losses).reduce((sum, loss) => sum + loss, 0) / done,
      });
      // Yields to the event loop: without worker threads, signals would never arrive.
      await new Promise((resolve) => setTimeout(resolve));
    }
    const seconds = (performance.now() - start) / 1000;
    const measure = async () => {
      const measured = await measureDev(learner, corpus, team);
      const isBest =
        best.epoch === 0 || corpus.dev.length === 0 || measured[select] > records[best.epoch - 1][select];
      if (isBest) {
        best = { epoch, values: parameters.save() };
      }
      return measured;
    };
    const measured = await (average ? average.during(measure) : measure());
    const record: EpochRecord = {
      epoch,
      ...measured,
      ...Object.fromEntries(Object.entries(losses).map(([name, loss]) => [name, loss / words])),
      seconds,
      wordsPerSecond: words / seconds,
    };
    records.push(record);
    const state = (): TrainingState => ({
      records: [...records],
      random: random.state(),
      values: parameters.save(),
      optimizer: new Map([...adam.save(), ...(average?.save() ?? [])]),
      best,
    });
    await options.onEpoch?.(record, state);
  }
  parameters.restore(best.values);
  return { records, best: records[best.epoch - 1] };
}

/** The optimizer that the settings describe. */
function adamOf(
  { settings, parameters }: Pick<Learner<never, unknown>, 'settings' | 'parameters'>,
  stepsPerEpoch: number,
): Adam {
  const { epochs, learningRate, pretrainedRate, decay, warmup, beta2, clip, weightDecay } = settings;
  const steps = stepsPerEpoch * epochs;
  const schedule = (rate: number) =>
    warmup > 0
      ? linearWarmup(rate, Math.max(1, warmup * steps), steps)
      : exponentialDecay(rate, decay, stepsPerEpoch);
  const options = { beta2, clip, weightDecay, pretrained: schedule(pretrainedRate) };
  return new Adam(parameters, schedule(learningRate), options);
}

/** The dev scores and the speed. */
async function measureDev<Item extends { readonly n: number }, Output>(
  learner: Learner<Item, Output>,
  { dev }: Corpus<Item>,
  team: Team<Output>,
): Promise<Figures & { devWordsPerSecond: number }> {
  if (dev.length === 0) return { devWordsPerSecond: 0 };
  const start = performance.now();
  const lengths = dev.map(({ n }) => n);
  const batches = sortedBatches(lengths, learner.settings.batchWords);
  const given = await team.predict(batches);
  const outputs = new Array<Output>(dev.length);
  for (const [place, at] of batches.flat().entries()) outputs[at] = given[place];
  const words = lengths.reduce((sum, n) => sum + n, 0);
  const devWordsPerSecond = (1000 * words) / (performance.now() - start);
  return { ...learner.measure(dev, outputs), devWordsPerSecond };
}
