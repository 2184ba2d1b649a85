// The values of options that take one of some words, or a number; and options that schemas describe.
import { fromText, type JsonSchema, problemIn } from '../learner/jsonSchema.js';
import { type Option, UsageError } from './usage.js';

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

/** The flag of what a program calls by a name: `kBest` is k-best. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The option of a schema: a switch, one of some words, or a number. */
export function schemaOption(schema: JsonSchema): Omit<Option, 'multiple' | 'default'> {
  const help = schema.description ?? '';
  if (schema.type === 'boolean') return { type: 'boolean', help };
  return { type: 'string', takes: schema.enum?.join('|') ?? 'N', help };
}

/** The values of the flags that schemas describe, by the names of the schemas; those that are not given are absent. */
export function schemaValues(
  schemas: Readonly<Record<string, JsonSchema>>,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const given = flags[flagOf(name)];
    if (given === undefined) continue;
    values[name] = typeof given === 'string' ? fromText(schema, given) : given;
    const problem = problemIn(schema, values[name], `--${flagOf(name)}`);
    if (problem !== undefined) throw new UsageError(problem);
  }
  return values;
}
