// The explorer: how the parser comes to its tree.
import type { Sentence } from '../../src/conllu/sentence.js';
import type { Client } from '../client.js';

export interface ExplorerProps {
  /** The sentence to be looked at, with the parser's tree. */
  readonly sentence: Sentence;
  readonly client: Client;
}

export function Explorer({ sentence }: ExplorerProps) {
  return (
    <section class="explorer" aria-label="Explorer">
      <p>{sentence.words.map(({ form }) => form).join(' ')}</p>
    </section>
  );
}
