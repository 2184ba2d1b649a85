// The transition systems and the exploration of a sentence, from the worker.
import { useEffect, useState } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import type { Client } from '../client.js';
import type { Explored } from './methods.js';

/** The transition systems that can be explored; none until the worker has answered. */
export function useSystems(client: Client): readonly string[] {
  const [systems, setSystems] = useState<readonly string[]>([]);
  useEffect(() => {
    client.call('systems', undefined).then(setSystems, () => {});
  }, [client]);
  return systems;
}

/**
 * The exploration of a sentence, recomputed whenever it or the system changes. Late results are dropped, and the last one
 * stays until the next one arrives.
 */
export function useExploration(
  client: Client,
  sentence: Sentence,
  system: string | undefined,
): { readonly explored?: Explored; readonly error?: string } {
  const [state, setState] = useState<{ explored?: Explored; error?: string }>({});
  useEffect(() => {
    let stale = false;
    client.call('explore', { sentence, system }).then(
      (explored) => !stale && setState({ explored }),
      (error: Error) => !stale && setState({ error: error.message }),
    );
    return () => {
      stale = true;
    };
  }, [client, sentence, system]);
  return state;
}
