// The table of arcs: a biaffine score for every head and modifier.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { Biaffine } from '../nn/biaffine.js';
import { dropoutMask, masked, sentenceMask } from '../nn/dropout.js';
import { glorot, uniform, zeros } from '../nn/initialize.js';
import { Mlp } from '../nn/mlp.js';
import type { Parameters } from '../nn/parameters.js';
import type { TreeBatch } from './instance.js';
import type { ScoreTables } from './structuredModel.js';
import type { Learn, TableLayer } from './tableScorer.js';
import type { TreeSettings } from './treeSettings.js';

export class ArcTables implements TableLayer {
  readonly head: Mlp;
  readonly modifier: Mlp;
  readonly biaffine: Biaffine;
  #parameters: Parameters;
  #settings: TreeSettings;

  constructor(parameters: Parameters, settings: TreeSettings, inputs: number) {
    const { edgeUnits: units, edgeActivation: activation } = settings;
    const isUniform = settings.edgeBias === 'uniform';
    const options = { activation, biases: isUniform ? uniform(Math.sqrt(3 / units)) : zeros };
    this.head = new Mlp(parameters, 'edge.head', inputs, units, options);
    this.modifier = new Mlp(parameters, 'edge.modifier', inputs, units, options);
    this.biaffine = new Biaffine(parameters, 'edge.biaffine', units, isUniform ? glorot(units, 1) : zeros);
    this.#parameters = parameters;
    this.#settings = settings;
  }

  /** A product of matrices computes all arcs, forth and back, so the loss hardly matters. */
  pairCost(): number {
    return 1 / 350;
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random, learn: Learn): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const head = this.#dropped(this.head, batch, encoded, random);
    const modifier = this.#dropped(this.modifier, batch, encoded, random);
    const { scores, backward } = this.biaffine.forward(head.output, modifier.output, batch.lengths);
    const gradients = batch.instances.map((instance, s) => {
      const gradient = arena.scratch(scores[s].shape);
      const { found = [], expected, gold } = learn(instance, { arcs: scores[s] });
      gradient.use((slope) => {
        if (expected) slope.set(expected.arcs);
        else slope.fill(0);
        for (const entry of found[0] ?? []) slope[entry] += 1;
        for (const entry of gold[0]) slope[entry] -= 1;
      });
      return gradient;
    });
    const d = backward(gradients);
    const dEncoded = head.backward(d.heads);
    const more = modifier.backward(d.modifiers);
    kernels.axpy(more.size, 1, more.pointer, dEncoded.pointer);
    return dEncoded;
  }

  tables<T>(batch: TreeBatch, encoded: Tensor, visit: (n: number, tables: ScoreTables) => T): T[] {
    const { arena } = this.#parameters.engine;
    return arena.scope(() => {
      const [head, modifier] = [this.head.forward(encoded), this.modifier.forward(encoded)];
      const { scores } = this.biaffine.forward(head.output, modifier.output, batch.lengths);
      return batch.instances.map(({ n }, s) => visit(n, { arcs: scores[s] }));
    });
  }

  /** The units of a layer, with dropout. */
  #dropped(layer: Mlp, batch: TreeBatch, encoded: Tensor, random: Random): ReturnType<Mlp['forward']> {
    const { engine } = this.#parameters;
    const { edgeUnits: units, edgeDropout, hiddenDropout: rate } = this.#settings;
    if (edgeDropout === 'sentence') {
      return layer.forward(encoded, sentenceMask(engine.arena, random, batch.lengths, units, rate));
    }
    if (edgeDropout === 'word') {
      return layer.forward(encoded, dropoutMask(engine.arena, random, [batch.rows, units], rate));
    }
    const mask = dropoutMask(engine.arena, random, encoded.shape, rate);
    const { output, backward } = layer.forward(masked(engine, encoded, mask));
    return { output, backward: (dOutput) => masked(engine, backward(dOutput), mask) };
  }
}
