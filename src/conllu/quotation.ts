// What a message says about a file: quotations as JSON, on one line, cut where they are long; lists, and numbers of things.

/** Characters that are told. */
const LONGEST = 60;

/** Items that are listed. */
const MOST = 10;

/** A value that may come from a stranger's file, of which only the beginning is told where it is long. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(cut(value)) : cut(textOf(value));
  // JSON leaves these as they are, and terminals take some of them for commands.
  return text.replace(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Some numbers or names as a sentence lists them: the first ones. */
export function listed(items: readonly (number | string)[]): string {
  const first = items
    .slice(0, MOST)
    .map((item) => (typeof item === 'string' ? quoted(item).slice(1, -1) : item));
  const left = items.length - first.length;
  return left === 0 ? first.join(', ') : `${first.join(', ')} and ${left} more`;
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    // Lists in lists in lists can be read, but not be written.
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A number of things as a sentence names them: 1 word, 2 words, 2 analyses. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
