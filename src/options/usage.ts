// The usage of each verb as data, from which options are parsed and the help and the command reference are generated.

/** An error in a command line that parseArgs does not detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option for parseArgs, with its documentation. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string;
  /** The placeholder for its value, such as FILE; absent for a switch. */
  readonly takes?: string;
  readonly required?: boolean;
  readonly help: string;
}

/** The option of all commands that print figures. */
export const json = { type: 'boolean', help: 'the same as JSON' } as const satisfies Option;

export type Options = Readonly<Record<string, Option>>;

/** One way to call a verb. */
export interface Form {
  /** The verb and its positional arguments, as in: render [FILE…] */
  readonly call: string;
  readonly about: string;
  readonly options: Options;
  /** Further options, by the kind of model that they configure. */
  readonly settings?: Readonly<Record<string, Options>>;
}

export type Usage = readonly Form[];

/** An option with its placeholder, as in: --out FILE */
export function optionCall(name: string, { takes, multiple }: Option): string {
  return [`--${name}`, ...(takes === undefined ? [] : [takes]), ...(multiple ? ['…'] : [])].join(' ');
}

/** The description of an option, with its default. */
export function optionHelp({ help, default: value }: Option): string {
  return value === undefined ? help : `${help} (default: ${value})`;
}

/** The whole command in one line, as in: arcwise check [FILE…] [--json] */
export function synopsis({ call, options, settings }: Form): string {
  const calls = Object.entries(options).map(([name, option]) => {
    const text = optionCall(name, option);
    return option.required ? text : `[${text}]`;
  });
  return ['arcwise', call, ...calls, ...(settings ? ['[--SETTING VALUE …]'] : [])].join(' ');
}

/** All forms of a command, shown after a usage error. */
export function usageText(usage: Usage): string {
  return `Usage: ${usage.map(synopsis).join('\n       ')}`;
}

/** The full help of a command. */
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
