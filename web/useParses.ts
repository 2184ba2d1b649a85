// The trees of a text that is being typed.
import { useEffect, useState } from 'preact/hooks';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import type { Client } from './client.js';

/** How long typing rests before the text is parsed, in milliseconds. */
const REST = 120;
/** So many sentences are shown one by one as they come, further ones in lots. */
const SINGLY = 20;
const LOT = 100;

export interface Parses {
  /** Of the last text; they stay until the first ones of the next text come. */
  readonly sentences: readonly ParsedSentence[];
  readonly busy: boolean;
  readonly error?: string;
}

/** The parses of a text, anew whenever it changes; what comes too late is dropped. */
export function useParses(client: Client, text: string): Parses {
  const [parses, setParses] = useState<Parses>({ sentences: [], busy: true });
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const parse = async () => {
      const sentences: ParsedSentence[] = [];
      const options = { kBest: 5, rivals: 4 };
      try {
        for await (const sentence of client.stream('parse', { text, options }, signal)) {
          sentences.push(sentence);
          const count = sentences.length;
          if (count <= SINGLY || count % LOT === 0) setParses({ sentences: [...sentences], busy: true });
        }
        if (!signal.aborted) setParses({ sentences, busy: false });
      } catch (error) {
        if (!signal.aborted) setParses({ sentences: [], busy: false, error: (error as Error).message });
      }
    };
    setParses((last) => ({ sentences: last.sentences, busy: true }));
    const timer = setTimeout(parse, REST);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, text]);
  return parses;
}
