// Settings as data: each has a default and knows its valid values, so that all kinds of models read and check theirs in
// the same way, from JSON or flags. A part that comes in several kinds has its own settings for each: nested in memory
// and in files, `{ "encoder": { "kind": "bilstm", "units": 128 } }`, or flat among the others, like flags.
import { quoted } from '../conllu/quotation.js';
import { fits, fromText, type JsonSchema, takes } from './jsonSchema.js';

/** Thrown for invalid settings. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface Setting<Value> {
  readonly default: Value;
  /** Its description in the help. */
  readonly about: string;
  /** Its valid values, as in: The setting "epochs" is a whole number from 1 to 100000. */
  readonly takes: string;
  fits(value: unknown): boolean;
  /** The value of a flag's text, which may not fit. */
  fromText(text: string): unknown;
  /** The canonical form of values that can be written in several ways. */
  normal?(value: Value): Value;
}

export type FlatSchema = Readonly<Record<string, Setting<unknown>>>;

/** A part that comes in several kinds, each with its own settings. */
export interface Variant<Kinds extends Readonly<Record<string, FlatSchema>> = Record<string, FlatSchema>> {
  readonly kind: Setting<keyof Kinds & string>;
  readonly kinds: Kinds;
}

export type Schema = Readonly<Record<string, Setting<unknown> | Variant>>;

/** The values of all settings of a schema. */
export type Values<S> = {
  [Name in keyof S]: S[Name] extends Setting<infer Value>
    ? Value
    : S[Name] extends Variant<infer Kinds>
      ? { [Kind in keyof Kinds]: { readonly kind: Kind } & Values<Kinds[Kind]> }[keyof Kinds]
      : never;
};

/** A setting whose values a JSON schema describes. */
function setting<Value>(
  defaultValue: Value,
  about: string,
  schema: JsonSchema,
): Pick<Setting<Value>, 'default' | 'about' | 'takes' | 'fits' | 'fromText'> {
  return {
    default: defaultValue,
    about,
    takes: takes(schema),
    fits: (value) => fits(schema, value),
    fromText: (text) => fromText(schema, text),
  };
}

/** One of several words. */
export function oneOf<Word extends string>(
  defaultValue: NoInfer<Word>,
  words: readonly Word[],
  about: string,
): Setting<Word> {
  return setting(defaultValue, about, { enum: words });
}

/** Some of several words, at least one, in canonical order. */
export function someOf<Word extends string>(
  defaultValue: readonly NoInfer<Word>[],
  words: readonly Word[],
  about: string,
): Setting<readonly Word[]> {
  return {
    ...setting(defaultValue, about, {
      type: 'array',
      items: { enum: words },
      minItems: 1,
      uniqueItems: true,
    }),
    takes: `a list of some of ${words.join(', ')}, each once`,
    fromText: (text) => text.split(',').map((part) => part.trim()),
    normal: (value) => words.filter((word) => value.includes(word)),
  };
}

export function number(defaultValue: number, low: number, high: number, about: string): Setting<number> {
  return setting(defaultValue, about, { type: 'number', minimum: low, maximum: high });
}

export function whole(defaultValue: number, low: number, high: number, about: string): Setting<number> {
  return setting(defaultValue, about, { type: 'integer', minimum: low, maximum: high });
}

export function flag(defaultValue: boolean, about: string): Setting<boolean> {
  return setting(defaultValue, about, { type: 'boolean' });
}

/** Values from any JSON: absent ones take their defaults, and invalid ones are rejected with one sentence. */
export function readValues<S extends Schema>(schema: S, given: unknown): Values<S> {
  const flat = flatValues(schema, given);
  const values = Object.entries(schema).map(([name, entry]) => {
    if (!isVariant(entry)) return [name, flat[name]];
    const kind = flat[name] as string;
    const own = Object.keys(entry.kinds[kind]).map((setting) => [setting, flat[setting]]);
    return [name, { kind, ...Object.fromEntries(own) }];
  });
  return Object.fromEntries(values) as Values<S>;
}

