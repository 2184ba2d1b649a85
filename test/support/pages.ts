// The built page in headless Chromium, served by a plain static server under the strictest policy that it knows.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { type ServerOptions, type StaticServer, serveFolder } from './staticServer.js';

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const pageSources = folder('../../web');
export const builtPage = folder('../../dist/web');

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** The policy that the page itself asks for, as a header of every file. */
export function policy(): string {
  const html = readFileSync(join(builtPage, 'index.html'), 'utf8');
  const content = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1];
  if (!content) throw new Error('The page asks for no policy.');
  return `${content}; frame-ancestors 'none'`;
}

/** A browser and a server of the built page. */
export interface Visit {
  readonly server: StaticServer;
  /** What consoles and policies complained about, in all pages. */
  readonly complaints: readonly string[];
  /** Opens the page in a window of its own. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Starts both; they live as long as the suite. */
export async function visit(options: ServerOptions = {}, root = builtPage): Promise<Visit> {
  return visitServer(await serveFolder(root, { 'content-security-policy': policy() }, options));
}

/** Starts a browser for the page of a server that runs already. */
export async function visitServer(server: StaticServer): Promise<Visit> {
  const browser: Browser = await chromium.launch({ executablePath, args });
  const complaints: string[] = [];
  return {
    server,
    complaints,
    async open(fragment = '', options = {}) {
      const context = await browser.newContext(options);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const own = [server.address, 'blob:', 'data:'].some((start) => request.url().startsWith(start));
        if (!own) complaints.push(`asked elsewhere: ${request.url()}`);
      });
      await page.goto(`${server.address}${fragment}`);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Waits until the page shows the trees of these sentences and nothing is being parsed. */
export async function waitForTrees(page: Page, sentences: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (expected) => {
      const titles = [...document.querySelectorAll('.card h2')].map(({ textContent }) => textContent);
      const drawings = document.querySelectorAll('.card svg.arcwise').length;
      const busy = document.querySelector('[aria-busy="true"]');
      return !busy && drawings === expected.length && titles.join('\n') === expected.join('\n');
    },
    sentences,
    { timeout: 60_000 },
  );
}

/** The heads of the words in the first drawing of the page, in their order. */
export function drawnHeads(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const heads = new Map<number, number>();
    for (const arc of document.querySelector('.card svg')?.querySelectorAll<SVGElement>('.arc') ?? []) {
      heads.set(Number(arc.dataset.dependent), Number(arc.dataset.head));
    }
    return [...heads].sort(([a], [b]) => a - b).map(([, head]) => head);
  });
}

/** Lets files go over the page. */
export async function dropFiles(page: Page, files: Record<string, string>): Promise<void> {
  await page.evaluate((contents) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(contents)) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, files);
}

/** Presses a key until something of this name has the focus, and shows it. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key);
    const reached = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.matches(':focus-visible')) return '';
      const label = (activeElement as HTMLInputElement).labels?.[0]?.textContent;
      return activeElement.getAttribute('aria-label') ?? label ?? activeElement.textContent;
    });
    if (name.test(reached?.trim() ?? '')) return;
  }
  throw new Error(`The ${key} key never comes to ${name}.`);
}
