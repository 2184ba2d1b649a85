// arcwise serve: trees over HTTP, until it is stopped.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readInput } from '../node/input.js';
import { shippedModel } from '../node/load.js';
import { usualLimits } from '../server/limits.js';
import { jsonLog } from '../server/log.js';
import { builtPage, filesOfPage } from '../server/page.js';
import { listen } from '../server/server.js';
import { Service } from '../server/service.js';
import { count } from './options.js';
import { MOST_THREADS } from './reading.js';
import { UsageError } from './usage.js';

export const usage = `arcwise serve [--host HOST] [--port N] [--model M …] [--threads N] [--queue-size N] [--max-body BYTES]
  [--max-length WORDS] [--timeout SECONDS] [--cors ORIGIN …]
  It listens on 127.0.0.1, port 8080, unless told otherwise; port 0 is any that is free. More is refused than
  ${usualLimits.queue} requests at once, ${usualLimits.body} bytes a request, ${usualLimits.length} words a sentence or ${usualLimits.time / 1000} seconds a request. The log goes to stdout.`;

const string = { type: 'string' } as const;
const strings = { type: 'string', multiple: true } as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8080' },
      model: strings,
      threads: string,
      'queue-size': string,
      'max-body': string,
      'max-length': string,
      timeout: string,
      cors: strings,
    },
  });
  const port = portOf(values.port);
  const cors = values.cors?.map(originOf);
  const threads = count('--threads', values.threads) ?? Math.min(MOST_THREADS, availableParallelism());
  const seconds = count('--timeout', values.timeout);
  const limits = {
    queue: count('--queue-size', values['queue-size']) ?? usualLimits.queue,
    body: count('--max-body', values['max-body']) ?? usualLimits.body,
    length: count('--max-length', values['max-length']) ?? usualLimits.length,
    time: seconds === undefined ? usualLimits.time : seconds * 1000,
  };
  const files = await Promise.all((values.model ?? [shippedModel]).map(readInput));
  const service = await Service.start(files, { threads }, limits);
  // Whoever read the log may be gone; those who ask for trees are not.
  process.stdout.on('error', () => {});
  const log = jsonLog((line) => process.stdout.write(line));
  const page = await filesOfPage(builtPage);
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
  console.error('Shutting down when the requests that run are answered.');
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