/** The values that differ from their defaults, flat and sorted by name: settings added later change nothing here. */
export function changedValues(schema: Schema, given: unknown): [name: string, value: unknown][] {
  const flat = flatValues(schema, given);
  return Object.entries(expanded(schema, flat))
    .map(([name, setting]): [string, unknown, unknown] => [name, flat[name], setting.default])
    .filter(([, value, byDefault]) => JSON.stringify(value) !== JSON.stringify(byDefault))
    .map(([name, value]): [string, unknown] => [name, value])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The settings of a schema that can be flags, including those of all kinds. */
export function flagSettings(schema: Schema): FlatSchema {
  const settings = Object.entries(schema).map(([name, entry]) =>
    isVariant(entry) ? Object.assign({}, ...Object.values(entry.kinds)) : { [name]: entry },
  );
  return Object.assign({}, ...settings);
}

/** Settings from any JSON with nothing nested, so that some can override others. */
export function flattened(schema: Schema, given: unknown): Record<string, unknown> {
  if (!fits({ type: 'object' }, given)) {
    throw new SettingsError('Settings are a JSON object of names and values.');
  }
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const entry = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (!entry || !isVariant(entry) || !fits({ type: 'object' }, value)) return [[name, value]];
    return Object.entries(value).map(([own, ownValue]) => {
      const isOwn = Object.values(entry.kinds).some((settings) => Object.hasOwn(settings, own));
      if (!isOwn && own !== 'kind') {
        throw new SettingsError(`There is no setting ${quoted(own)} in "${name}".`);
      }
      return [isOwn ? own : name, ownValue];
    });
  });
  const flat = Object.fromEntries(entries);
  const twice = entries.find(([name, value]) => flat[name] !== value);
  if (twice) throw new SettingsError(`The setting "${twice[0]}" has two values.`);
  return flat;
}

/** What readValues returns, but with nothing nested. */
export function flatValues(schema: Schema, given: unknown): Record<string, unknown> {
  const flat = flattened(schema, given);
  const settings = expanded(schema, flat);
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, setting.default]),
  );
  for (const [name, value] of Object.entries(flat)) {
    if (!Object.hasOwn(settings, name)) throw new SettingsError(unknownSetting(schema, flat, name));
    values[name] = checked(name, settings[name], value);
  }
  return values;
}

/** All settings of a schema by name; for variants, those of the kinds that the flat values select. */
function expanded(schema: Schema, flat: Readonly<Record<string, unknown>>): FlatSchema {
  const settings = Object.entries(schema).map(([name, entry]) => {
    if (!isVariant(entry)) return { [name]: entry };
    const kind = Object.hasOwn(flat, name) ? checked(name, entry.kind, flat[name]) : entry.kind.default;
    return { [name]: entry.kind, ...entry.kinds[kind as string] };
  });
  return Object.assign({}, ...settings);
}

/** The message for an unknown setting, which may belong to another kind. */
function unknownSetting(schema: Schema, flat: Readonly<Record<string, unknown>>, name: string): string {
  for (const [part, entry] of Object.entries(schema)) {
    if (!isVariant(entry)) continue;
    const kind = Object.keys(entry.kinds).find((other) => Object.hasOwn(entry.kinds[other], name));
    if (kind === undefined) continue;
    return `"${name}" is a setting of the ${part} "${kind}", not of "${flat[part] ?? entry.kind.default}".`;
  }
  return `There is no setting ${quoted(name)}.`;
}

function checked(name: string, { takes, fits, normal }: Setting<unknown>, value: unknown): unknown {
  if (!fits(value)) throw new SettingsError(`The setting "${name}" is ${takes}, not ${quoted(value)}.`);
  return normal ? normal(value) : value;
}

function isVariant(entry: Setting<unknown> | Variant): entry is Variant {
  return 'kinds' in entry;
}
