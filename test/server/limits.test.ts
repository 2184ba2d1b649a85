import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startService, type TestOptions, type TestService, tinyParts, until } from '../support/service.js';

const parts = tinyParts();
const open: TestService[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.release();
    await one.close();
  }
});

async function start(limits: TestOptions['limits'] = {}): Promise<TestService> {
  const one = await startService({ parts, limits });
  open.push(one);
  return one;
}

/** A connection of our own; what comes back is collected until the other side ends it or it is destroyed. */
function connect({ address }: TestService, text: string) {
  const { port } = new URL(address);
  const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text));
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  return { socket, closed, received: () => received };
}

function post(body: string, length = Buffer.byteLength(body)): string {
  const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${length}`];
  return `POST /parse HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

const sentence = { sentences: [['Kelu', 'ta', '!']] };
const statusOf = async (response: Promise<Response>) => {
  const { status, headers } = await response;
  const { error } = (await (await response).json()) as { error?: string };
  return { status, error, retryAfter: headers.get('retry-after') };
};

describe('limits', () => {
  it('refuses bodies that are too big, with and without a length', async () => {
    const one = await start({ body: 1000 });
    const error = 'The body has more than 1000 bytes: send less at once.';
    expect(await statusOf(one.parse({ text: 'a '.repeat(5000) }))).toMatchObject({ status: 413, error });
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 100; i++) controller.enqueue(new TextEncoder().encode('a '.repeat(50)));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: chunks, duplex: 'half' };
    expect(await statusOf(one.fetch('/parse', init as RequestInit))).toMatchObject({ status: 413, error });
    const form = new URLSearchParams({ data: 'a '.repeat(5000), tokenizer: '' });
    const process = await one.fetch('/process', { method: 'POST', body: form });
    expect([process.status, await process.text()]).toEqual([413, error]);
    expect((await one.parse(sentence)).status).toBe(200);
  });

  it('keeps the connection of whoever has sent all that was refused, and tells the others that it ends', async () => {
    const one = await start({ body: 10 });
    const whole = connect(one, post('a'.repeat(1000)).repeat(2));
    await until(() => whole.received().split('HTTP/1.1 413').length === 3);
    expect(whole.received()).not.toMatch(/^Connection: close/im);
    whole.socket.destroy();
    const half = connect(one, post('a'.repeat(1000), 2000));
    const [head] = (await half.closed).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 413 .*^Connection: close\r$/ims);
  });

  it('refuses sentences that are too long before any of them is parsed', async () => {
    const one = await start({ length: 5 });
    const long = new Array(6).fill('ta');
    const error = 'A sentence has 6 words, more than 5: send it in pieces.';
    expect(await statusOf(one.parse({ sentences: [['ta'], long] }))).toMatchObject({ status: 422, error });
    const conllu = `${long.map((form, at) => `${at + 1}\t${form}${'\t_'.repeat(8)}\n`).join('')}\n`;
    expect(await statusOf(one.parse({ conllu }))).toMatchObject({ status: 422, error });
    for (const parser of ['none', '']) {
      const form = new URLSearchParams({ data: long.join(' '), input: 'horizontal', parser });
      const response = await one.fetch('/process', { method: 'POST', body: form });
      expect([response.status, await response.text()]).toEqual([422, error]);
    }
    expect(one.jobs).toHaveLength(0);
  });

  it('gives up work that takes too long', async () => {
    const one = await start({ time: 50 });
    one.hold();
    const error = 'The request took more than 0.05 seconds: send less at once.';
    expect(await statusOf(one.parse(sentence))).toMatchObject({ status: 408, error });
    one.release();
    await until(() => one.service.inFlight === 0);
  });

  it('gives up bodies that take too long, and heads that never end', async () => {
    const one = await start({ time: 200 });
    const slowBody = connect(one, post('{"text": ', 1000));
    expect(await slowBody.closed).toMatch(/^HTTP\/1\.1 408 .*took more than 0\.2 seconds/s);
    const slowHead = connect(one, 'POST /parse HTTP/1.1\r\nHost: local');
    expect(await slowHead.closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('refuses what has no room in the queue, and says when to come again', async () => {
    const one = await start({ queue: 2 });
    one.hold();
    const running = [one.parse(sentence), one.parse(sentence)];
    await until(() => one.service.inFlight === 2);
    const refused = { status: 503, retryAfter: '1', error: expect.stringMatching(/try again/) };
    expect(await statusOf(one.parse(sentence))).toMatchObject(refused);
    expect((await one.fetch('/process?data=a&tokenizer')).status).toBe(503);
    expect((await one.fetch('/healthz')).status).toBe(200);
    one.release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await one.parse(sentence)).status).toBe(200);
  });
});

