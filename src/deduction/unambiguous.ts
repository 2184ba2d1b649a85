// A deduction system in which every tree has one derivation, made from one of the three transition systems by a flag on
// each item: whether its last step was the first of the two rules that must not directly follow each other.
import type { DeductionSystem, Rule } from './rule.js';

const flagged = (item: string, flag: string) => item.replace(']', ` | ${flag}]`);

/** The label of an item whose last step was `rule` in the unambiguous form of its system. */
export function unambiguousLabel({ forbids }: DeductionSystem, label: string, rule: string): string {
  return forbids === undefined ? label : label.replace(']', `|${rule === forbids[0] ? 1 : 0}]`);
}

/** The same system with one derivation per tree. */
export function unambiguous(system: DeductionSystem): DeductionSystem {
  if (system.forbids === undefined) return system;
  const [first, second] = system.forbids;
  const flag = (rule: Rule): Rule => ({
    ...rule,
    // A shift or right-arc separates the premises, so only the last step of the last premise can directly precede the rule.
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
