// The model, which the worker fetches once.
import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../src/library/modelBytes.js';
import { pageModelName } from '../src/library/pageModel.js';
import type { Client } from './client.js';
import type { About } from './worker.js';

export interface ModelState {
  readonly ready: boolean;
  readonly progress?: Progress;
  /** Set once it is ready. */
  readonly about?: About;
  /** Why it could not be loaded. */
  readonly error?: string;
  /** Tries once more. */
  readonly retry: () => void;
}

/** Loads the model and reports progress. */
export function useModel(client: Client): ModelState {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<ModelState, 'retry'>>({ ready: false });
  useEffect(() => {
    const load = async () => {
      const address = new URL(pageModelName, document.baseURI).href;
      try {
        for await (const step of client.stream('load', address)) {
          setState('about' in step ? { ready: true, about: step.about } : { ready: false, progress: step });
        }
      } catch (error) {
        setState({ ready: false, error: (error as Error).message });
      }
    };
    setState({ ready: false });
    void load();
  }, [client, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
