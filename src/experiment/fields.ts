// Strict reading of JSON: what is unknown, missing or of the wrong kind is refused with a sentence that says where.
import { listed, quoted } from '../conllu/quotation.js';

/** What is wrong with a grid file. */
export class GridError extends Error {
  override readonly name = 'GridError';
}

/** An object of which all keys are known. */
export function fields<Name extends string>(
  value: unknown,
  where: string,
  names: readonly Name[],
): { readonly [Key in Name]?: unknown } {
  const entries = record(value, where);
  const unknown = entries.find(([name]) => !names.some((known) => known === name));
  if (unknown)
    throw new GridError(`${where} has the unknown key ${quoted(unknown[0])}: it takes ${listed(names)}.`);
  return Object.fromEntries(entries) as { [Key in Name]?: unknown };
}

/** The entries of an object with any keys. */
export function record(value: unknown, where: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GridError(`${where} is a JSON object, not ${said(value)}.`);
  }
  return Object.entries(value);
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string' || value === '') {
    throw new GridError(`${where} is a text, not ${said(value)}.`);
  }
  return value;
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw new GridError(`${where} is true or false, not ${said(value)}.`);
  return value;
}

/** One of some words. */
export function choice<Name extends string>(value: unknown, where: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new GridError(`${where} is one of ${listed(names)}, not ${said(value)}.`);
  return found;
}

/** A list that is not empty. */
export function list<Item>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => Item,
): Item[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new GridError(`${where} is a list with something in it, not ${said(value)}.`);
  }
  return value.map((item, at) => read(item, `${where}[${at}]`));
}

/** A list of numbers from `low` on, each once. */
export function wholeNumbers(value: unknown, where: string, low: number): number[] {
  const numbers = list(value, where, (item, place) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < low) {
      throw new GridError(`${place} is a whole number of at least ${low}, not ${said(item)}.`);
    }
    return item;
  });
  if (new Set(numbers).size < numbers.length) throw new GridError(`${where} has a number twice.`);
  return numbers;
}

function said(value: unknown): string {
  return value === undefined ? 'missing' : quoted(value);
}
