// Scores single configurations for greedy and beam search, only those that the search reaches.
import type { TransitionScorer } from '../decode/search.js';
import type { Tensor } from '../engine/tensor.js';
import type { Slots } from '../nn/slots.js';
import type { Configuration } from '../transition/configuration.js';
import type { TreeBatch } from './instance.js';
import type { Slot } from './treeSettings.js';

/** Slots that score some transitions from what they see of a configuration. */
export interface ConfigurationPart {
  readonly slots: Slots;
  readonly sees: readonly Slot[];
  readonly transitions: readonly number[];
}

/** Returns a function from a sentence of the batch to the scorer of its configurations, which sums the parts. */
export function configurationScorer(
  parts: readonly ConfigurationPart[],
  batch: TreeBatch,
  encoded: Tensor,
): (sentence: number) => TransitionScorer {
  const projected = parts.map((part) => ({ ...part, projections: part.slots.project(encoded) }));
  return (sentence) => (configuration, out) => {
    out.fill(0);
    for (const { slots, sees, transitions, projections } of projected) {
      const { arena } = slots.parameters.engine;
      arena.scope(() => {
        const rows: number[] = [];
        addRows(rows, batch.starts[sentence], configuration, sees);
        const indices = arena.scratchIntegers([1, rows.length]);
        indices.set(rows);
        slots.score(projections, indices).scores.use((scores) => {
          for (const [t, transition] of transitions.entries()) out[transition] += scores[t];
        });
      });
    }
  };
}

/**
 * Adds the batch row that each slot sees in a configuration, or −1 for an empty slot. ROOT has a row, the end of the
 * buffer has none. The rows of the sentence start at `start`.
 */
export function addRows(
  rows: number[],
  start: number,
  configuration: Configuration,
  sees: readonly Slot[],
): void {
  for (const slot of sees) {
    const position = configuration[slot];
    rows.push(position < 0 || position > configuration.n ? -1 : start + position);
  }
}
