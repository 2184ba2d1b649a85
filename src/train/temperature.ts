// Calibrates probabilities: networks are overconfident, and a single temperature corrects most of it.
import { batchOf } from '../encoder/batch.js';
import { tableScores } from '../parser/sentenceScores.js';
import type { TreeModel } from '../parser/treeModel.js';
import type { Instance } from '../structure/instance.js';
import { sortedBatches } from './batches.js';

/** Search steps; this many narrow the temperature to within a few per cent. */
const STEPS = 8;
const [LOW, HIGH] = [Math.log(0.25), Math.log(8)];
/** Longer sentences would take most of the time. */
const LONGEST = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Words per batch. */
const BATCH_WORDS = 1000;

/** The temperature that maximizes the likelihood of the gold heads; 1 for a model without probabilities. */
export function fitTemperature(treeModel: TreeModel, instances: readonly Instance[]): number {
  const { settings, parameters, encoder, structure, scorer } = treeModel;
  const model = structure.tables;
  const some = instances.filter(({ n }) => n <= LONGEST);
  if (!model?.marginals || some.length === 0) return 1;
  const { engine } = parameters;
  const { singleRoot } = settings;
  const lengths = some.map(({ n }) => n);
  // Encodes once: the encoder's output does not depend on the temperature, and takes most of the time.
  const batches = sortedBatches(lengths, BATCH_WORDS).map((numbers) => {
    const batch = batchOf(numbers.map((at) => some[at]));
    return { batch, values: engine.arena.scope(() => encoder.encode(batch).copy()) };
  });
  const loss = (logarithm: number): number => {
    const temperature = Math.exp(logarithm);
    let sum = 0;
    for (const { batch, values } of batches) {
      engine.arena.scope(() => {
        const encoded = engine.arena.scratch([batch.rows, encoder.size]);
        encoded.set(values);
        let sentence = 0;
        scorer.tables?.(batch, encoded, (n, tables) => {
          const scores = tableScores(engine, model, n, tables, { singleRoot, temperature });
          const { arcs } = scores.probabilities();
          const { heads } = batch.instances[sentence++];
          for (let m = 1; m <= n; m++) sum -= Math.log(Math.max(1e-6, arcs[heads[m] * (n + 1) + m]));
        });
      });
    }
    return sum;
  };
  // The loss is unimodal, so golden-section search finds its minimum.
  let [low, high] = [LOW, HIGH];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [loss(left), loss(right)];
  for (let step = 0; step < STEPS; step++) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = loss(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = loss(right);
    }
  }
  return Number(Math.exp((low + high) / 2).toFixed(3));
}
