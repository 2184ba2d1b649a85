// The log: one line of JSON per request, without any of the request's content.

/** What the log records of a request. */
export interface LogEntry {
  readonly id: string;
  readonly method: string;
  /** One of the service's own routes, never the URL itself. */
  readonly route: string;
  readonly status: number;
  readonly words: number;
  readonly milliseconds: number;
  /** The stack of an internal error. */
  readonly error?: readonly string[];
}

export type Log = (entry: LogEntry) => void;

/** A log that writes each entry with a timestamp. */
export function jsonLog(write: (line: string) => void): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

/** The name and stack frames of an error, without its message, which may quote the text. */
export function stackOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [error instanceof Error ? error.name : typeof error, ...places.map((line) => line.trim())];
}
