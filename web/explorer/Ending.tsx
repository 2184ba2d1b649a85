// The end of a sequence: where the exact and the greedy tree differ.
import type { Exploration } from '../../src/explore/explore.js';
import type { ExploredSequence } from '../../src/explore/sequence.js';
import { scoreText } from './notation.js';

export interface EndingProps {
  readonly exploration: Exploration;
  /** ROOT, the words, and the end. */
  readonly words: readonly string[];
}

export function Ending({ exploration: { exact, greedy }, words }: EndingProps) {
  const differing = exact.heads.flatMap((head, word) => (head === greedy.heads[word] ? [] : [word]));
  if (differing.length === 0) {
    return <p class="note">The exact and the greedy sequence build the same tree.</p>;
  }
  return (
    <table class="legal ending">
      <thead>
        <tr>
          <th scope="col">Differing heads</th>
          <th scope="col">
            <span class="pill exact">exact</span>
          </th>
          <th scope="col">
            <span class="pill greedy">greedy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {differing.map((word) => (
          <tr key={word}>
            <th scope="row">{words[word]}</th>
            <td>{headOf(exact, word, words)}</td>
            <td>{headOf(greedy, word, words)}</td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">Total score</th>
          <td>{scoreText(exact.score)}</td>
          <td>{scoreText(greedy.score)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function headOf({ heads, labels }: ExploredSequence, word: number, words: readonly string[]) {
  return (
    <>
      {words[heads[word]]} <span class="relation">{labels?.[word]}</span>
    </>
  );
}
