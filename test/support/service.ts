// A service with tiny models, in this process, whose work can be held up and is written down.
import { createEngine } from '../../dist/engine/engine.js';
import { loadModels } from '../../dist/models/bundle.js';
import { type Parts, partsOf } from '../../dist/models/parts.js';
import { Annotator, type Job } from '../../dist/pipeline/annotator.js';
import type { AppOptions } from '../../dist/server/app.js';
import { defaultLimits, type Limits } from '../../dist/server/limits.js';
import { jsonLog } from '../../dist/server/log.js';
import { listen } from '../../dist/server/server.js';
import { Service } from '../../dist/server/service.js';
import { saveBundle } from '../../src/models/bundle.js';
import { tinyModels } from './tinyModels.js';

const card = { attribution: 'A made-up treebank', licence: 'MIT' };

/** The file of a tiny pipeline. */
export const tinyFile: Uint8Array = saveBundle(await tinyModels(), card);

/** Its models. */
export async function tinyParts(): Promise<Parts> {
  return partsOf((await loadModels(createEngine(), tinyFile)).models);
}

export interface TestService {
  readonly address: string;
  readonly service: Service;
  /** The batches that were begun. */
  readonly jobs: Job[];
  /** What was logged, line by line. */
  readonly lines: string[];
  /** Waits for the log of the next requests to end. */
  logged(count: number): Promise<void>;
  /** From now on batches begin but do not end. */
  hold(): void;
  release(): void;
  /** From now on batches fail. */
  fail(error: Error): void;
  /** From now on batches fail in which this word is. */
  poison(form: string): void;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POST /parse with JSON. */
  parse(body: unknown, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface TestOptions extends Partial<Pick<AppOptions, 'cors' | 'page'>> {
  readonly limits?: Partial<Limits>;
  readonly parts?: Parts;
}

/** Starts it on any free port. */
export async function startService({
  limits,
  parts: given,
  page = new Map(),
  cors,
}: TestOptions = {}): Promise<TestService> {
  const parts = given ?? (await tinyParts());
  const annotator = new Annotator(parts);
  const jobs: Job[] = [];
  const lines: string[] = [];
  let gate: Promise<void> | undefined;
  let release = () => {};
  let failure: Error | undefined;
  let poison: string | undefined;
  let tell = () => {};
  let underWay = 0;
  const crew = {
    async give(job: Job) {
      jobs.push(job);
      underWay++;
      await gate;
      underWay--;
      if (failure) throw failure;
      if (job.sentences.some(({ forms }) => forms.some((form) => form === poison))) {
        throw new Error(`made up, for "${poison}"`);
      }
      return annotator.annotate(job);
    },
    get idle() {
      return underWay === 0 ? 1 : 0;
    },
    async close() {},
  };
  const models = [{ files: ['tiny-made-up.arcwise'], parts, cards: [card] }];
  const service = new Service(models, crew, 1, {
    ...defaultLimits,
    ...limits,
  });
  const log = jsonLog((written) => {
    lines.push(...written.split(/(?<=\n)/));
    tell();
  });
  const server = await listen(service, { host: '127.0.0.1', port: 0, log, page, cors });
  const { address } = server;
  return {
    address,
    service,
    jobs,
    lines,
    logged: (count) =>
      new Promise((resolve) => {
        tell = () => lines.length >= count && resolve();
        tell();
      }),
    hold() {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    fail(error) {
      failure = error;
    },
    poison(form) {
      poison = form;
    },
    fetch: (path, init) => fetch(`${address}${path}`, init),
    parse: (body, init) =>
      fetch(`${address}/parse`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        ...init,
      }),
    close: () => server.close(),
  };
}

/** Resolves when something has become true, looking again after each turn of the event loop. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
