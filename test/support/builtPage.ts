// Before the suites of the page: builds it.
import { build } from 'vite';
import { executablePath, hasChromium, pageSources } from './pages.js';

export default async function (): Promise<void> {
  if (hasChromium) await build({ root: pageSources, logLevel: 'warn' });
  else console.warn(`The page was NOT tested: there is no Chromium at ${executablePath} (set CHROMIUM).`);
}
