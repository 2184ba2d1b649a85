// The table of arcs: a biaffine score for every head and modifier.
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import { Biaffine } from '../nn/biaffine.js';
import { dropoutMask } from '../nn/dropout.js';
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
  #units: number;
  #dropout: number;

  constructor(parameters: Parameters, { edgeUnits, hiddenDropout }: TreeSettings, inputs: number) {
    // The paper's authors use ReLUs here. With the margin loss, all of ours died in the first epoch, on EWT and zh.
    this.head = new Mlp(parameters, 'edge.head', inputs, edgeUnits);
    this.modifier = new Mlp(parameters, 'edge.modifier', inputs, edgeUnits);
    this.biaffine = new Biaffine(parameters, 'edge.biaffine', edgeUnits);
    this.#parameters = parameters;
    this.#units = edgeUnits;
    this.#dropout = hiddenDropout;
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random, learn: Learn): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const mask = () => dropoutMask(arena, random, [batch.rows, this.#units], this.#dropout);
    const head = this.head.forward(encoded, mask());
    const modifier = this.modifier.forward(encoded, mask());
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
}
