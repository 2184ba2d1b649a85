// The trees of the text, updated while it is typed.
import { useEffect, useState } from 'preact/hooks';
import type { ParsedSentence } from '../src/pipeline/parsedSentence.js';
import type { Client } from './client.js';

/** The pause in typing before the text is parsed, in milliseconds. */
const REST = 120;
/** This many sentences are shown one by one as they arrive, further ones in groups. */
const SINGLY = 20;
const LOT = 100;

export interface Parses {
  /** Those of the last text stay until the first of the next text arrive. */
  readonly sentences: readonly ParsedSentence[];
  readonly busy: boolean;
  /** The number of sentences of the text, once it is known. */
  readonly total?: number;
  readonly error?: string;
}

/** The parses of a text, updated whenever it or the model changes; late results are dropped. */
export function useParses(client: Client, text: string, modelChanges: number): Parses {
  const [parses, setParses] = useState<Parses>({ sentences: [], busy: true });
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const parse = async () => {
      const sentences: ParsedSentence[] = [];
      const options = { kBest: 5, rivals: 4 };
      let total: number | undefined;
      try {
        for await (const item of client.stream('parse', { text, options }, signal)) {
          if ('total' in item) {
            total = item.total;
            continue;
          }
          sentences.push(item);
          const count = sentences.length;
          if (count <= SINGLY || count % LOT === 0) {
            setParses({ sentences: [...sentences], busy: true, total });
          }
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
  }, [client, text, modelChanges]);
  return parses;
}
