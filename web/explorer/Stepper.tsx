// The controls of a sequence: buttons, a slider, arrow keys, and play.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface StepperProps {
  readonly name: string;
  readonly position: number;
  readonly last: number;
  readonly onPosition: (position: number) => void;
}

/** Milliseconds per step during play. */
const pace = 900;

export function Stepper({ name, position, last, onPosition }: StepperProps) {
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    if (!plays) return;
    if (position >= last) {
      setPlays(false);
      return;
    }
    const timer = setTimeout(() => onPosition(position + 1), pace);
    return () => clearTimeout(timer);
  }, [plays, position, last, onPosition]);
  // Keys may arrive faster than the page renders.
  const current = useRef(position);
  current.current = position;
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const next = current.current + (directions[event.key] ?? 0);
      const { target } = event;
      // Elements that use the arrow keys themselves keep them.
      const taken = target instanceof Element && target.closest('input, textarea, select, svg, .cells');
      if (!(event.key in directions) || taken || event.altKey || event.ctrlKey || event.metaKey) return;
      if (next < 0 || next > last) return;
      event.preventDefault();
      current.current = next;
      setPlays(false);
      onPosition(next);
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, [last, onPosition]);
  const button = (label: string, icon: string, to: number) => (
    <button
      type="button"
      class="step"
      aria-label={label}
      title={label}
      disabled={to < 0 || to > last || to === position}
      onClick={() => {
        setPlays(false);
        onPosition(to);
      }}
    >
      <Icon path={icon} />
    </button>
  );
  return (
    <fieldset class="stepper">
      <legend class="hidden">{name}</legend>
      {button('First step', 'M6 5v14M19 5L9 12l10 7z', 0)}
      {button('Previous step', 'M16 5L6 12l10 7z', position - 1)}
      <button
        type="button"
        class="step play"
        aria-label={plays ? 'Pause' : 'Play'}
        title={plays ? 'Pause' : 'Play'}
        onClick={() => {
          if (!plays && position >= last) onPosition(0);
          setPlays(!plays);
        }}
      >
        <Icon path={plays ? 'M8 5v14M16 5v14' : 'M7 4l13 8-13 8z'} />
      </button>
      {button('Next step', 'M8 5l10 7-10 7z', position + 1)}
      {button('Last step', 'M18 5v14M5 5l10 7-10 7z', last)}
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`${position} of ${last}`}
        min={0}
        max={last}
        value={position}
        onInput={({ currentTarget }) => {
          setPlays(false);
          onPosition(Number(currentTarget.value));
        }}
      />
      <output>
        {position} / {last}
      </output>
    </fieldset>
  );
}

const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
