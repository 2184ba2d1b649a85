// Parts of messages: quotations as JSON on one line, truncated if long; lists; and counts.

/** The most characters of a quotation. */
const LONGEST = 60;

/** The most items of a list. */
const MOST = 10;

/** A value from an untrusted file; only its beginning if it is long. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(cut(value)) : cut(textOf(value));
  // JSON does not escape these, and terminals interpret some of them as commands.
  return text.replace(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Numbers or names as a list in a message: the first ones. */
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
    // Deeply nested lists can be parsed, but JSON.stringify overflows the stack.
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A count with its noun: 1 word, 2 words, 2 analyses. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
