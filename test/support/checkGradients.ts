// The gradients of a whole model's loss against differences of the loss.
import { expect } from 'vitest';
import { Random } from '../../src/engine/random.js';
import type { Learner } from '../../src/learner/learner.js';

export function checkGradients<Item extends { readonly n: number }>(
  learner: Learner<Item, unknown>,
  items: readonly Item[],
): void {
  const { parameters } = learner;
  // The same seed gives the same dropout and the same exploration.
  const loss = () => Object.values(learner.train(items, new Random(5))).reduce((sum, part) => sum + part, 0);
  loss();
  const gradients = new Map(parameters.dense.map(({ name, gradient }) => [name, gradient.copy()]));
  for (const { table, rows } of parameters.gradients.tables) gradients.set(table.name, rows.copy());
  let checked = 0;
  for (const { name, value } of parameters.all) {
    const gradient = gradients.get(name) ?? new Float32Array();
    const norm = Math.hypot(...gradient);
    if (norm < 0.1) continue;
    // Along its own gradient the loss of each parameter rises by the gradient's norm. The steps are small, so that
    // exploration takes no other path on the way, and large enough for float32; a hinge may bend within the one, but
    // hardly in the same way within the other.
    const original = value.copy();
    const errors = [0.001, 0.0004].map((length) => {
      const step = length / Math.max(1, norm);
      const moved = (by: number) => {
        value.set(original.map((x, at) => x + (by * gradient[at]) / norm));
        return loss();
      };
      const slope = (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step);
      return Math.abs(slope / norm - 1);
    });
    value.set(original);
    expect(Math.min(...errors), name).toBeLessThan(0.1);
    checked++;
  }
  expect(checked).toBeGreaterThan(10);
}
