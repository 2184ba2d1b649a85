// The legal transitions of a configuration, their scores, and the one that is taken.
import type { Exploration } from '../../src/explore/explore.js';
import type { ExploredStep } from '../../src/explore/sequence.js';
import { fullNameOf, scoreText, symbolOf } from './notation.js';

export interface ChoicesProps {
  /** Of each transition. */
  readonly definitions: Exploration['definitions'];
  readonly step: ExploredStep;
  /** The sequence of the step. */
  readonly of: 'exact' | 'greedy';
}

export function Choices({ definitions, step, of }: ChoicesProps) {
  const scores = step.choices.map(({ score }) => score);
  const [low, high] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const place = (score: number) => (100 * (score - low)) / (high - low || 1);
  return (
    <table class="legal">
      <thead>
        <tr>
          <th scope="col">Legal transitions</th>
          <th scope="col" class="score">
            Score
          </th>
          <th scope="col" class="chosen">
            Taken by
          </th>
        </tr>
      </thead>
      <tbody>
        {step.choices.map(({ transition, score }) => {
          const taken = transition === step.transition;
          return (
            <tr key={transition} class={taken ? 'taken' : undefined}>
              <th scope="row">
                <b class="symbol">{symbolOf(transition)}</b> {fullNameOf(transition)}
                <span class="definition">{definitions[transition]}</span>
              </th>
              <td class="score">
                {scoreText(score)}
                <svg viewBox="0 0 100 6" width="100" height="6" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    x={Math.min(place(0), place(score), 99)}
                    width={Math.max(1, Math.abs(place(score) - place(0)))}
                    height="6"
                  />
                </svg>
              </td>
              <td class="chosen">
                {taken && of === 'exact' && <span class="pill exact">exact</span>}
                {transition === step.greedy && <span class="pill greedy">greedy</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
