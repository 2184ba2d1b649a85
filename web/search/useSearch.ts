// The sentences that a pattern finds, and how its matches are distributed.
import { useMemo, useState } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import { type Match, Pattern } from '../../src/search/pattern.js';

export interface Search {
  readonly pattern: string;
  readonly setPattern: (pattern: string) => void;
  /** What the matches are counted by, as in V.lemma; empty for nothing. */
  readonly key: string;
  readonly setKey: (key: string) => void;
  /** What is wrong with the pattern or the key. */
  readonly error?: string;
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
  const counted = useMemo(() => {
    if (!compiled || !found || key.trim() === '') return { clusters: [] };
    try {
      return { clusters: clustersOf(found, compiled.key(key.trim())) };
    } catch (problem) {
      return { clusters: [], error: (problem as Error).message };
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

function compile(pattern: string): { compiled?: Pattern; error?: string } {
  if (pattern.trim() === '') return {};
  try {
    // A list of clauses is enough.
    return { compiled: new Pattern(pattern.includes('{') ? pattern : `pattern { ${pattern} }`) };
  } catch (problem) {
    return { error: (problem as Error).message };
  }
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
