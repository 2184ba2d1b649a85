// arcwise serve: serves parses over HTTP until it is stopped.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readInput } from '../files/input.js';
import { collectAlone } from '../node/collector.js';
import { shippedModel } from '../node/modelLookup.js';
import { count } from '../options/optionValues.js';
import { MOST_THREADS, modelPaths, readingOptions } from '../options/reading.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { defaultLimits } from '../server/limits.js';
import { jsonLog } from '../server/log.js';
import { builtPage, filesOfPage } from '../server/page.js';
import { listen } from '../server/server.js';
import { Service } from '../server/service.js';

const serveOptions = {
  host: { type: 'string', default: '127.0.0.1', takes: 'HOST', help: 'the address to listen on' },
  port: { type: 'string', default: '8080', takes: 'N', help: 'the port; 0 means any free port' },
  model: {
    type: 'string',
    multiple: true,
    takes: 'MODEL',
    help:
      'a model by its name (arcwise models lists them) or file, or several that form an ensemble, separated by ' +
      'commas; each further --model is served in addition; by default the English model that comes with arcwise',
  },
  threads: readingOptions.threads,
  'queue-size': {
    type: 'string',
    default: String(defaultLimits.queue),
    takes: 'N',
    help: 'the most requests at once; further ones are refused with 503',
  },
  'max-body': {
    type: 'string',
    default: String(defaultLimits.body),
    takes: 'BYTES',
    help: 'the largest request body; a larger one is refused with 413',
  },
  'max-length': {
    type: 'string',
    default: String(defaultLimits.length),
    takes: 'WORDS',
    help: 'the longest sentence; a longer one is refused with 422',
  },
  'max-cost': {
    type: 'string',
    default: String(defaultLimits.cost),
    takes: 'WORDS',
    help: 'the most words per request, each counted once per tree and rival; above that it is refused with 413',
  },
  timeout: {
    type: 'string',
    default: String(defaultLimits.time / 1000),
    takes: 'SECONDS',
    help: 'the longest time per request; one that takes longer is answered with 408',
  },
  cors: {
    type: 'string',
    multiple: true,
    takes: 'ORIGIN',
    help: 'origins whose pages may use the service, or * for all; by default only its own',
  },
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'serve',
    about: 'Serves parses over HTTP, and the page at /, until it is stopped. The log goes to stdout.',
    options: serveOptions,
  },
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: serveOptions });
  const port = portOf(values.port);
  const cors = values.cors?.map(originOf);
  const cores = availableParallelism();
  const threads = count('--threads', values.threads) ?? Math.min(MOST_THREADS, cores);
  if (threads >= cores) collectAlone();
  const limits = {
    queue: count('--queue-size', values['queue-size']),
    body: count('--max-body', values['max-body']),
    length: count('--max-length', values['max-length']),
    cost: count('--max-cost', values['max-cost']),
    time: count('--timeout', values.timeout) * 1000,
  };
  const groups = await Promise.all(
    (values.model ?? [shippedModel]).map(async (models) => {
      const paths = await modelPaths(models.split(','));
      return Promise.all(paths.map(readInput));
    }),
  );
  const service = await Service.start(groups, { threads }, limits);
  // Keep serving when the reader of the log is gone.
  process.stdout.on('error', () => {});
  const log = jsonLog((lines) => process.stdout.write(lines));
  const served = service.models.map(({ about }, at) => ({ ...about, files: groups[at] }));
  const page = await filesOfPage(builtPage, values.model && served);
  const server = await listen(service, { host: values.host, port, log, page, cors }).catch(
    async (error: Error) => {
      await service.close();
      throw new Error(`It is not possible to listen on ${values.host}, port ${port} (${error.message}).`);
    },
  );
  console.error(`Listening on ${server.address}`);
  const failure = await new Promise<Error | undefined>((resolve) => {
    process.once('SIGINT', () => resolve(undefined));
    process.once('SIGTERM', () => resolve(undefined));
    service.onFailure = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const closed = server.close();
  console.error('Shutting down after the running requests are answered.');
  await closed;
  if (failure) throw failure;
}

function portOf(given: string): number {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) {
    throw new UsageError(`--port is a whole number from 0 to 65535, not "${given}".`);
  }
  return Number(given);
}

function originOf(given: string): string {
  if (given === '*' || /^https?:\/\/[^/\s]+$/.test(given)) return given;
  throw new UsageError(`--cors is an origin such as https://example.org, or *, not "${given}".`);
}
