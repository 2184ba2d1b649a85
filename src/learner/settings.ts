// Settings as data: each has a usual value and knows which values make sense, so that all kinds of models read and check
// theirs in one way, from JSON as from flags.
import { quoted } from '../conllu/quotation.js';
import { fits, fromText, type JsonSchema, takes } from './jsonSchema.js';

/** What is wrong with settings. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface Setting<Value> {
  readonly usual: Value;
  /** What it is, in a line of help. */
  readonly about: string;
  /** Which values it takes, as in: The setting "epochs" is a whole number from 1 to 100000. */
  readonly takes: string;
  fits(value: unknown): boolean;
  /** The value that a flag's text means; whether it fits is another question. */
  fromText(text: string): unknown;
  /** For values that can be written in several ways: the one way that is kept. */
  normal?(value: Value): Value;
}

export type Schema = Readonly<Record<string, Setting<unknown>>>;

/** The values of all settings of a schema. */
export type Values<S> = { [Name in keyof S]: S[Name] extends Setting<infer Value> ? Value : never };

/** A setting whose values a schema of JSON describes. */
function setting<Value>(
  usual: Value,
  about: string,
  schema: JsonSchema,
): Pick<Setting<Value>, 'usual' | 'about' | 'takes' | 'fits' | 'fromText'> {
  return {
    usual,
    about,
    takes: takes(schema),
    fits: (value) => fits(schema, value),
    fromText: (text) => fromText(schema, text),
  };
}

/** One of several words. */
export function oneOf<Word extends string>(
  usual: NoInfer<Word>,
  words: readonly [Word, ...Word[]],
  about: string,
): Setting<Word> {
  return setting(usual, about, { enum: words });
}

/** Some of several words, at least one, kept in one order. */
export function someOf<Word extends string>(
  usual: readonly NoInfer<Word>[],
  words: readonly Word[],
  about: string,
): Setting<readonly Word[]> {
  return {
    ...setting(usual, about, { type: 'array', items: { enum: words }, minItems: 1, uniqueItems: true }),
    takes: `a list of some of ${words.join(', ')}, each once`,
    fromText: (text) => text.split(',').map((part) => part.trim()),
    normal: (value) => words.filter((word) => value.includes(word)),
  };
}

export function number(usual: number, low: number, high: number, about: string): Setting<number> {
  return setting(usual, about, { type: 'number', minimum: low, maximum: high });
}

export function whole(usual: number, low: number, high: number, about: string): Setting<number> {
  return setting(usual, about, { type: 'integer', minimum: low, maximum: high });
}

export function flag(usual: boolean, about: string): Setting<boolean> {
  return setting(usual, about, { type: 'boolean' });
}

/** Values from any JSON: what is absent has its usual value, and what makes no sense is refused with one sentence. */
export function readValues<S extends Schema>(schema: S, given: unknown): Values<S> {
  if (!fits({ type: 'object' }, given)) {
    throw new SettingsError('Settings are a JSON object of names and values.');
  }
  const values = Object.fromEntries(Object.entries(schema).map(([name, { usual }]) => [name, usual]));
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(schema, name)) throw new SettingsError(`There is no setting ${quoted(name)}.`);
    const { takes, fits, normal } = schema[name];
    if (!fits(value)) {
      throw new SettingsError(`The setting "${name}" is ${takes}, not ${quoted(value)}.`);
    }
    values[name] = normal ? normal(value) : value;
  }
  return values as Values<S>;
}
