// The splitter's decision per character: no token ends with it, or one does, which may be a multiword token, the last of
// its sentence, or both.

export const decisionCount = 5;

/** The decision for the last character of a token. */
export function tokenEnd(multiword: boolean, sentence: boolean): number {
  return 1 + Number(multiword) + 2 * Number(sentence);
}

/** The decision for all other characters. */
export const insideToken = 0;

export function isTokenEnd(decision: number): boolean {
  return decision !== insideToken;
}

export function isMultiword(decision: number): boolean {
  return decision === 2 || decision === 4;
}

export function isSentenceEnd(decision: number): boolean {
  return decision >= 3;
}
