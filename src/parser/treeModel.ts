// The part of a model that finds trees: the network of its structured model and a labeler, both on an encoder's output.
// A parser has only this part; a joint model has others too.
import type { Sentence } from '../conllu/sentence.js';
import type { Encoder } from '../encoder/encoder.js';
import { countOf, type LabelHead, type Outputs } from '../encoder/vocabulary.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Parameters } from '../nn/parameters.js';
import type { TreeBatch } from '../structure/instance.js';
import type { Scorer, TrainingStep } from '../structure/scorer.js';
import type { StructuredModel } from '../structure/structuredModel.js';
import { structuredModelOf } from '../structure/structuredModels.js';
import type { TreeSettings } from '../structure/treeSettings.js';
import { Labeler } from './labeler.js';

export interface TreeFinder {
  readonly structure: StructuredModel;
  readonly scorer: Scorer;
  /** Absent if arcs get no labels. */
  readonly labeler: Labeler | undefined;
}

/** A model that finds trees, whatever else it does. */
export interface TreeModel extends TreeFinder {
  readonly settings: TreeSettings;
  readonly labels: readonly string[];
  /** The heads that each label allows. */
  readonly labelHeads: readonly LabelHead[];
  readonly parameters: Parameters;
  readonly encoder: Encoder;
}

export interface PredictedTree {
  readonly heads: Int32Array; // [n+1]
  /** Indices into the model's labels, −1 for ROOT; absent if it has none. */
  readonly labels?: Int32Array; // [n+1]
}

/** The labels that a model trained on the sentences can assign. */
export function labelOutputs(sentences: readonly Sentence[], settings: TreeSettings): Outputs {
  const labels = countOf(sentences.flatMap(({ words }) => words.map(({ deprel }) => deprel)));
  return { deprel: settings.labels ? labels.map(([label]) => label) : [] };
}

/** Declares the scorer and the labeler for an encoder's output of `inputs` columns. */
export function treeFinder(
  parameters: Parameters,
  settings: TreeSettings,
  inputs: number,
  labelHeads: readonly LabelHead[],
): TreeFinder {
  const structure = structuredModelOf(settings);
  const scorer = structure.scorer(parameters, settings, inputs);
  const labeler =
    labelHeads.length > 0
      ? new Labeler(parameters, settings, inputs, labelHeads, scorer.isLikelihood)
      : undefined;
  return { structure, scorer, labeler };
}

/** The losses of a batch's trees and labels, and the gradient of their sum with respect to the encoder's output. */
export function learnTrees(
  { kernels }: Engine,
  { scorer, labeler }: TreeFinder,
  batch: TreeBatch,
  encoded: Tensor,
  random: Random,
): { readonly losses: Record<'loss' | 'labelLoss', number> } & Pick<TrainingStep, 'gradient'> {
  const tree = scorer.train(batch, encoded, random);
  const label = labeler?.train(batch, encoded, random);
  if (label) kernels.axpy(label.gradient.size, 1, label.gradient.pointer, tree.gradient.pointer);
  return { losses: { loss: tree.loss, labelLoss: label?.loss ?? 0 }, gradient: tree.gradient };
}

export function findTrees(
  { scorer, labeler }: TreeFinder,
  batch: TreeBatch,
  encoded: Tensor,
): PredictedTree[] {
  const trees = scorer.parse(batch, encoded);
  const labels = labeler?.label(batch, encoded, trees);
  return trees.map((heads, s) => ({ heads, labels: labels?.[s] }));
}
