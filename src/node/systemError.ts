// What the system says of an error, in words: no such file or directory.
import { getSystemErrorMap } from 'node:util';

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}
