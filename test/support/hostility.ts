// Requests of people who mean no good, and what may become of them.
import net from 'node:net';
import type { Random } from '../../src/engine/random.js';

/** The status of the answer; nothing if the connection ended without one, because one of both hung up. */
export type Outcome = number | undefined;

/** An attack, and the outcomes that are in order. */
export interface Attack {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  run(address: string, random: Random): Promise<Outcome>;
}

/** Sends text or bytes as they are, one after the other; waits for the end, or leaves when all is sent. */
async function raw(address: string, pieces: (string | Uint8Array)[], leaves = false): Promise<Outcome> {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1');
  let received = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (data) => {
      received += data;
      // A connection that stays open for more has done its duty.
      if (/^HTTP\/1\.1 [2-5]\d\d /m.test(received)) socket.end();
    });
    socket.on('error', () => resolve());
  });
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  if (leaves) socket.destroy();
  await ended;
  socket.destroy();
  const status = /^HTTP\/1\.1 ([2-5]\d\d) /m.exec(received)?.[1];
  return status === undefined ? undefined : Number(status);
}

async function post(
  address: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Outcome> {
  try {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

/** What is not even HTTP is answered and cut off at once: who still sends then may not come to read the answer. */
const atOnce = (status: number): Outcome[] => [status, undefined];

const json = (address: string, body: string) => post(address, '/parse', 'application/json', body);
const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

function bytes(random: Random, length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, () => random.below(256));
}

const sentence = new Array(100_000).fill('ta');
const form = 'multipart/form-data; boundary=x';

export const attacks: readonly Attack[] = [
  {
    name: 'a huge body',
    // Node may hang up while the client still sends.
    outcomes: [413, undefined],
    run: (address) => json(address, JSON.stringify({ text: 'ta '.repeat(1_000_000) })),
  },
  {
    name: 'a huge length and nothing after it',
    outcomes: [413],
    run: (address) => raw(address, [head('POST /parse HTTP/1.1', 'Content-Length: 99999999999')]),
  },
  { name: 'nothing as JSON', outcomes: [400], run: (address) => json(address, '') },
  { name: 'nothing as a form', outcomes: [400], run: (address) => post(address, '/process', form, '') },
  { name: 'nothing as text', outcomes: [200], run: (address) => post(address, '/parse', 'text/plain', '') },
  {
    name: 'bytes that are not UTF-8',
    outcomes: [400],
    run: (address) => post(address, '/parse', 'text/plain', Uint8Array.of(0x61, 0xed, 0xa0, 0x80)),
  },
  {
    name: 'random bytes as anything',
    outcomes: [400, 415],
    run(address, random) {
      const types = ['application/json', 'text/plain', form, 'application/x-www-form-urlencoded', 'a/b'];
      const body = bytes(random, 200 + random.below(3000));
      return post(address, random.below(2) ? '/parse' : '/process', types[random.below(types.length)], body);
    },
  },
  { name: 'deep arrays', outcomes: [400], run: (address) => json(address, '['.repeat(200_000)) },
  {
    name: 'deep arrays in their place',
    outcomes: [400],
    run: (address) => json(address, `{"sentences":[[${'['.repeat(100_000)}${']'.repeat(100_000)}]]}`),
  },
  { name: 'deep objects', outcomes: [400], run: (address) => json(address, '{"text":'.repeat(50_000)) },
  {
    name: 'one sentence of 100,000 words',
    outcomes: [422],
    run: (address) => json(address, JSON.stringify({ sentences: [sentence] })),
  },
  {
    name: 'one line of 100,000 words',
    outcomes: [422],
    run: (address) =>
      post(
        address,
        '/process?input=horizontal&output=matxin',
        'application/x-www-form-urlencoded',
        `data=${sentence.join('+')}`,
      ),
  },
  {
    name: 'a long text, whose sender leaves',
    outcomes: [undefined],
    run(address) {
      const body = sentence.join(' ');
      const start = head(
        'POST /parse HTTP/1.1',
        'Content-Type: text/plain',
        `Content-Length: ${body.length}`,
      );
      return raw(address, [start, body], true);
    },
  },
  {
    name: 'a slow head',
    outcomes: [408, undefined],
    run: (address) => raw(address, ['POST /par', 'se HTTP/1.1\r\nHo', 'st: a\r\n']),
  },
  {
    name: 'a slow body',
    outcomes: [408, undefined],
    run: (address) =>
      raw(address, [
        head('POST /parse HTTP/1.1', 'Content-Type: text/plain', 'Content-Length: 50'),
        'ta ',
        'ta',
      ]),
  },
  {
    name: 'a form that breaks off',
    outcomes: [400],
    run: (address) =>
      post(address, '/process', form, '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\nta'),
  },
  {
    name: 'a form without a boundary',
    outcomes: [400],
    run: (address) => post(address, '/process', 'multipart/form-data', '--x\r\n\r\n--x--'),
  },
  {
    name: 'a form of many parts',
    outcomes: [400],
    run: (address) =>
      post(
        address,
        '/process',
        form,
        `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(5000)}--x--\r\n`,
      ),
  },
  { name: 'a wrong type', outcomes: [415], run: (address) => post(address, '/parse', 'image/png', 'x') },
  { name: 'no type', outcomes: [415], run: (address) => post(address, '/parse', '', 'x') },
  {
    name: 'a flood of headers',
    outcomes: atOnce(431),
    run(address) {
      const headers = Array.from({ length: 500 }, (_, at) => `X-${at}: ${'x'.repeat(100)}`);
      return raw(address, [head('GET /healthz HTTP/1.1', ...headers)]);
    },
  },
  {
    name: 'an endless address',
    outcomes: atOnce(431),
    run: (address) => raw(address, [head(`GET /process?data=${'ta+'.repeat(20_000)} HTTP/1.1`)]),
  },
  {
    name: 'a prototype',
    outcomes: [400],
    run: (address) =>
      json(address, '{"__proto__":{"kBest":99},"constructor":{"prototype":{"tag":true}},"text":"ta"}'),
  },
  {
    name: 'a prototype in a form',
    outcomes: [400],
    run: (address) =>
      post(
        address,
        '/process',
        'application/x-www-form-urlencoded',
        '__proto__[data]=ta&constructor=1&output=__proto__&data=',
      ),
  },
  {
    name: 'parameters that make no sense',
    outcomes: [200, 400],
    run: async (address) => {
      const response = await fetch(`${address}/process?data=%E0%A4%A&data=&tokenizer=%00%ff&model=&=&&`);
      await response.arrayBuffer();
      return response.status;
    },
  },
  {
    name: 'more trees than anyone needs',
    outcomes: [400],
    run: (address) => json(address, '{"text":"ta","kBest":1e300}'),
  },
  {
    name: 'half characters and controls',
    outcomes: [200],
    run: (address) =>
      json(address, '{"text":"\\ud800 \\u0000\\u0001 ta\\udfff\\u202e\\ufeff","marginals":true}'),
  },
  {
    name: 'no HTTP at all',
    outcomes: atOnce(400),
    run: (address, random) => raw(address, ['\r\n\r\n\0', bytes(random, 300), '\r\n\r\n']),
  },
  {
    name: 'two lengths',
    outcomes: atOnce(400),
    run: (address) =>
      raw(address, [
        head('POST /parse HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
        '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
      ]),
  },
  {
    name: 'chunks that are none',
    outcomes: atOnce(400),
    run: (address) =>
      raw(address, [
        head('POST /parse HTTP/1.1', 'Content-Type: text/plain', 'Transfer-Encoding: chunked'),
        'zz\r\nta\r\n',
      ]),
  },
  {
    name: 'a method that is none',
    outcomes: atOnce(400),
    run: (address) => raw(address, [head('TA /parse HTTP/1.1')]),
  },
  {
    name: 'many requests at once on one connection',
    outcomes: [200],
    run: (address) => raw(address, [head('GET /healthz HTTP/1.1').repeat(30)]),
  },
  {
    name: 'a connection that says nothing',
    outcomes: [undefined],
    run: (address) => raw(address, [], true),
  },
  {
    name: 'a host that is none',
    outcomes: [200, 400],
    run: (address) => raw(address, ['GET /healthz HTTP/1.1\r\nHost: a b\\c/@:::\r\n\r\n']),
  },
];
