// A deduction system in which every tree has one derivation, made from one of the three transition systems by a flag on
// each item: whether its last step was the first of the two rules that may not follow each other directly.
import type { DeductionSystem, Rule } from './rule.js';

const flagged = (item: string, flag: string) => item.replace(']', ` | ${flag}]`);

/** What an item of a system, whose last step was `rule`, is called in its unambiguous form. */
export function unambiguousLabel({ forbids }: DeductionSystem, label: string, rule: string): string {
  return forbids === undefined ? label : label.replace(']', `|${rule === forbids[0] ? 1 : 0}]`);
}

/** The same system with one derivation for each tree. */
export function unambiguous(system: DeductionSystem): DeductionSystem {
  if (system.forbids === undefined) return system;
  const [first, second] = system.forbids;
  const flag = (rule: Rule): Rule => ({
    ...rule,
    // Between the premises stands a shift or a right-arc, so only the last premise's last step can come directly before.
    premises: rule.premises.map((item, at) =>
      at < rule.premises.length - 1 ? flagged(item, 'f') : flagged(item, rule.name === second ? '0' : 'g'),
    ),
    conclusion: flagged(rule.conclusion, rule.name === first ? '1' : '0'),
  });
  return {
    ...system,
    axioms: system.axioms.map((item) => flagged(item, '0')),
    rules: system.rules.map(flag),
    goals: system.goals.flatMap((item) => [flagged(item, '0'), flagged(item, '1')]),
  };
}
