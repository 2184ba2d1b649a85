// A load of HTTP requests that takes little of the machine, since it shares it with the service: a client that reads
// whole answers (autocannon) took about a quarter of two cores. Requests are prepared as bytes; of an answer only the status and
// the length are read.
import { connect } from 'node:net';

export interface LoadResult {
  /** From the first request to the last answer. */
  readonly milliseconds: number;
  /** Of each answer, in milliseconds, the shortest first. */
  readonly latencies: readonly number[];
  /** The number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** The bytes of a POST request. */
export function postOf(address: string, path: string, type: string, body: string): Buffer {
  const { host } = new URL(address);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Sends requests over several connections while there should be more. Each connection starts at another request and sends
 * its next one as soon as it has the answer: connections that all send the same would have the service parse the same
 * sentences together, which is cheaper than parsing different ones.
 */
export async function sendLoad(
  address: string,
  requests: readonly Buffer[],
  connections: number,
  more: () => boolean,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, connection) => {
      const first = Math.floor((connection * requests.length) / connections);
      return exchanges(address, requests, first, more, (status, milliseconds) => {
        latencies.push(milliseconds);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    }),
  );
  const milliseconds = performance.now() - start;
  return { milliseconds, latencies: latencies.sort((a, b) => a - b), statuses };
}

/** One connection: requests, each after the answer to the one before. */
function exchanges(
  address: string,
  requests: readonly Buffer[],
  first: number,
  more: () => boolean,
  onAnswer: (status: number, milliseconds: number) => void,
): Promise<void> {
  const { hostname: host, port } = new URL(address);
  return new Promise((resolve, reject) => {
    let at = first;
    let sentAt = 0;
    /** Bytes of the answer that have not arrived; 0 until its head is there. */
    let missing = 0;
    let head = '';
    let status = 0;
    const send = () => {
      if (!more()) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(requests[at++ % requests.length]);
    };
    const received = Buffer.alloc(1 << 16);
    const read = (length: number): boolean => {
      if (missing > 0) {
        missing -= length;
      } else {
        // Decodes no more than the head, if that is whole.
        const before = head.length;
        const last = received.subarray(0, length).indexOf('\r\n\r\n');
        head += received.toString('latin1', 0, last < 0 ? length : last + 4);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return true;
        const size = /\r\ncontent-length: *(\d+)\r\n/i.exec(head);
        if (!size) {
          socket.destroy(new Error('An answer does not say how long it is.'));
          return false;
        }
        status = Number(head.slice(9, 12));
        missing = end + 4 + Number(size[1]) - before - length;
        head = '';
      }
      if (missing === 0) {
        onAnswer(status, performance.now() - sentAt);
        send();
      }
      return true;
    };
    const socket = connect({
      host,
      port: Number(port),
      noDelay: true,
      onread: { buffer: received, callback: read },
    });
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('The service closed a connection.')));
  });
}
