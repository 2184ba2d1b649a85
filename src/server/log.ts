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

/**
 * A log of timestamped entries. Those of one turn of the event loop have the same time and are written together, because
 * both take long.
 */
export function jsonLog(write: (lines: string) => void): Log {
  let [lines, time] = ['', ''];
  return (entry) => {
    if (lines === '') {
      time = new Date().toISOString();
      setImmediate(() => {
        const written = lines;
        lines = '';
        write(written);
      });
    }
    lines += `${JSON.stringify({ time, ...entry })}\n`;
  };
}

/** The name and stack frames of an error, without its message, which may quote the text. */
export function stackOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [error instanceof Error ? error.name : typeof error, ...places.map((line) => line.trim())];
}
