// Strict reading of a grid file: unknown keys, missing keys and values of the wrong type are errors that say where.
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';

/** A malformed grid file. */
export class GridError extends Error {
  override readonly name = 'GridError';
}

/** An object with known keys only. */
export function fields<Name extends string>(
  value: unknown,
  where: string,
  names: readonly Name[],
): { readonly [Key in Name]?: unknown } {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  const given = checked({ type: 'object', properties, additionalProperties: false }, value, where);
  return given as { [Key in Name]?: unknown };
}

/** The entries of an object with any keys. */
export function record(value: unknown, where: string): [string, unknown][] {
  return Object.entries(checked({ type: 'object' }, value, where));
}

export function text(value: unknown, where: string): string {
  return checked({ type: 'string', minLength: 1 }, value, where);
}

export function flagField(value: unknown, where: string): boolean {
  return checked({ type: 'boolean' }, value, where);
}

/** One of several words. */
export function choiceField<Name extends string>(
  value: unknown,
  where: string,
  names: readonly Name[],
): Name {
  return checked({ enum: names }, value, where);
}

/** A non-empty list. */
export function list<Item>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => Item,
): Item[] {
  const items = checked({ type: 'array', items: {}, minItems: 1 }, value, where);
  return items.map((item, at) => read(item, `${where}[${at}]`));
}

/** A list of distinct numbers of at least `low`. */
export function wholeNumbers(value: unknown, where: string, low: number): readonly number[] {
  const items = { type: 'integer', minimum: low } as const;
  return checked({ type: 'array', items, minItems: 1, uniqueItems: true }, value, where);
}

function checked<const S extends JsonSchema>(schema: S, value: unknown, where: string): ValueOf<S> {
  const problem = problemIn(schema, value, where);
  if (problem !== undefined) throw new GridError(problem);
  return value as ValueOf<S>;
}
