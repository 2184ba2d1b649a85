// The HTTP server: listens, guards against those who send slowly, and ends when its work is done.
import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type AppOptions, createApp } from './app.js';
import type { Service } from './service.js';

export interface ListenOptions extends AppOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface RunningServer {
  /** Where it listens. */
  readonly address: string;
  /** Takes no more requests, finishes those that it has, and ends the threads. */
  close(): Promise<void>;
}

/** How long a connection is kept that asks for nothing: longer than proxies keep theirs. */
const KEEP_ALIVE = 65_000;

/** Starts to answer requests. */
export async function listen(
  service: Service,
  { host, port, ...options }: ListenOptions,
): Promise<RunningServer> {
  const { time } = service.limits;
  const server = createAdaptorServer({
    fetch: createApp(service, options).fetch,
    serverOptions: {
      headersTimeout: Math.min(time, 60_000),
      // Bodies have their time in the routes; this is for connections that the routes have already answered.
      requestTimeout: time + 5000,
      connectionsCheckingInterval: Math.min(time, 5000),
      keepAliveTimeout: KEEP_ALIVE,
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      service.isClosing = true;
      // Not the HTTP server's own way to close, which cuts answers that are still being sent.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      await service.drained();
      server.closeAllConnections();
      await closed;
      await service.close();
    },
  };
}
