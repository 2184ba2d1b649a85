// Light or dark: as the reader's system has it, until the switch says otherwise.
import { useEffect, useState } from 'preact/hooks';
import { svgStyle } from '../src/render/theme.js';

export type Colours = 'light' | 'dark';

const key = 'arcwise-colours';
const preference = matchMedia('(prefers-color-scheme: dark)');
// The policy of the page allows no styles within drawings: this sheet has the colours of all of them.
const drawings = new CSSStyleSheet();
document.adoptedStyleSheets.push(drawings);

/** The colours in use, and what takes the other ones. */
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
      // Where nothing may be stored, the choice holds until the page is left.
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
