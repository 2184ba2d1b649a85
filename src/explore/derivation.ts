// The derivation of a transition sequence: each step derives one item of the deduction system.
import type { Chart, Item, Step } from '../deduction/chart.js';
import { type Binding, type DeductionSystem, ItemPattern } from '../deduction/rule.js';

/** A step of a derivation, and the item that it derives. */
export interface Conclusion extends Step {
  readonly item: Item;
}

export interface Derived {
  /** One per transition. */
  readonly conclusions: readonly Conclusion[];
  /** The items that it uses, each with only the step that derives it. */
  readonly chart: Chart;
}

/**
 * The derivation of a transition sequence. The items on the stack are adjacent, and the last one ends at the front of the
 * buffer: a shift or right-arc starts an item after it, a reduction joins the last two.
 */
export function derivationOf(system: DeductionSystem, n: number, transitions: readonly string[]): Derived {
  const newItem = (pattern: ItemPattern, binding: Binding, initial: boolean): Item => {
    const indices = pattern.fill(binding);
    return { label: pattern.label(indices), indices, initial, steps: [] };
  };
  const stack = [newItem(new ItemPattern(system.axioms[0]), { n }, true)];
  const items = [...stack];
  const conclusions = transitions.map((name): Conclusion => {
    const rule = system.rules.find((one) => one.name === name);
    if (!rule) throw new Error(`There is no rule ${name} in ${system.name}.`);
    const premises = stack.slice(-rule.premises.length);
    let binding: Binding | undefined = { n };
    for (const [at, premise] of rule.premises.entries()) {
      binding = binding && new ItemPattern(premise).match(premises[at].indices, binding);
    }
    if (!binding) {
      throw new Error(
        `The rule ${name} does not follow ${premises.map(({ label }) => label).join(' and ')}.`,
      );
    }
    const item = newItem(new ItemPattern(rule.conclusion), binding, rule.licenses ?? false);
    if (!rule.licenses) {
      item.steps.push({ rule, premises, binding });
      stack.length -= premises.length;
    }
    stack.push(item);
    items.push(item);
    return { rule, premises, binding, item };
  });
  return { conclusions, chart: { n, system, items, goals: stack } };
}
