// The header of the page: its name, the views, and the theme switch.
import { documentation } from './documentation.js';
import { type View, views } from './link.js';
import type { Colours } from './useTheme.js';

export interface HeaderProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly colours: Colours;
  readonly onColours: () => void;
}

export function Header({ view, onView, colours, onColours }: HeaderProps) {
  return (
    <header class="top">
      <h1>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <path d="M5 26V16a11 11 0 0 1 22 0v9" />
          <path class="inner" d="M12 26v-7a4.5 4.5 0 0 1 9 0v6" />
        </svg>
        arcwise
      </h1>
      <nav aria-label="View">
        {views.map((name) => (
          <button
            type="button"
            key={name}
            aria-current={name === view ? 'page' : undefined}
            onClick={() => onView(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <a href={documentation(view === 'Explorer' ? 'explorer' : 'page')}>Help</a>
      <button type="button" class="colours" aria-pressed={colours === 'dark'} onClick={onColours}>
        <svg class="moon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
        </svg>
        <span class="hidden">Dark colours</span>
      </button>
    </header>
  );
}
