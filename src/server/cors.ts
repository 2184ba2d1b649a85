// Which pages of other origins may use the service (CORS).
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';

/** The headers that let the page of a request in, if its origin is among these; `*` means all. */
export function corsHeaders(
  origins: readonly string[],
  { headers: { origin = '' } }: IncomingMessage,
): Record<string, string> {
  const isAnyone = origins.includes('*');
  return {
    ...(!isAnyone && { Vary: 'Origin' }),
    ...((isAnyone || origins.includes(origin)) && {
      'Access-Control-Allow-Origin': isAnyone ? '*' : origin,
      'Access-Control-Expose-Headers': 'X-Request-Id,Retry-After',
    }),
  };
}

/** The answer to a browser that asks what it may send. */
export function preflightAnswer({ headers }: IncomingMessage, methods: readonly string[]): Answer {
  const asked = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods.join(','),
      ...(asked !== undefined && {
        'Access-Control-Allow-Headers': asked,
        Vary: 'Access-Control-Request-Headers',
      }),
    },
  };
}
