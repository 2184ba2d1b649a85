// What could be done in a configuration: the legal transitions, what each scores, and which one is taken.
import type { SystemName } from '../../src/explore/explore.js';
import type { ExploredStep } from '../../src/explore/sequence.js';
import { definitions, fullNames, scoreText, symbols } from './notation.js';

export interface ChoicesProps {
  readonly system: SystemName;
  readonly step: ExploredStep;
  /** Which sequence the step is of. */
  readonly of: 'exact' | 'greedy';
}

export function Choices({ system, step, of }: ChoicesProps) {
  const scores = step.choices.map(({ score }) => score);
  const [low, high] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const place = (score: number) => (100 * (score - low)) / (high - low || 1);
  return (
    <table class="choices-here">
      <thead>
        <tr>
          <th scope="col">Legal here</th>
          <th scope="col" class="definition">
            What it does
          </th>
          <th scope="col" colSpan={2}>
            Score
          </th>
          <th scope="col">
            <span class="hidden">Chosen by</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {step.choices.map(({ transition, score }) => {
          const { from, to, arc, condition } = definitions[system][transition] ?? { from: '', to: '' };
          const taken = transition === step.transition;
          return (
            <tr key={transition} class={taken ? 'taken' : undefined}>
              <th scope="row">
                <b class="symbol">{symbols[transition]}</b> <span class="full">{fullNames[transition]}</span>
              </th>
              <td class="definition">
                <code>
                  {from} ⇒ {to}
                </code>
                {arc && <code class="makes"> + {arc}</code>}
                {condition && <span class="condition"> if {condition}</span>}
              </td>
              <td class="score">{scoreText(score)}</td>
              <td class="bar">
                <svg viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    x={Math.min(place(0), place(score))}
                    width={Math.max(1, Math.abs(place(score) - place(0)))}
                    height="8"
                    rx="1"
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
