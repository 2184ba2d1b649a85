// The sentences that a pattern finds, and how its matches are distributed.
import { useMemo, useState } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Match, Pattern } from '../../src/search/pattern.js';
import { PatternError } from '../../src/search/patternError.js';

/** A mistake in a text, at an offset. */
export interface SearchError {
  readonly message: string;
  readonly text: string;
  readonly at: number;
}

export interface Search {
  readonly pattern: string;
  readonly setPattern: (pattern: string) => void;
  /** What the matches are counted by, as in V.lemma; empty for nothing. */
  readonly key: string;
  readonly setKey: (key: string) => void;
  /** What is wrong with the pattern or the key. */
  readonly error?: SearchError;
  /** The matches of each sentence that has some; absent while there is no pattern. */
  readonly found?: ReadonlyMap<Sentence, readonly Match[]>;
  /** The most frequent values of the key first. */
  readonly clusters: readonly (readonly [value: string, count: number])[];
}

export function useSearch(sentences: readonly Sentence[]): Search {
  const [pattern, setPattern] = useState('');
  const [key, setKey] = useState('');
  const { compiled, error } = useMemo(() => compile(pattern), [pattern]);
  const found = useMemo(() => {
    if (!compiled) return undefined;
    const matches = sentences.map((sentence) => [sentence, compiled.matches(sentence)] as const);
    return new Map(matches.filter(([, { length }]) => length > 0));
  }, [compiled, sentences]);
  const counted = useMemo((): { clusters: [string, number][]; error?: SearchError } => {
    if (!compiled || !found || key.trim() === '') return { clusters: [] };
    try {
      return { clusters: clustersOf(found, compiled.key(key.trim())) };
    } catch (problem) {
      return { clusters: [], error: errorOf(problem, key.trim(), 0) };
    }
  }, [compiled, found, key]);
  return {
    pattern,
    setPattern,
    key,
    setKey,
    error: error ?? counted.error,
    found,
    clusters: counted.clusters,
  };
}

const opening = 'pattern { ';

function compile(pattern: string): { compiled?: Pattern; error?: SearchError } {
  if (pattern.trim() === '') return {};
  // A list of clauses is enough.
  const isList = !pattern.includes('{');
  try {
    return { compiled: new Pattern(isList ? `${opening}${pattern} }` : pattern) };
  } catch (problem) {
    return { error: errorOf(problem, pattern, isList ? opening.length : 0) };
  }
}

/** The place of an error in what was typed, which stands so many characters further on in what was read. */
function errorOf(problem: unknown, text: string, shift: number): SearchError {
  if (!(problem instanceof PatternError)) throw problem;
  const [message] = problem.message.split('\n', 1);
  return { message, text, at: Math.min(text.length, Math.max(0, problem.at - shift)) };
}

function clustersOf(
  found: ReadonlyMap<Sentence, readonly Match[]>,
  keyOf: (match: Match) => string | undefined,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const match of [...found.values()].flat()) {
    const value = keyOf(match) ?? 'none';
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1));
}
