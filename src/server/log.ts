// The log: one line of JSON a request, without a word of what the request said.

/** What is written of a request. */
export interface LogEntry {
  readonly id: string;
  readonly method: string;
  /** One of the service's own, never the address itself. */
  readonly route: string;
  readonly status: number;
  readonly words: number;
  readonly milliseconds: number;
  /** Where the program was when it failed. */
  readonly error?: readonly string[];
}

export type Log = (entry: LogEntry) => void;

/** Writes lines with the time. */
export function jsonLog(write: (line: string) => void): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

/** The places of an error, without its message, which may quote the text. */
export function stackOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [error instanceof Error ? error.name : typeof error, ...places.map((line) => line.trim())];
}
