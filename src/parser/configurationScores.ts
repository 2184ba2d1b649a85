// Scores of single configurations, for greedy and beam search: from the same weights as an exact model's tables, but only
// where the search comes by.
import type { TransitionScorer } from '../decode/search.js';
import type { Batch } from '../encoder/instance.js';
import type { Tensor } from '../engine/tensor.js';
import type { Projections, Slots } from '../nn/slots.js';
import type { Configuration } from '../transition/configuration.js';
import { ExactScorer } from './exact.js';
import { GreedyScorer } from './greedy.js';
import type { Parser } from './parser.js';
import type { Slot } from './parserSettings.js';

/** Slots that score the transitions from `first` on. */
interface Part {
  readonly slots: Slots;
  readonly features: readonly Slot[];
  readonly first: number;
}

function partsOf({ scorer, settings }: Parser): Part[] {
  if (scorer instanceof GreedyScorer) return [{ slots: scorer.slots, features: settings.features, first: 0 }];
  if (!(scorer instanceof ExactScorer)) throw new Error('The edge-factored model takes no transitions.');
  // The second scorer, where there is one, is about what reductions attach.
  const features: Slot[][] = [
    ['s0', 'b0'],
    ['s1', 's0'],
  ];
  return scorer.scorers.map((slots, at) => ({ slots, features: features[at], first: at }));
}

/** Gives, for a sentence of the batch, what scores its configurations. */
export function configurationScores(
  parser: Parser,
  batch: Batch,
  encoded: Tensor,
): (sentence: number) => TransitionScorer {
  const { arena } = parser.parameters.engine;
  const parts = partsOf(parser).map((part) => ({ ...part, projections: part.slots.project(encoded) }));
  return (sentence) => (configuration, out) => {
    out.fill(0);
    for (const { slots, projections, features, first } of parts) {
      const rows = rowsOf(batch.starts[sentence], configuration, features);
      arena.scope(() => {
        scoresOf(slots, projections, rows).use((scores) => {
          for (let t = 0; t < slots.outputs; t++) out[first + t] += scores[t];
        });
      });
    }
  };

  function scoresOf(slots: Slots, projections: Projections, rows: number[]): Tensor {
    const indices = arena.scratchIntegers([1, rows.length]);
    indices.set(rows);
    return slots.score(projections, indices).scores;
  }
}

/** The rows that the features look at, −1 where there is nothing: ROOT has a row, the end of the buffer none. */
function rowsOf(start: number, configuration: Configuration, features: readonly Slot[]): number[] {
  return features.map((slot) => {
    const position = configuration[slot];
    return position < 0 || position > configuration.n ? -1 : start + position;
  });
}
