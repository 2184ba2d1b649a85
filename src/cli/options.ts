// The values of options that take one of some words, or a number.
import { UsageError } from './usage.js';

export function choice<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new UsageError(`${option} is one of ${names.join(', ')}, not "${given}".`);
  return found;
}

export function count(option: string, given: string): number;
export function count(option: string, given: string | undefined): number | undefined;
export function count(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(given)) {
    throw new UsageError(`${option} is a whole number of at least 1, not "${given}".`);
  }
  return Number(given);
}
