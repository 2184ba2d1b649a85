// The trees of a text that is being typed.
import { useEffect, useState } from 'preact/hooks';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import type { Client } from './client.js';

/** How long typing rests before the text is parsed, in milliseconds. */
const REST = 120;

export interface Parses {
  /** Of the text of the last parse; they stay until the first of the next one comes. */
  readonly sentences: readonly ParsedSentence[];
  readonly busy: boolean;
  readonly error?: string;
}

/** The parses of a text, anew whenever it changes; what comes too late is dropped. */
export function useParses(client: Client, text: string): Parses {
  const [parses, setParses] = useState<Parses>({ sentences: [], busy: true });
  useEffect(() => {
    let stale = false;
    const parse = async () => {
      const sentences: ParsedSentence[] = [];
      const options = { kBest: 5, marginals: true };
      try {
        for await (const sentence of client.stream('parse', { text, options })) {
          if (stale) return;
          sentences.push(sentence);
          setParses({ sentences: [...sentences], busy: true });
        }
        if (!stale) setParses({ sentences, busy: false });
      } catch (error) {
        if (!stale) setParses({ sentences: [], busy: false, error: (error as Error).message });
      }
    };
    const timer = setTimeout(parse, REST);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, text]);
  return parses;
}
