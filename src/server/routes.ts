// The routes of the service: what answers which method at which path.
import type { IncomingMessage } from 'node:http';
import { type Answer, bodyOf, type Pieces } from './answer.js';
import { formOf, readBody } from './body.js';
import type { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import type { Metrics } from './metrics.js';
import { openApi } from './openapi.js';
import type { PageFile } from './pageFile.js';
import { parseAnswer, readParseRequest } from './parse.js';
import type { Service } from './service.js';
import { modelsAnswer, processAnswer } from './udpipe.js';

/** A request at one of the paths. */
export interface RoutedRequest {
  readonly incoming: IncomingMessage;
  /** What follows the question mark of its address. */
  readonly query: string;
  readonly exchange: Exchange;
}

export type Handler = (request: RoutedRequest) => Answer | Promise<Answer>;

/** By path and method. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Handler>>;

/** The routes of a service, without the files of the page. */
export function routesOf(service: Service, metrics: Metrics): Routes {
  const { limits } = service;
  const description = `${JSON.stringify(openApi(service), null, 2)}\n`;

  const parse: Handler = async ({ incoming, query, exchange }) => {
    service.checkRoom();
    const type = incoming.headers['content-type'] ?? '';
    const model = query === '' ? '' : (new URLSearchParams(query).get('model') ?? '');
    const body = await readBody(incoming, limits.body, exchange);
    await service.turn(exchange);
    const request = readParseRequest(type, body, model);
    return jsonAnswer(await bodyOf(await parseAnswer(request, service, exchange), exchange));
  };
  const process: Handler = async (request) => {
    service.checkRoom();
    const { exchange } = request;
    const fields = await readFields(request, limits.body);
    await service.turn(exchange);
    return jsonAnswer(await bodyOf(processAnswer(await fields(), service, exchange), exchange));
  };
  const models: Handler = () => jsonAnswer(modelsAnswer(service));
  const healthz: Handler = () => ({
    status: service.isHealthy ? 200 : 503,
    ...jsonAnswer(JSON.stringify({ healthy: service.isHealthy })),
  });
  const text: Handler = async () => ({
    headers: { 'Content-Type': metrics.contentType },
    body: await metrics.text(),
  });
  const methods = (of: Record<string, Handler>) => new Map(Object.entries(of));
  return new Map([
    ['/parse', methods({ POST: parse })],
    ['/models', methods({ GET: models, POST: models })],
    ['/process', methods({ GET: process, POST: process })],
    ['/openapi.json', methods({ GET: () => jsonAnswer(description) })],
    ['/healthz', methods({ GET: healthz })],
    ['/metrics', methods({ GET: text })],
  ]);
}

function jsonAnswer(body: string | Pieces): Answer {
  return { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body };
}

/** A file of the page. */
export async function fileAnswer(file: PageFile, { headers: asked }: IncomingMessage): Promise<Answer> {
  const { headers, body } = await file.for(String(asked['accept-encoding'] ?? ''));
  if (!file.isAmong(asked['if-none-match'] ?? '')) return { headers, body: body() };
  const { ETag, Vary, 'Cache-Control': caching } = headers;
  return { status: 304, headers: { ETag, Vary, 'Cache-Control': caching } };
}

/** Receives the parameters of the URL and of a form in the body; decodes them only when the request gets its turn. */
async function readFields(
  { incoming, query, exchange }: RoutedRequest,
  limit: number,
): Promise<() => Promise<Map<string, string>>> {
  const addressed = () => new Map(new URLSearchParams(query));
  exchange.visit.hold(query.length);
  if (incoming.method !== 'POST') return async () => addressed();
  const type = incoming.headers['content-type'] ?? '<none>';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    throw new Refusal(400, `Unsupported payload Content-Type '${type}'.`);
  }
  const bytes = await readBody(incoming, limit, exchange);
  return async () => new Map([...addressed(), ...(await formOf(type, bytes))]);
}
