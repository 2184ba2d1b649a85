// Answers requests: finds the route of each, turns errors into answers, and writes down how it ended.
import type { IncomingMessage, RequestListener } from 'node:http';
import { ConlluError } from '../conllu/error.js';
import { OptionsError } from '../pipeline/options.js';
import { type Answer, sendAnswer } from './answer.js';
import { passOver } from './body.js';
import { corsHeaders, preflightAnswer } from './cors.js';
import { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import { type Log, stackOf } from './log.js';
import { Metrics } from './metrics.js';
import { contentSecurityPolicy } from './page.js';
import type { PageFile } from './pageFile.js';
import { fileAnswer, type RoutedRequest, routesOf } from './routes.js';
import type { Service } from './service.js';

export interface AppOptions {
  readonly log: Log;
  /** Files by URL path. */
  readonly page: ReadonlyMap<string, PageFile>;
  /** Origins whose pages may use the service, or `*` for all. */
  readonly cors?: readonly string[];
}

const [plain, json] = ['text/plain; charset=UTF-8', 'application/json'];
/** Of every answer: names and values in turn. */
const fixedHeaders = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', contentSecurityPolicy],
  ...['Referrer-Policy', 'no-referrer'],
];
const noPage = 'The page has not been built: npm run build:web does it.\n';

/** Creates what answers the requests of an HTTP server. */
export function createApp(service: Service, { log, page, cors: origins = [] }: AppOptions): RequestListener {
  const metrics = new Metrics(service);
  const routes = routesOf(service, metrics);

  const answerTo = (path: string, request: RoutedRequest): Answer | Promise<Answer> => {
    const { incoming } = request;
    const { method = '' } = incoming;
    const methods = routes.get(path);
    if (origins.length > 0 && method === 'OPTIONS') {
      return preflightAnswer(incoming, methods ? [...methods.keys()] : ['GET']);
    }
    const reads = method === 'GET' || method === 'HEAD';
    if (methods) {
      const handle = methods.get(reads ? 'GET' : method);
      if (handle) return handle(request);
      const taken = [...methods.keys()];
      throw new Refusal(405, `${path} takes ${taken.join(' and ')}, not ${method}.`, {
        Allow: taken.join(', '),
      });
    }
    const file = page.get(path);
    if (file && reads) return fileAnswer(file, incoming);
    if (path === '/' && reads) return { status: 404, headers: { 'Content-Type': plain }, body: noPage };
    throw new Refusal(404, 'There is nothing at this address.');
  };

  return async (incoming, outgoing) => {
    const { path, query } = addressOf(incoming);
    let failure: Error | undefined;
    service.begin();
    const exchange = new Exchange(service.room.open(), outgoing, service.limits.time, (ending) => {
      service.end();
      const { id, words, sentences } = exchange;
      const route = routes.has(path) ? path : '/';
      const status = ending.failure ? refusalOf(ending.failure).status : ending.status;
      const error = status === 500 ? (ending.failure ?? failure) : undefined;
      metrics.count(route, status, ending.milliseconds / 1000, words, sentences);
      log({
        id,
        method: incoming.method ?? '',
        route,
        status,
        words,
        milliseconds: Math.round(ending.milliseconds),
        ...(error && { error: stackOf(error) }),
      });
    });
    const headers = ['X-Request-Id', exchange.id, ...fixedHeaders];
    if (origins.length > 0) headers.push(...Object.entries(corsHeaders(origins, incoming)).flat());
    if (service.isClosing) headers.push('Connection', 'close');
    try {
      sendAnswer(outgoing, await answerTo(path, { incoming, query, exchange }), headers, exchange);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      // Without this header, the client would send its next request on a closed connection, and lose it.
      const isWhole = await passOver(incoming);
      if (!isWhole && !headers.includes('Connection')) headers.push('Connection', 'close');
      const { status, message, headers: own } = refusalOf(failure);
      // UDPipe's clients expect text.
      const [type, body] =
        path === '/process' ? [plain, message] : [json, JSON.stringify({ error: message })];
      sendAnswer(outgoing, { status, headers: { 'Content-Type': type, ...own }, body }, headers, exchange);
    }
  };
}

/** The path and the query of a request; proxies may send a whole address. */
function addressOf({ url = '' }: IncomingMessage): { path: string; query: string } {
  const local = url.startsWith('/') ? url : url.replace(/^\w+:\/\/[^/?]*/, '');
  const end = local.indexOf('?');
  return end < 0 ? { path: local, query: '' } : { path: local.slice(0, end), query: local.slice(end + 1) };
}

function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof OptionsError || error instanceof ConlluError) return new Refusal(400, error.message);
  return new Refusal(500, 'The service has an internal error: see its log.');
}
