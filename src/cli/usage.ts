// How each verb is called, as data: its options are parsed by it, its help is printed from it, and so is the reference of
// all commands.

/** What is wrong with a command line, beyond what the parser of its options finds. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option as parseArgs takes it, and what a user must know about it. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string;
  /** What stands after it, as in FILE; nothing for a switch. */
  readonly takes?: string;
  readonly required?: boolean;
  readonly help: string;
}

/** The option of everything that prints figures. */
export const json = { type: 'boolean', help: 'the same as JSON' } as const satisfies Option;

export type Options = Readonly<Record<string, Option>>;

/** One way to call a verb. */
export interface Form {
  /** The verb and what stands there without an option, as in: render [FILE…] */
  readonly call: string;
  readonly about: string;
  readonly options: Options;
  /** Further options, by what they are the settings of. */
  readonly settings?: Readonly<Record<string, Options>>;
}

export type Usage = readonly Form[];

/** An option with what it takes, as in: --out FILE */
export function optionCall(name: string, { takes, multiple }: Option): string {
  return [`--${name}`, ...(takes === undefined ? [] : [takes]), ...(multiple ? ['…'] : [])].join(' ');
}

/** What an option is for, and what is taken where it is absent. */
export function optionHelp({ help, default: usual }: Option): string {
  return usual === undefined ? help : `${help} (default: ${usual})`;
}

/** The whole command in one line, as in: arcwise check [FILE…] [--json] */
export function synopsis({ call, options, settings }: Form): string {
  const calls = Object.entries(options).map(([name, option]) => {
    const text = optionCall(name, option);
    return option.required ? text : `[${text}]`;
  });
  return ['arcwise', call, ...calls, ...(settings ? ['[--SETTING VALUE …]'] : [])].join(' ');
}

/** All forms of a command, for those who got it wrong. */
export function usageText(usage: Usage): string {
  return `Usage: ${usage.map(synopsis).join('\n       ')}`;
}

/** Everything about a command, for those who ask. */
export function helpText(usage: Usage): string {
  return usage
    .map(({ call, about, options, settings = {} }) =>
      [
        `arcwise ${call}\n  ${about}`,
        optionLines(options),
        ...Object.entries(settings).map(([of, group]) => `  Settings of a ${of}:\n${optionLines(group)}`),
      ].join('\n\n'),
    )
    .join('\n\n');
}

function optionLines(options: Options): string {
  const entries = Object.entries(options);
  const width = Math.max(...entries.map(([name, option]) => optionCall(name, option).length));
  return entries
    .map(([name, option]) => `  ${optionCall(name, option).padEnd(width)}  ${optionHelp(option)}`)
    .join('\n');
}
