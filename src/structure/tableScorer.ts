// The scorer of every model with tables: a layer that computes the tables, and a loss over whole trees.
import type { TransitionScorer } from '../decode/search.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Instance, TreeBatch } from './instance.js';
import type { Scorer, TrainingStep } from './scorer.js';
import type { Entries, ScoreTables, TableModel } from './structuredModel.js';
import type { TableGradient, TreeLoss } from './treeLosses.js';
import type { TreeSettings } from './treeSettings.js';

/** Returns the gradient with respect to a sentence's tables. */
export type Learn = (instance: Instance, tables: ScoreTables) => TableGradient;

/** Computes the tables of a model's groups from the encoder's output. */
export interface TableLayer {
  /** The `pairCost` of a scorer whose loss has gradients for all pairs, or for those of two derivations. */
  pairCost(isLikelihood: boolean): number;
  /** Calls `learn` with each sentence's tables and propagates the gradient it returns back to the encoder's output. */
  train(batch: TreeBatch, encoded: Tensor, random: Random, learn: Learn): Tensor;
  /** Calls `visit` with each sentence's tables, valid only during the call, and returns its results. */
  tables<T>(batch: TreeBatch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[];
  /** Returns a function from a sentence of the batch to the scorer of its configurations; transition tables only. */
  configurations?(batch: TreeBatch, encoded: Tensor): (sentence: number) => TransitionScorer;
}

/** The losses of a model by the name of the training. */
export type Losses = Readonly<Partial<Record<TreeSettings['training'], TreeLoss>>>;

export class TableScorer implements Scorer {
  readonly isLikelihood: boolean;
  readonly pairCost: number;
  readonly tables: TableLayer['tables'];
  readonly configurations: TableLayer['configurations'];
  #engine: Engine;
  #settings: TreeSettings;
  #model: TableModel;
  #layer: TableLayer;
  #loss: TreeLoss;
  #gold = new WeakMap<Instance, Entries>();

  constructor(engine: Engine, settings: TreeSettings, model: TableModel, layer: TableLayer, losses: Losses) {
    const loss = losses[settings.training];
    if (!loss) throw new Error(`The model is not trained by "${settings.training}".`);
    this.#engine = engine;
    this.#settings = settings;
    this.#model = model;
    this.#layer = layer;
    this.#loss = loss;
    this.isLikelihood = loss.isLikelihood;
    this.pairCost = layer.pairCost(loss.isLikelihood);
    this.tables = layer.tables.bind(layer);
    this.configurations = layer.configurations?.bind(layer);
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random): TrainingStep {
    const { singleRoot } = this.#settings;
    let sum = 0;
    const output = this.#layer.train(batch, encoded, random, (instance, tables) => {
      const gold = this.#goldEntries(instance);
      const lesson = { engine: this.#engine, model: this.#model, instance, tables, gold, singleRoot };
      const { loss, gradient } = this.#loss.of(lesson);
      sum += loss;
      return gradient;
    });
    return { loss: sum, gradient: output };
  }

  parse(batch: TreeBatch, encoded: Tensor): Int32Array[] {
    const options = { singleRoot: this.#settings.singleRoot, canonical: this.isLikelihood };
    return this.tables(
      batch,
      encoded,
      (n, tables) => this.#model.decode(this.#engine, n, tables, options).heads,
    );
  }

  #goldEntries(instance: Instance): Entries {
    let entries = this.#gold.get(instance);
    if (!entries) {
      entries = this.#model.goldEntries(instance.heads, this.isLikelihood ? 'reduce' : this.#settings.prefer);
      this.#gold.set(instance, entries);
    }
    return entries;
  }
}
