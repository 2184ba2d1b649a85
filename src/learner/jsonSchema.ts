// The subset of JSON Schema that arcwise uses. A schema checks a value, describing any problem in one sentence, defines
// its TypeScript type, and goes into the OpenAPI document unchanged.
import { counted, listed, quoted } from '../conllu/quotation.js';

export interface JsonSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  /** Of strings. */
  readonly minLength?: number;
  readonly pattern?: string;
  /** Of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of arrays. */
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** Of objects. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** The schema of other properties; false if there may be none. */
  readonly additionalProperties?: false | JsonSchema;
  /** Exactly one of these properties must be present. */
  readonly oneOf?: readonly { readonly required: readonly [string] }[];
}

/** The type of the values that fit a schema. */
export type ValueOf<S extends JsonSchema> = S extends { enum: readonly (infer Word)[] }
  ? Word
  : S extends { type: 'string' }
    ? string
    : S extends { type: 'number' | 'integer' }
      ? number
      : S extends { type: 'boolean' }
        ? boolean
        : S extends { items: infer Items extends JsonSchema }
          ? readonly ValueOf<Items>[]
          : S extends { type: 'object' }
            ? ObjectOf<S>
            : unknown;

type ObjectOf<S extends JsonSchema> = Named<S> &
  (S extends { additionalProperties: infer Others extends JsonSchema }
    ? { readonly [name: string]: ValueOf<Others> }
    : unknown);

type Named<S extends JsonSchema> = S extends {
  properties: infer Properties extends Record<string, JsonSchema>;
}
  ? {
      readonly [Name in keyof Properties as Name extends RequiredOf<S> ? Name : never]: ValueOf<
        Properties[Name]
      >;
    } & {
      readonly [Name in keyof Properties as Name extends RequiredOf<S> ? never : Name]?: ValueOf<
        Properties[Name]
      >;
    }
  : { readonly [name: string]: unknown };

type RequiredOf<S extends JsonSchema> = S extends { required: readonly (infer Name)[] } ? Name : never;

/** Whether a value matches a schema. */
export function fits<const S extends JsonSchema>(schema: S, value: unknown): value is ValueOf<S> {
  return problemIn(schema, value, '') === undefined;
}

/**
 * What is wrong with a value, as a sentence that begins with its name; undefined if it fits. Nested values are named by
 * their path, such as `seeds, "ewt"[2]`, which begins with `inside` instead of the value's own name.
 */
export function problemIn(
  schema: JsonSchema,
  value: unknown,
  name: string,
  inside = name,
): string | undefined {
  if (value === undefined) return `${name} is missing: it is ${takes(schema)}.`;
  if (!isOfKind(schema, value)) return `${name} is ${takes(schema)}, not ${quoted(value)}.`;
  if (schema.type === 'array') return problemInItems(schema, value as readonly unknown[], name, inside);
  if (schema.type !== 'object' || isAnyObject(schema)) return undefined;
  return problemInProperties(schema, value as object, name, inside);
}

/** Whether nothing is said about the properties, which then take no time. */
function isAnyObject({ properties, required, additionalProperties, oneOf }: JsonSchema): boolean {
  return (properties ?? required ?? additionalProperties ?? oneOf) === undefined;
}

/** What a schema describes, in words: a whole number from 1 to 100. */
export function takes(schema: JsonSchema): string {
  const { type, minimum = -Infinity, maximum = Infinity, items, required = [] } = schema;
  if (schema.enum) return `one of ${listed(schema.enum)}`;
  switch (type) {
    case 'string':
      if (schema.pattern !== undefined) return `a string that matches ${schema.pattern}`;
      return schema.minLength ? 'a string that is not empty' : 'a string';
    case 'boolean':
      return 'true or false';
    case 'array':
      return items ? `an array whose items are each ${takes(items)}` : 'an array';
    case 'object':
      return required.length > 0 ? `an object with ${listed(required)}` : 'an object';
    default: {
      const number = type === 'integer' ? 'a whole number' : 'a number';
      if (minimum === -Infinity) return number;
      return maximum === Infinity
        ? `${number} of at least ${minimum}`
        : `${number} from ${minimum} to ${maximum}`;
    }
  }
}

/** The expressions of patterns: lists may be long. */
const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (!expression) {
    expression = new RegExp(pattern, 'u');
    expressions.set(pattern, expression);
  }
  return expression;
}

/** Whether the value itself fits, regardless of its contents. */
function isOfKind(
  { type, enum: words, minLength = 0, pattern, minimum, maximum }: JsonSchema,
  value: unknown,
): boolean {
  if (words) return words.some((word) => word === value);
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'number':
    case 'integer':
      return (
        typeof value === 'number' &&
        (type === 'number' || Number.isSafeInteger(value)) &&
        value >= (minimum ?? -Infinity) &&
        value <= (maximum ?? Infinity)
      );
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= minLength &&
        (pattern === undefined || expressionOf(pattern).test(value))
      );
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

function problemInItems(
  schema: JsonSchema,
  list: readonly unknown[],
  name: string,
  inside: string,
): string | undefined {
  const { items = {}, minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (list.length < minItems) return `${name} has ${counted(list.length, 'item')}, fewer than ${minItems}.`;
  if (list.length > maxItems) return `${name} has ${counted(list.length, 'item')}, more than ${maxItems}.`;
  // Lists may be long: words are checked in the simplest way, and names are built only for invalid items.
  const { type, enum: words, minLength, pattern } = items;
  const areTexts = type === 'string' && !words && minLength === undefined && pattern === undefined;
  const wrong = areTexts
    ? list.findIndex((item) => typeof item !== 'string')
    : list.findIndex((item) => problemIn(items, item, '') !== undefined);
  if (wrong >= 0) return problemIn(items, list[wrong], `${inside}[${wrong}]`);
  return uniqueItems && new Set(list).size < list.length ? `${name} has an item twice.` : undefined;
}

function problemInProperties(
  schema: JsonSchema,
  value: object,
  name: string,
  inside: string,
): string | undefined {
  const { properties = {}, required = [], additionalProperties = {}, oneOf = [] } = schema;
  const given = (property: string): unknown =>
    Object.hasOwn(value, property) ? (value as Readonly<Record<string, unknown>>)[property] : undefined;
  // JSON has no undefined values, so such properties count as absent.
  const names = Object.keys(value).filter((property) => given(property) !== undefined);
  const unknown = names.find((property) => !Object.hasOwn(properties, property));
  if (additionalProperties === false && unknown !== undefined) {
    return `${name} takes no ${quoted(unknown)}, only ${listed(Object.keys(properties))}.`;
  }
  const choices = oneOf.map(({ required: [choice] }) => choice);
  if (choices.length > 0 && choices.filter((choice) => names.includes(choice)).length !== 1) {
    return `${name} has exactly one of ${listed(choices)}.`;
  }
  const schemaOf = (property: string) =>
    Object.hasOwn(properties, property) ? properties[property] : additionalProperties || {};
  const missing = required.find((property) => given(property) === undefined);
  // Names are built only for invalid values.
  const wrong =
    missing ?? names.find((property) => problemIn(schemaOf(property), given(property), '') !== undefined);
  if (wrong === undefined) return undefined;
  return problemIn(schemaOf(wrong), given(wrong), `${inside}, ${quoted(wrong)}`);
}

/** The value of a flag's text; invalid text is returned unchanged, for the error message to quote. */
export function fromText({ type }: JsonSchema, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'number' || type === 'integer') && text.trim() !== '';
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text;
}
