// Settings as data: each has a usual value and knows which values make sense, so that all kinds of models read and check
// theirs in one way, from JSON as from flags.
import { quoted } from '../conllu/quotation.js';

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

/** One of several words. */
export function oneOf<Word extends string>(
  usual: NoInfer<Word>,
  words: readonly [Word, ...Word[]],
  about: string,
): Setting<Word> {
  return {
    usual,
    about,
    takes: `one of ${words.join(', ')}`,
    fits: (value) => words.some((word) => word === value),
    fromText: (text) => text,
  };
}

/** Some of several words, at least one, kept in one order. */
export function someOf<Word extends string>(
  usual: readonly NoInfer<Word>[],
  words: readonly Word[],
  about: string,
): Setting<readonly Word[]> {
  return {
    usual,
    about,
    takes: `a list of some of ${words.join(', ')}, each once`,
    fits: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((item) => words.includes(item)),
    fromText: (text) => text.split(',').map((part) => part.trim()),
    normal: (value) => words.filter((word) => value.includes(word)),
  };
}

export function number(usual: number, low: number, high: number, about: string): Setting<number> {
  return {
    usual,
    about,
    takes: high === Infinity ? `a number of at least ${low}` : `a number from ${low} to ${high}`,
    fits: (value) => typeof value === 'number' && value >= low && value <= high,
    // What is no number stays the text that it is, for the refusal to quote.
    fromText: (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)),
  };
}

export function whole(usual: number, low: number, high: number, about: string): Setting<number> {
  const { fits, fromText } = number(usual, low, high, about);
  return {
    usual,
    about,
    takes: `a whole number from ${low} to ${high}`,
    fits: (value) => fits(value) && Number.isInteger(value),
    fromText,
  };
}

export function flag(usual: boolean, about: string): Setting<boolean> {
  return {
    usual,
    about,
    takes: 'true or false',
    fits: (value) => typeof value === 'boolean',
    fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  };
}

/** Values from any JSON: what is absent has its usual value, and what makes no sense is refused with one sentence. */
export function readValues<S extends Schema>(schema: S, given: unknown): Values<S> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
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
