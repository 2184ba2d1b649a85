// The edge-factored model: a biaffine score for every arc, decoded by Eisner's algorithm's equal or by spanning trees, and
// trained by margin, by likelihood, or by a softmax over the heads of each word.

import type { DecodeOptions, Scores, Tree } from '../decode/decoding.js';
import { decodeProjective } from '../decode/edgeFactored.js';
import { projectiveMarginals } from '../decode/marginals.js';
import { spanningTreeMarginals } from '../decode/matrixTree.js';
import { decodeSpanningTree } from '../decode/spanningTree.js';
import type { Batch, Instance } from '../encoder/instance.js';
import type { Random } from '../engine/random.js';
import { type Tensor, useAll } from '../engine/tensor.js';
import { Biaffine } from '../nn/biaffine.js';
import { dropoutMask } from '../nn/dropout.js';
import { Mlp } from '../nn/mlp.js';
import type { Parameters } from '../nn/parameters.js';
import type { ParserSettings } from './parserSettings.js';
import type { Scorer, TrainingStep } from './scorer.js';

export class EdgeFactoredScorer implements Scorer {
  readonly head: Mlp;
  readonly modifier: Mlp;
  readonly biaffine: Biaffine;
  #parameters: Parameters;
  #settings: ParserSettings;

  constructor(parameters: Parameters, settings: ParserSettings, inputs: number) {
    const { edgeUnits } = settings;
    // The paper's authors have ReLUs here; under the margin loss ours all fell silent in the first epoch, on EWT and zh.
    this.head = new Mlp(parameters, 'edge.head', inputs, edgeUnits, 'tanh');
    this.modifier = new Mlp(parameters, 'edge.modifier', inputs, edgeUnits, 'tanh');
    this.biaffine = new Biaffine(parameters, 'edge.biaffine', edgeUnits);
    this.#parameters = parameters;
    this.#settings = settings;
  }

  train(batch: Batch, encoded: Tensor, random: Random): TrainingStep {
    const { arena, kernels } = this.#parameters.engine;
    const { edgeUnits, hiddenDropout } = this.#settings;
    const mask = () => dropoutMask(arena, random, [batch.rows, edgeUnits], hiddenDropout);
    const head = this.head.forward(encoded, mask());
    const modifier = this.modifier.forward(encoded, mask());
    const { scores, backward } = this.biaffine.forward(head.output, modifier.output, batch.lengths);
    const losses = { global: this.#margin, crf: this.#likelihood, softmax: this.#softmax };
    const learn = losses[this.#settings.training as keyof typeof losses];
    let loss = 0;
    const gradients = batch.instances.map((instance, s) => {
      const gradient = arena.scratch(scores[s].shape);
      loss += learn.call(this, instance, scores[s], gradient);
      return gradient;
    });
    const d = backward(gradients);
    const dEncoded = head.backward(d.heads);
    const more = modifier.backward(d.modifiers);
    kernels.axpy(more.size, 1, more.pointer, dEncoded.pointer);
    return { loss, gradient: dEncoded };
  }

  parse(batch: Batch, encoded: Tensor): Int32Array[] {
    const { singleRoot } = this.#settings;
    return this.tables(batch, encoded, (n, scores) => this.decode(n, scores, { singleRoot }).heads);
  }

  /** Calls `visit` with each sentence's scores, [n+1, n+1] by head and modifier, and gives what it gave. */
  tables<T>(batch: Batch, encoded: Tensor, visit: (n: number, scores: Tensor) => T): T[] {
    const { arena } = this.#parameters.engine;
    return arena.scope(() => {
      const [head, modifier] = [this.head.forward(encoded), this.modifier.forward(encoded)];
      const { scores } = this.biaffine.forward(head.output, modifier.output, batch.lengths);
      return batch.instances.map(({ n }, s) => visit(n, scores[s]));
    });
  }

  decode(n: number, scores: Scores, options: DecodeOptions): Tree {
    return this.#settings.tree === 'projective'
      ? decodeProjective(this.#parameters.engine, n, scores, options)
      : decodeSpanningTree(n, scores, options);
  }

  #margin({ n, heads }: Instance, scores: Tensor, gradient: Tensor): number {
    const { arena } = this.#parameters.engine;
    const size = n + 1;
    const augmented = arena.scratch([size, size]);
    useAll([scores, augmented], (score, target) => {
      for (let at = 0; at < score.length; at++) target[at] = score[at] + 1;
      for (let m = 1; m <= n; m++) target[heads[m] * size + m] -= 1;
    });
    const tree = this.decode(n, augmented, { singleRoot: this.#settings.singleRoot });
    return useAll([scores, gradient], (score, slope) => {
      slope.fill(0);
      let lead = tree.score;
      for (let m = 1; m <= n; m++) {
        slope[tree.heads[m] * size + m] += 1;
        slope[heads[m] * size + m] -= 1;
        lead -= score[heads[m] * size + m];
      }
      return Math.max(0, lead);
    });
  }

  #likelihood({ n, heads }: Instance, scores: Tensor, gradient: Tensor): number {
    const size = n + 1;
    const marginals = this.#settings.tree === 'projective' ? projectiveMarginals : spanningTreeMarginals;
    const { logPartition, arcs } = marginals(n, scores, { singleRoot: this.#settings.singleRoot });
    return useAll([scores, gradient], (score, slope) => {
      slope.set(arcs);
      let loss = logPartition;
      for (let m = 1; m <= n; m++) {
        slope[heads[m] * size + m] -= 1;
        loss -= score[heads[m] * size + m];
      }
      return loss;
    });
  }

  /** Each word chooses its head for itself. */
  #softmax({ n, heads }: Instance, scores: Tensor, gradient: Tensor): number {
    const size = n + 1;
    return useAll([scores, gradient], (score, slope) => {
      slope.fill(0);
      let loss = 0;
      for (let m = 1; m <= n; m++) {
        let best = -Infinity;
        for (let h = 0; h <= n; h++) if (h !== m && score[h * size + m] > best) best = score[h * size + m];
        let sum = 0;
        for (let h = 0; h <= n; h++) if (h !== m) sum += Math.exp(score[h * size + m] - best);
        for (let h = 0; h <= n; h++) {
          if (h !== m) slope[h * size + m] = Math.exp(score[h * size + m] - best) / sum;
        }
        slope[heads[m] * size + m] -= 1;
        loss += best + Math.log(sum) - score[heads[m] * size + m];
      }
      return loss;
    });
  }
}
