// The routes of the service.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ConlluError } from '../conllu/error.js';
import { OptionsError } from '../pipeline/options.js';
import { bodyOf } from './answer.js';
import { formOf, passOver, readBody } from './body.js';
import { Exchange } from './exchange.js';
import { Refusal } from './limits.js';
import { type Log, stackOf } from './log.js';
import { Metrics } from './metrics.js';
import { openApi } from './openapi.js';
import { contentSecurityPolicy } from './page.js';
import type { PageFile } from './pageFile.js';
import { parseAnswer, readParseRequest } from './parse.js';
import type { Service } from './service.js';
import { modelsAnswer, processAnswer } from './udpipe.js';

export interface AppOptions {
  readonly log: Log;
  /** Files by URL path. */
  readonly page: ReadonlyMap<string, PageFile>;
  /** Origins whose pages may use the service, or `*` for all. */
  readonly cors?: readonly string[];
}

interface Environment {
  Bindings: HttpBindings;
  Variables: { exchange: Exchange; error?: Error };
}

const noPage = 'The page has not been built: npm run build:web does it.\n';

/** Methods of the routes, by path. */
const methods: Record<string, string[]> = {
  '/parse': ['POST'],
  '/models': ['GET', 'POST'],
  '/process': ['GET', 'POST'],
  '/openapi.json': ['GET'],
  '/healthz': ['GET'],
  '/metrics': ['GET'],
};

function methodsOf(path: string): string[] | undefined {
  return Object.hasOwn(methods, path) ? methods[path] : undefined;
}

/** Creates the routes of a service. */
export function createApp(
  service: Service,
  { log, page, cors: origins = [] }: AppOptions,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const { limits } = service;
  const metrics = new Metrics(service);
  const description = openApi(service);

  app.use(async (context, next) => {
    const { method, path } = context.req;
    const { outgoing } = context.env;
    const route = methodsOf(path) ? path : '/';
    service.begin();
    const exchange = new Exchange(
      service.room.open(),
      outgoing,
      limits.time,
      ({ milliseconds, ...ending }) => {
        service.end();
        const { id, words, sentences } = exchange;
        const { failure = context.get('error') } = ending;
        const status = ending.failure ? refusalOf(ending.failure).status : ending.status;
        metrics.count(route, status, milliseconds / 1000, words, sentences);
        log({
          id,
          method,
          route,
          status,
          words,
          milliseconds: Math.round(milliseconds),
          ...(failure && status === 500 && { error: stackOf(failure) }),
        });
      },
    );
    context.set('exchange', exchange);
    // Set on Node's own answer, because those of Hono are copied several times.
    outgoing.setHeader('X-Request-Id', exchange.id);
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    outgoing.setHeader('Content-Security-Policy', contentSecurityPolicy);
    outgoing.setHeader('Referrer-Policy', 'no-referrer');
    if (service.isClosing) outgoing.setHeader('Connection', 'close');
    await next();
  });
  if (origins.length > 0) {
    const exposeHeaders = ['X-Request-Id', 'Retry-After'];
    const origin = origins.includes('*') ? '*' : [...origins];
    const allowMethods = (_: string, { req }: Context) => methodsOf(req.path) ?? ['GET'];
    app.use(cors({ origin, exposeHeaders, allowMethods }));
  }

  app.post('/parse', async (context) => {
    service.checkRoom();
    const exchange = context.get('exchange');
    const type = context.req.header('Content-Type') ?? '';
    const model = context.req.query('model') ?? '';
    const body = await readBody(context.env.incoming, limits.body, exchange);
    await service.turn(exchange);
    const request = readParseRequest(type, body, model);
    return sendJson(context, await bodyOf(await parseAnswer(request, service, exchange), exchange));
  });

  app.on(methods['/process'], '/process', async (context) => {
    service.checkRoom();
    const exchange = context.get('exchange');
    const fields = await readFields(context, limits.body);
    await service.turn(exchange);
    const parameters = await fields();
    return sendJson(context, await bodyOf(processAnswer(parameters, service, exchange), exchange));
  });
  app.on(methods['/models'], '/models', (context) => sendJson(context, modelsAnswer(service)));

  app.get('/openapi.json', (context) => sendJson(context, `${JSON.stringify(description, null, 2)}\n`));
  app.get('/healthz', (context) =>
    context.json({ healthy: service.isHealthy }, service.isHealthy ? 200 : 503, {
      'Cache-Control': 'no-store',
    }),
  );
  app.get('/metrics', async (context) =>
    context.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType }),
  );
  for (const [path, taken] of Object.entries(methods)) {
    app.all(path, ({ req }) => {
      throw new Refusal(405, `${path} takes ${taken.join(' and ')}, not ${req.method}.`, {
        Allow: taken.join(', '),
      });
    });
  }

  app.get('*', async (context) => {
    const { path } = context.req;
    const file = page.get(path);
    if (!file) {
      if (path === '/') return context.text(noPage, 404);
      throw new Refusal(404, 'There is nothing at this address.');
    }
    const { headers, body } = await file.for(context.req.header('Accept-Encoding') ?? '');
    if (file.isAmong(context.req.header('If-None-Match') ?? '')) {
      const { ETag, Vary, 'Cache-Control': caching } = headers;
      return context.body(null, 304, { ETag, Vary, 'Cache-Control': caching });
    }
    const isHead = context.req.method === 'HEAD';
    return isHead ? context.body(null, 200, headers) : context.body(body(), 200, headers);
  });
  app.notFound(() => {
    throw new Refusal(404, 'There is nothing at this address.');
  });

  app.onError(async (error, context) => {
    // Without this header, the client would send its next request on a closed connection, and lose it.
    if (!(await passOver(context.env.incoming))) context.header('Connection', 'close');
    const refusal = refusalOf(error);
    context.set('error', error);
    const { status, message, headers } = refusal;
    // UDPipe's clients expect text.
    return context.req.path === '/process'
      ? context.text(message, status as ContentfulStatusCode, headers)
      : context.json({ error: message }, status as ContentfulStatusCode, headers);
  });
  return app;
}

function sendJson(context: Context<Environment>, body: string | ReadableStream<Uint8Array>) {
  return context.body(body, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
}

/** Receives the parameters of the URL and of a form in the body; decodes them only when the request gets its turn. */
async function readFields(
  context: Context<Environment>,
  limit: number,
): Promise<() => Promise<Map<string, string>>> {
  const { url, method } = context.req;
  const exchange = context.get('exchange');
  const addressed = () => new Map(new URL(url).searchParams);
  exchange.visit.hold(url.length);
  if (method === 'GET') return async () => addressed();
  const type = context.req.header('Content-Type') ?? '<none>';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    throw new Refusal(400, `Unsupported payload Content-Type '${type}'.`);
  }
  const bytes = await readBody(context.env.incoming, limit, exchange);
  return async () => new Map([...addressed(), ...(await formOf(type, bytes))]);
}

function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof OptionsError || error instanceof ConlluError) return new Refusal(400, error.message);
  return new Refusal(500, 'The service has an internal error: see its log.');
}
