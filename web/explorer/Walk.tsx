// A walk through an exploration: the sequence step by step, and the chart as it fills.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { Chart } from './Chart.js';
import { Choices } from './Choices.js';
import { Ending } from './Ending.js';
import { Growing } from './Growing.js';
import { ItemDetails } from './ItemDetails.js';
import type { Explored } from './methods.js';
import { fullNameOf, scoreText, symbolOf } from './notation.js';
import { StackAndBuffer } from './StackAndBuffer.js';
import { Stepper } from './Stepper.js';
import { Verdict } from './Verdict.js';

export function Walk({ explored: { sentence, exploration } }: { readonly explored: Explored }) {
  const { definitions, exact, greedy, parting, chart } = exploration;
  const words = useMemo(() => ['ROOT', ...sentence.words.map(({ form }) => form), 'end'], [sentence]);
  const [of, setOf] = useState<'exact' | 'greedy'>('exact');
  const [position, setPosition] = useState(0);
  const [selected, setSelected] = useState(0);
  const [filled, setFilled] = useState(1);
  const sequence = of === 'exact' ? exact : greedy;
  const last = sequence.steps.length;
  const configuration = sequence.configurations[position];

  const go = useCallback(
    (next: number, which = of) => {
      const { configurations } = which === 'exact' ? exact : greedy;
      const concluded = which === 'exact' ? chart.concluded : chart.concludedGreedily;
      const { b0 } = configurations[next];
      setOf(which);
      setPosition(next);
      // The axiom exists before the first step. All items that end at the front of the buffer can be derived.
      setSelected(Math.max(0, next === 0 ? 0 : concluded[next - 1]));
      setFilled(chart.items.filter(({ j }) => j <= b0).length);
    },
    [of, exact, greedy, chart],
  );
  const reached = new Set([
    0,
    ...chart.concluded.slice(0, of === 'exact' ? position : Math.min(position, parting ?? position)),
  ]);
  const greedyItems = new Set(of === 'greedy' ? chart.concludedGreedily.slice(0, position) : []);
  return (
    <>
      <Verdict sentence={sentence} exploration={exploration} onGo={go} />
      <div class="card walk">
        <div class="stage">
          <fieldset class="choices sequences">
            <legend class="hidden">Sequence</legend>
            {(['exact', 'greedy'] as const).map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="sequence"
                  value={name}
                  checked={name === of}
                  onChange={() => go(position, name)}
                />
                <span>
                  <b>{name === 'exact' ? 'Exact' : 'Greedy'}</b> {scoreText(exploration[name].score)}
                </span>
              </label>
            ))}
          </fieldset>
          <Growing
            sentence={sentence}
            sequence={sequence}
            configuration={configuration}
            before={sequence.configurations[position - 1]}
          />
          <StackAndBuffer configuration={configuration} words={words} />
        </div>
        <div class="beside">
          <p class="now" aria-live="polite">
            {position === 0 && 'Initially ROOT is on the stack, and all words are in the buffer.'}
            {position > 0 && (
              <>
                After step {position},{' '}
                <b class="symbol">{symbolOf(sequence.steps[position - 1].transition)}</b>{' '}
                {fullNameOf(sequence.steps[position - 1].transition)}
                {position === last && `: the tree is complete, with a total of ${scoreText(sequence.score)}`}.
              </>
            )}
          </p>
          {position < last && <Choices definitions={definitions} step={sequence.steps[position]} of={of} />}
          {position < last && <Note walk={{ of, position, parting }} exploration={exploration} />}
          {position === last && <Ending exploration={exploration} words={words} />}
        </div>
        <Stepper name="Steps" position={position} last={last} onPosition={go} />
      </div>
      <div class="card charted">
        <header>
          <h2>The chart of the exact decoder</h2>
          <label class="fill">
            <span>
              {Math.min(filled, chart.items.length)} of {chart.items.length} items
            </span>
            <input
              type="range"
              aria-label="Filled items"
              min={1}
              max={chart.items.length}
              value={filled}
              onInput={({ currentTarget }) => {
                setFilled(Number(currentTarget.value));
                setSelected(Number(currentTarget.value) - 1);
              }}
            />
          </label>
        </header>
        <Chart
          items={chart.items}
          words={words}
          filled={filled}
          reached={reached}
          greedy={greedyItems}
          selected={selected}
          onSelect={setSelected}
        />
        <ItemDetails items={chart.items} place={selected} words={words} onSelect={setSelected} />
        {!chart.whole && (
          <p class="note">The sentence is long, so only the winning derivation of its chart is shown.</p>
        )}
      </div>
    </>
  );
}

interface NoteProps {
  readonly walk: { readonly of: 'exact' | 'greedy'; readonly position: number; readonly parting?: number };
  readonly exploration: Explored['exploration'];
}

/** A note on a step where the exact and the greedy choice differ. */
function Note({ walk: { of, position, parting }, exploration: { exact, greedy } }: NoteProps) {
  const step = exact.steps[position];
  if (position === parting) {
    const other = greedy.steps[position];
    return (
      <p class="parting">
        Here they diverge. <b class="symbol">{symbolOf(other.transition)}</b> scores{' '}
        {scoreText(other.score - step.score)} more than <b class="symbol">{symbolOf(step.transition)}</b> now,
        so a greedy parser takes it. It ends with {scoreText(greedy.score)}, the exact parser with{' '}
        {scoreText(exact.score)}.
      </p>
    );
  }
  if (of === 'exact' && step.transition !== step.greedy) {
    return (
      <p class="note">
        A greedy parser would take <b class="symbol">{symbolOf(step.greedy)}</b> here.
      </p>
    );
  }
  return null;
}
