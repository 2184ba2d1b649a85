// The light or dark theme: the system's, until the user switches it.
import { useEffect, useState } from 'preact/hooks';
import { svgStyle } from '../src/render/theme.js';

export type Colours = 'light' | 'dark';

const key = 'arcwise-colours';
const preference = matchMedia('(prefers-color-scheme: dark)');
// The page's policy forbids styles in drawings, so this sheet has the colours of all of them.
const drawings = new CSSStyleSheet();
document.adoptedStyleSheets.push(drawings);

/** The current theme, and a function that switches it. */
export function useTheme(): [Colours, () => void] {
  const [chosen, setChosen] = useState(stored);
  const [preferred, setPreferred] = useState<Colours>(preference.matches ? 'dark' : 'light');
  useEffect(() => {
    const follow = () => setPreferred(preference.matches ? 'dark' : 'light');
    preference.addEventListener('change', follow);
    return () => preference.removeEventListener('change', follow);
  }, []);
  const colours = chosen ?? preferred;
  useEffect(() => {
    document.documentElement.dataset.colours = colours;
    drawings.replaceSync(svgStyle('tree', colours));
  }, [colours]);
  const change = () => {
    const other = colours === 'dark' ? 'light' : 'dark';
    setChosen(other);
    try {
      localStorage.setItem(key, other);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  };
  return [colours, change];
}

function stored(): Colours | undefined {
  try {
    const value = localStorage.getItem(key);
    return value === 'dark' || value === 'light' ? value : undefined;
  } catch {
    return undefined;
  }
}
