// What axe finds in a page.
import axe from 'axe-core';
import type { Page } from 'playwright';

/** The rules that the page breaks, each with the first element that does. */
export async function violations(page: Page): Promise<string[]> {
  // What fades in is judged when it is there.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  // The policy of the page allows no scripts of others; the debugger may run them.
  await page.evaluate(`${axe.source}; undefined`);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}
