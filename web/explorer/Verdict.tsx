// The comparison of the exact and the greedy sequence, and the origin of the scores.

import type { Sentence } from '../../src/conllu/sentence.js';
import type { Exploration } from '../../src/explore/explore.js';
import { counted } from '../counted.js';
import { scoreText } from './notation.js';

export interface VerdictProps {
  /** With the parser's tree. */
  readonly sentence: Sentence;
  readonly exploration: Exploration;
  readonly onGo: (position: number, of: 'exact') => void;
}

export function Verdict({ sentence, exploration, onGo }: VerdictProps) {
  const { own, system, exact, greedy, parting } = exploration;
  const heads = [-1, ...sentence.words.map(({ head }) => head)];
  const fromParser = differences(exact.heads, heads);
  const fromGreedy = differences(greedy.heads, exact.heads);
  return (
    <div class="verdict-of">
      <p>
        {own
          ? `The model is ${system}: the scores are its own.`
          : `The model was not trained for ${system}, so the scores are computed from its arc probabilities: an arc scores its log-odds, and a word that leaves the stack scores the log-probability that it has all its dependents.`}{' '}
        {fromParser > 0 && `The tree differs from the parser's in ${counted(fromParser, 'head')}.`}
      </p>
      {parting === undefined ? (
        <p>Greedy search takes the same steps.</p>
      ) : (
        <p>
          Greedy search diverges at step {parting + 1} and ends with {scoreText(greedy.score)} instead of{' '}
          {scoreText(exact.score)}:{' '}
          {fromGreedy > 0 ? `${counted(fromGreedy, 'head')} differ` : 'it builds the same tree'}.{' '}
          <button type="button" class="button" onClick={() => onGo(parting, 'exact')}>
            Go to step {parting + 1}
          </button>
        </p>
      )}
    </div>
  );
}

function differences(one: readonly number[], other: readonly number[]): number {
  return one.filter((head, word) => head !== other[word]).length;
}
