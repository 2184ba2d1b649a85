// Trains a whole pipeline from files to one file: a splitter and a joint model, bundled, scored on dev, with a card.
// The models, logs and checkpoints of the steps are in a folder beside the file, from which an interrupted run resumes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../conllu/quotation.js';
import { checkWritable, openFile, readWhole, removeFile, writeWhole } from '../files/files.js';
import { makeFolder } from '../files/folder.js';
import { hashFile, hashOf } from '../files/hash.js';
import type { WeightType } from '../modelfile/safetensors.js';
import { loadModels, saveBundle } from '../models/bundle.js';
import type { Model } from '../models/kinds.js';
import type { Card } from '../models/saved.js';
import { type F1Scores, f1Scores, type PipelineScores, pipelineScores } from '../pipeline/pipelineScores.js';
import {
  type GivenSettings,
  type PipelinePlan,
  type PlannedStep,
  planPipeline,
} from '../train/pipelinePlan.js';
import { type PipelineHooks, shareOf } from '../train/pipelineTraining.js';
import { leakedSentences, profileOf } from '../train/treebankProfile.js';
import { readVectors } from '../vectors/vectors.js';
import { encoderFiles } from './encoderFolder.js';
import { createNodeEngine } from './nodeEngine.js';
import { startPipeline } from './parsing.js';
import { trainFile } from './trainFile.js';
import { readTreebank } from './treebankFile.js';

export interface FilePipeline {
  /** Treebanks. */
  readonly train: string;
  readonly dev: string;
  /** Pretrained word vectors. */
  readonly vectors?: string;
  /** The folder of a pretrained transformer. */
  readonly encoder?: string;
  readonly out: string;
  /** Settings that the plan leaves as they are: a joint model's, and under `splitter` a splitter's. */
  readonly settings?: GivenSettings;
  /** A description of the pipeline, to which data and scores are added. */
  readonly card?: Card;
  readonly weights: WeightType;
  readonly threads: number;
  /** Passes over finished steps and continues from checkpoints. */
  readonly resume: boolean;
}

export interface FilePipelineHooks extends PipelineHooks {
  /** Called with messages for the user, one sentence each. */
  readonly onNote?: (note: string) => void;
  /** Called before each step; `done` if an earlier run finished it. */
  readonly onStep?: (step: PlannedStep, done: boolean) => void;
}

export interface PipelineResult {
  readonly plan: PipelinePlan;
  readonly scores: PipelineScores;
  /** The size of the file. */
  readonly bytes: number;
}

/** The folder of a training's steps. */
export function stepsFolderOf(out: string): string {
  return `${out}.training`;
}

export async function trainPipelineFile(
  { weights, threads, resume, card = {}, ...files }: FilePipeline,
  { onPlan, onNote, onStep, onProgress, onEpoch, signal }: FilePipelineHooks = {},
): Promise<PipelineResult> {
  const { out } = files;
  const folder = stepsFolderOf(out);
  const encoder = files.encoder === undefined ? [] : encoderFiles(files.encoder);
  await checkWritable([out], [files.train, files.dev, files.vectors, ...encoder]);
  const train = await readTreebank(files.train, { onSeveralRoots() {} });
  const dev = await readTreebank(files.dev, { onSeveralRoots() {} });
  const plan = planPipeline(profileOf(train), {
    settings: files.settings,
    vectorSize: files.vectors === undefined ? undefined : await vectorSizeOf(files.vectors),
    pretrained: files.encoder !== undefined,
  });
  onPlan?.(plan);
  const leaked = leakedSentences(train, dev);
  if (leaked > 0) {
    const many = `${counted(leaked, 'sentence')} of ${files.dev} ${leaked === 1 ? 'is' : 'are'} in ${files.train} too`;
    onNote?.(`Warning: ${many}: the scores on dev are too good.`);
  }
  await makeFolder(folder);
  const data = {
    train: await hashFile(files.train),
    dev: await hashFile(files.dev),
    vectors: files.vectors && (await hashFile(files.vectors)),
    encoder: await Promise.all(encoder.filter((file) => existsSync(file)).map((file) => hashFile(file))),
  };
  const share = shareOf(plan);
  const models: string[] = [];
  for (const step of plan.steps) {
    const { kind, settings } = step;
    const model = join(folder, `${kind}.model`);
    const done = join(folder, `${kind}.done`);
    models.push(model);
    const key = hashOf({ ...data, kind, settings });
    const isDone = resume && existsSync(model) && existsSync(done) && (await readText(done)) === key;
    onStep?.(step, isDone);
    if (isDone) continue;
    await removeFile(done);
    const own = kind === 'joint' ? { vectors: files.vectors, encoder: files.encoder } : {};
    await trainFile(
      {
        ...{ kind, settings: { ...settings }, train: files.train, dev: files.dev, ...own },
        ...{ out: model, threads, resume },
      },
      {
        signal,
        onNote,
        onProgress: (progress) => onProgress?.({ ...progress, step, whole: share(step, progress) }),
        onEpoch: (record) => onEpoch?.(step, record),
      },
    );
    await writeWhole(done, key);
  }
  const engine = createNodeEngine();
  const parts: { model: Model; card: Card }[] = [];
  for (const path of models) {
    const saved = await loadModels(engine, await readWhole(path), path);
    parts.push({ model: saved.models[0], card: { kind: saved.models[0].kind, ...saved.card } });
  }
  const cards = parts.map((part) => part.card);
  const bundle = (more: Card) =>
    saveBundle(
      parts.map(({ model }) => model),
      { ...card, ...more, models: cards },
      weights,
    );
  // Scores are those of the weights that the file has.
  const { pipeline, close } = await startPipeline([{ bytes: bundle({}) }], { threads });
  try {
    signal?.throwIfAborted();
    const scores = await pipelineScores(pipeline, dev);
    const bytes = bundle({ dev: scoresOf(scores, plan) });
    await writeWhole(out, bytes);
    return { plan, scores, bytes: bytes.length };
  } finally {
    await close();
  }
}

/** The scores for a card: F1 of the shared task. */
function scoresOf(scores: PipelineScores, plan: PipelinePlan): Record<string, F1Scores> {
  const lacking = lackingMetrics(plan);
  return Object.fromEntries(
    Object.entries(scores).map(([name, metrics]) => [name, f1Scores(metrics, lacking)]),
  );
}

/** The metrics of columns that the treebank lacks. */
export function lackingMetrics({ profile: { empty } }: PipelinePlan): string[] {
  const metrics = { upos: ['UPOS'], xpos: ['XPOS'], feats: ['UFeats'], lemma: ['Lemmas', 'BLEX'] };
  return empty.flatMap((name) => metrics[name]);
}

/** The length of the vectors in a file. */
async function vectorSizeOf(path: string): Promise<number> {
  return (await readVectors(await openFile(path), [], 1)).size;
}

async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readWhole(path));
}
