// The explorer: how the parser derives its tree.
import { useState } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import type { Client } from '../client.js';
import { useExploration, useSystems } from './useExploration.js';
import { Walk } from './Walk.js';

export interface ExplorerProps {
  /** The sentence to explore, with the parser's tree. */
  readonly sentence: Sentence;
  readonly client: Client;
}

export function Explorer({ sentence, client }: ExplorerProps) {
  const [chosen, setChosen] = useState<string>();
  const systems = useSystems(client);
  const { explored, error } = useExploration(client, sentence, chosen);
  const current = chosen ?? explored?.exploration.system;
  return (
    <section class="explorer" aria-label="Explorer">
      <fieldset class="choices systems">
        <legend>Transition system</legend>
        {systems.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="system"
              value={name}
              checked={name === current}
              onChange={() => setChosen(name)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {error && (
        <p class="alert" role="alert">
          {error}
        </p>
      )}
      {!error && !explored && <p class="note">Filling the chart…</p>}
      {/* Another exploration is walked through from its beginning. */}
      {explored && <Walk key={explored.exploration} explored={explored} />}
    </section>
  );
}
