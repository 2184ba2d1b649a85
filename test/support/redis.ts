// A Redis server for tests: on a free port, in a folder of its own, without a memory of what it held before a restart.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export class RedisServer {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(folder: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), folder);
    await server.#start();
    return server;
  }

  /** Ends it at once and starts it again, empty. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<void> {
    const place = ['--port', String(this.#port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const child = spawn('redis-server', [...place, '--save', '', '--appendonly', 'no']);
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (data: Buffer) => {
        said += data;
        if (/Ready to accept connections/.test(said)) resolve();
      });
      child.once('exit', () => reject(new Error(`Redis ended with: ${said}`)));
    });
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