describe('clients that leave', () => {
  it('are worked for no more', async () => {
    const one = await start();
    one.hold();
    const many = { sentences: new Array(2000).fill(['Kelu', 'ta', 'moba', 'sori', '!']) };
    const running = connect(one, post(JSON.stringify(many)));
    await until(() => one.jobs.length === 2);
    const waiting = connect(one, post(JSON.stringify({ ...sentence, marginals: true })));
    await until(() => one.service.waiting === 2);
    running.socket.destroy();
    waiting.socket.destroy();
    await one.logged(2);
    await until(() => one.service.inFlight === 0);
    expect(one.service.waiting).toBe(0);
    one.release();
    expect((await one.parse(sentence)).status).toBe(200);
    // Two batches of a thousand words had begun, of the twelve that there were.
    expect(one.jobs).toHaveLength(3);
    expect(one.lines.slice(0, 2).map((line) => JSON.parse(line).status)).toEqual([499, 499]);
  });

  it('may leave before they have said what they want', async () => {
    const one = await start();
    const { socket } = connect(one, post('{"text": ', 1000));
    await until(() => one.service.open === 1);
    socket.destroy();
    await one.logged(1);
    expect(JSON.parse(one.lines[0]).status).toBe(499);
    expect((await one.parse(sentence)).status).toBe(200);
  });
});

describe('shutting down', () => {
  it('finishes what runs and refuses what comes', async () => {
    const one = await start();
    one.hold();
    const running = connect(one, post(JSON.stringify(sentence)));
    const unused = connect(one, '');
    await until(() => one.jobs.length === 1);
    const closed = one.close();
    running.socket.write(post(JSON.stringify(sentence)));
    one.release();
    const received = await running.closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 OK.*"deprel"/s);
    await closed;
    expect(await unused.closed).toBe('');
    await expect(one.parse(sentence)).rejects.toThrow();
    open.length = 0;
  });

  it('is unhealthy and closes connections meanwhile', async () => {
    const one = await start();
    one.service.isClosing = true;
    const health = await one.fetch('/healthz');
    expect([health.status, await health.json()]).toEqual([503, { healthy: false }]);
    const response = await one.parse(sentence);
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  });
});

describe('a thread that fails', () => {
  it('is told to the client without details, to the log with its place, and to whoever runs the service', async () => {
    const one = await start();
    const failures: Error[] = [];
    one.service.onFailure = (error) => failures.push(error);
    one.fail(new Error('made up, for "Kelu"'));
    const answer = await statusOf(one.parse(sentence));
    expect(answer).toMatchObject({ status: 500, error: expect.stringMatching(/went wrong/) });
    expect(failures).toHaveLength(1);
    expect((await one.fetch('/healthz')).status).toBe(503);
    await one.logged(2);
    const { error } = JSON.parse(one.lines[0]) as { error: string[] };
    expect(error[0]).toBe('Error');
    expect(error.length).toBeGreaterThan(1);
    expect(one.lines.join('')).not.toContain('Kelu');
  });
});

describe('the log', () => {
  it('has a line a request, with its numbers and without its text', async () => {
    const one = await start();
    const secret = 'Kelu';
    await one.parse({ text: `${secret} ta!` });
    await one.parse({ text: 'x', [secret]: 1 });
    await one.fetch(`/process?data=${secret}&tokenizer&parser`);
    await one.fetch(`/process?data=x&model=${secret}`);
    await one.fetch(`/${secret}?${secret}`, {
      headers: { 'User-Agent': secret, Referer: `http://a/${secret}` },
    });
    await one.fetch('/process', { method: 'POST', headers: { 'Content-Type': secret }, body: secret });
    await one.logged(6);
    expect(one.lines.join('')).not.toContain(secret);
    const entries = one.lines.map((line) => JSON.parse(line));
    expect(entries.map(({ method, route, status, words }) => [method, route, status, words])).toEqual([
      ['POST', '/parse', 200, 3],
      ['POST', '/parse', 400, 0],
      ['GET', '/process', 200, 1],
      ['GET', '/process', 400, 0],
      ['GET', '/', 404, 0],
      ['POST', '/process', 400, 0],
    ]);
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual([
        'time',
        'id',
        'method',
        'route',
        'status',
        'words',
        'milliseconds',
      ]);
    }
    expect(new Set(entries.map(({ id }) => id)).size).toBe(6);
  });

  it('calls a request what its answer calls it', async () => {
    const one = await start();
    const response = await one.parse(sentence);
    await one.logged(1);
    expect(JSON.parse(one.lines[0]).id).toBe(response.headers.get('x-request-id'));
  });
});
