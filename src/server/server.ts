// The HTTP server: listens, guards against slow senders, and shuts down when its work is done.
import { createServer } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { type AppOptions, createApp } from './app.js';
import type { Service } from './service.js';

export interface ListenOptions extends AppOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface RunningServer {
  /** The URL on which it listens. */
  readonly address: string;
  /** Accepts no more requests, finishes the open ones, and ends the threads. */
  close(): Promise<void>;
}

/** Milliseconds that an idle connection is kept: longer than proxies keep theirs. */
const KEEP_ALIVE = 65_000;

/** Starts the server. */
export async function listen(
  service: Service,
  { host, port, ...options }: ListenOptions,
): Promise<RunningServer> {
  const { time } = service.limits;
  const settings = {
    headersTimeout: Math.min(time, 60_000),
    // The routes time bodies themselves; this is for connections that they have already answered.
    requestTimeout: time + 5000,
    connectionsCheckingInterval: Math.min(time, 5000),
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server = createServer(settings, createApp(service, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      service.isClosing = true;
      // The HTTP server's own close would cut off answers that are still being sent.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      await service.drained();
      server.closeAllConnections();
      await closed;
      await service.close();
    },
  };
}
