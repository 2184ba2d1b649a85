// The agenda: derives every item of a deduction system for a sentence of n words and keeps the proofs as a chart, a
// hypergraph of items. It is the readable reference and feeds the explorer; the fast decoders are in `decode`.
import { type Binding, type DeductionSystem, ItemPattern, type Rule } from './rule.js';

/** An item of the chart with all its proofs. */
export interface Item {
  /** As the paper writes it, for instance `[0, 3]`. */
  readonly label: string;
  readonly indices: readonly number[];
  /** An axiom, or licensed by a shift or right-arc: its value starts from one. */
  initial: boolean;
  /** Every way to derive it. */
  readonly steps: Step[];
}

/** A rule applied to some premises. */
export interface Step {
  readonly rule: Rule;
  readonly premises: readonly Item[];
  readonly binding: Binding;
}

/** All items of a sentence: a hypergraph of proofs. */
export interface Chart {
  readonly n: number;
  readonly system: DeductionSystem;
  /** Every item, premises before conclusions. */
  readonly items: readonly Item[];
  readonly goals: readonly Item[];
}

/** Options of a chart. */
export interface ChartOptions {
  /** ROOT has exactly one dependent. */
  readonly singleRoot?: boolean;
}

/** A rule with parsed patterns, and the items seen for each premise by the values of the shared variables. */
interface CompiledRule {
  readonly rule: Rule;
  readonly premises: readonly ItemPattern[];
  readonly conclusion: ItemPattern;
  readonly shared: readonly string[];
  readonly seen: readonly Map<string, { item: Item; binding: Binding }[]>[];
}

function compile(rule: Rule): CompiledRule {
  const premises = rule.premises.map((text) => new ItemPattern(text));
  const [first, second] = premises;
  const shared = second ? first.variables.filter((name) => second.variables.includes(name)) : [];
  return {
    rule,
    premises,
    conclusion: new ItemPattern(rule.conclusion),
    shared,
    seen: premises.map(() => new Map()),
  };
}

/** Derives every item of a deduction system for a sentence of n words. */
export function deduce(system: DeductionSystem, n: number, { singleRoot = false }: ChartOptions = {}): Chart {
  const rules = system.rules.map(compile);
  const items = new Map<string, Item>();
  const shapes = new Map<Item, string>();
  const agenda: Item[] = [];

  const find = (pattern: ItemPattern, binding: Binding): Item => {
    const indices = pattern.fill(binding);
    const label = pattern.label(indices);
    let item = items.get(label);
    if (item === undefined) {
      item = { label, indices, initial: false, steps: [] };
      items.set(label, item);
      shapes.set(item, pattern.shape);
      agenda.push(item);
    }
    return item;
  };

  const conclude = (
    { rule, conclusion }: CompiledRule,
    premises: readonly Item[],
    binding: Binding,
  ): void => {
    if (rule.when && !rule.when(binding)) return;
    if (singleRoot && rule.whenSingleRoot && !rule.whenSingleRoot(binding)) return;
    const item = find(conclusion, binding);
    if (rule.licenses) item.initial = true;
    else item.steps.push({ rule, premises, binding });
  };

  for (const axiom of system.axioms) {
    const pattern = new ItemPattern(axiom);
    const [variable] = pattern.variables;
    const values =
      variable === undefined ? [{ n }] : Array.from({ length: n + 1 }, (_, i) => ({ n, [variable]: i }));
    for (const binding of values) find(pattern, binding).initial = true;
  }
  // The agenda grows during the loop.
  for (const item of agenda) {
    const shape = shapes.get(item);
    for (const compiled of rules) {
      for (const [at, pattern] of compiled.premises.entries()) {
        const binding = pattern.shape === shape ? pattern.match(item.indices, { n }) : undefined;
        if (binding === undefined) continue;
        if (compiled.premises.length === 1) {
          conclude(compiled, [item], binding);
          continue;
        }
        const key = compiled.shared.map((name) => binding[name]).join();
        const seen = compiled.seen[at];
        const partners = seen.get(key);
        if (partners) partners.push({ item, binding });
        else seen.set(key, [{ item, binding }]);
        for (const other of compiled.seen[1 - at].get(key) ?? []) {
          const premises = at === 0 ? [item, other.item] : [other.item, item];
          conclude(compiled, premises, { ...binding, ...other.binding });
        }
      }
    }
  }
  const goals = system.goals.flatMap((text) => {
    const pattern = new ItemPattern(text);
    return items.get(pattern.label(pattern.fill({ n }))) ?? [];
  });
  return { n, system, items: premisesFirst([...items.values()]), goals };
}

/** The items, ordered with premises before conclusions. */
function premisesFirst(items: readonly Item[]): Item[] {
  const order: Item[] = [];
  const state = new Map<Item, 'open' | 'done'>();
  for (const start of items) {
    const stack = [start];
    for (let item = stack.at(-1); item !== undefined; item = stack.at(-1)) {
      if (state.has(item)) {
        stack.pop();
        if (state.get(item) === 'open') order.push(item);
        state.set(item, 'done');
        continue;
      }
      state.set(item, 'open');
      for (const { premises } of item.steps) stack.push(...premises.filter((premise) => !state.has(premise)));
    }
  }
  return order;
}
