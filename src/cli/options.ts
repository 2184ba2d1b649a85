// The values of options that take one of some words, or a number.
import { UsageError } from './usage.js';

/** The value of an option that takes one of these words, if it is given. */
export function choice<Word extends string>(
  name: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const found = words.find((word) => word === value);
  if (value !== undefined && found === undefined) {
    throw new UsageError(`--${name} takes ${words.join(', ')}, and not "${value}".`);
  }
  return found;
}

/** The value of an option that takes a whole number of at least 1, if it is given. */
export function count(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(value)) {
    throw new UsageError(`--${name} takes a whole number of at least 1, and not "${value}".`);
  }
  return Number(value);
}
