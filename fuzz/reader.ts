// What every reader of input from strangers promises: a value, or a refusal in one clear sentence, and nothing else.

type ErrorClass = abstract new (...parameters: never[]) => Error;

export interface Reader {
  readonly name: string;
  /** Of all executions of a run, in parts of the sum over all readers: fewer for what takes longer. */
  readonly share: number;
  /** Sound inputs, from which others are made. */
  readonly seeds: readonly Uint8Array[];
  /** The errors by which it refuses an input. */
  readonly refusals: readonly ErrorClass[];
  /** Reads an input, and throws any other error where what it gives is not what it should be. */
  read(input: Uint8Array): unknown;
}

/** What was wrong with a reading. */
export interface Fault {
  /** Equal for what is likely to have one cause. */
  readonly key: string;
  readonly description: string;
}

export type Outcome = 'value' | 'refusal' | Fault;

/** How a reader takes an input that a stranger made. */
export function outcomeOf(reader: Reader, input: Uint8Array): Outcome | Promise<Outcome> {
  try {
    const value = reader.read(input);
    if (!(value instanceof Promise)) return pollution() ?? 'value';
    return value.then(
      () => pollution() ?? 'value',
      (error: unknown) => outcomeOfError(reader, input, error),
    );
  } catch (error) {
    return outcomeOfError(reader, input, error);
  }
}

function outcomeOfError({ refusals }: Reader, input: Uint8Array, error: unknown): Outcome {
  if (!(error instanceof Error)) return { key: 'no error', description: `It throws ${String(error)}.` };
  if (!refusals.some((refusal) => error instanceof refusal)) {
    const [place = ''] = /\w+\/\w+\.[jt]s:\d+/.exec(error.stack?.replace(/^.*\n/, '') ?? '') ?? [];
    return { key: `${error.name} at ${place}`, description: error.stack ?? error.message };
  }
  const flaw = flawOf(error.message, input);
  if (flaw === undefined) return pollution() ?? 'refusal';
  return { key: `a sentence that ${flaw}`, description: `Its sentence ${flaw}: ${error.message}` };
}

const longestSentence = 1000;

/** What makes a message no clear sentence, apart from what it has from the input. */
export function flawOf(message: string, input: Uint8Array): string | undefined {
  if (message.length > longestSentence) return 'is very long';
  if (/\p{Cc}/u.test(message)) return 'has control characters';
  const [odd] = /\b(undefined|NaN|\w+Error|node_modules)\b|\[object|\.[jt]s:\d/.exec(message) ?? [];
  if (odd && !new TextDecoder().decode(input).includes(odd)) return `says ${odd}`;
  // What is wrong in a line of a treebank is told as compilers do it.
  if (/^line \d+: [a-z].*[^.\s]$/s.test(message)) return undefined;
  return /^\S.*[^.\s]\.$/s.test(message) ? undefined : 'is no sentence';
}

/** Whether a reading has left something in the prototypes that all objects and lists share. */
function pollution(): Fault | undefined {
  for (const name in []) return { key: 'pollution', description: `It has given all lists "${name}".` };
  return undefined;
}

/** Fails a reading whose value is not what it should be. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new TypeError(`It does not hold that ${what}.`);
}

/** The bytes of a text. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
