// Reads the values of options: choices, counts, and those described by a schema.
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

/** The flag for a name in the API: `kBest` becomes k-best. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The option for a schema: a switch, a choice or a number. */
export function schemaOption(schema: JsonSchema): Omit<Option, 'multiple' | 'default'> {
  const help = schema.description ?? '';
  if (schema.type === 'boolean') return { type: 'boolean', help };
  return { type: 'string', takes: schema.enum?.join('|') ?? 'N', help };
}

/** The values of the given flags that have a schema, by the schema's name. */
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
