// A parser: encoder, scorer and labeler on one set of parameters.
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import { type AllocateOptions, Parameters } from '../nn/parameters.js';
import { EdgeFactoredScorer } from './edgeFactored.js';
import { Encoder } from './encoder.js';
import { ExactScorer } from './exact.js';
import { GreedyScorer } from './greedy.js';
import { type Batch, batchOf, type Instance } from './instance.js';
import { Labeler } from './labeler.js';
import type { Scorer } from './scorer.js';
import type { Settings } from './settings.js';
import type { Vocabulary } from './vocabulary.js';

export interface ParsedTree {
  readonly heads: Int32Array; // [n+1]
  /** Numbers of the vocabulary, −1 for ROOT; absent where the model has no labels. */
  readonly labels?: Int32Array; // [n+1]
}

export interface ParserOptions extends AllocateOptions {
  /** Tells the parsers of one engine apart. */
  readonly name?: string;
}

export interface Losses {
  readonly tree: number;
  readonly label: number;
}

export class Parser {
  readonly settings: Settings;
  readonly vocabulary: Vocabulary;
  readonly parameters: Parameters;
  readonly encoder: Encoder;
  readonly scorer: Scorer;
  readonly labeler: Labeler | undefined;

  constructor(engine: Engine, settings: Settings, vocabulary: Vocabulary, options: ParserOptions = {}) {
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.parameters = new Parameters(engine, options.name);
    this.encoder = new Encoder(this.parameters, settings, vocabulary);
    const { size } = this.encoder;
    this.scorer =
      settings.system === 'edge-factored'
        ? new EdgeFactoredScorer(this.parameters, settings, size)
        : settings.training === 'local'
          ? new GreedyScorer(this.parameters, settings, size)
          : new ExactScorer(this.parameters, settings, size);
    const labels = vocabulary.data.labels.length;
    if (labels > 0) this.labeler = new Labeler(this.parameters, settings, size, labels);
    this.parameters.allocate(options);
  }

  /** Adds the gradients of a batch's losses to those of the parameters. */
  train(instances: readonly Instance[], random: Random): Losses {
    const { arena, kernels } = this.parameters.engine;
    return arena.scope(() => {
      const batch = batchOf(instances);
      const { output, backward } = this.encoder.forward(batch, random);
      const tree = this.scorer.train(batch, output, random);
      const label = this.labeler?.train(batch, output, random);
      if (label) kernels.axpy(label.gradient.size, 1, label.gradient.pointer, tree.gradient.pointer);
      backward(tree.gradient);
      return { tree: tree.loss, label: label?.loss ?? 0 };
    });
  }

  parse(instances: readonly Instance[]): ParsedTree[] {
    const { arena } = this.parameters.engine;
    return arena.scope(() => {
      const batch: Batch = batchOf(instances);
      const encoded = this.encoder.encode(batch);
      const trees = this.scorer.parse(batch, encoded);
      const labels = this.labeler?.label(batch, encoded, trees);
      return trees.map((heads, s) => ({ heads, labels: labels?.[s] }));
    });
  }
}
