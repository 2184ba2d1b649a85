import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CrewError } from '../../dist/library/crew.js';
import { startService, type TestOptions, type TestService, tinyParts, until } from '../support/service.js';

const parts = await tinyParts();
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

  it.each<[object, number]>([
    [{ sentences: new Array(5).fill(new Array(10).fill('ta')), kBest: 20 }, 413],
    [{ sentences: new Array(4).fill(new Array(10).fill('ta')), kBest: 20 }, 200],
    [{ sentences: [new Array(10).fill('ta')], kBest: 20, rivals: 100 }, 413],
    [{ sentences: [new Array(10).fill('ta')], kBest: 5, rivals: 100 }, 200],
    [{ text: 'Kelu ta moba! '.repeat(20), kBest: 9, rivals: 2 }, 413],
    [{ text: 'Kelu ta moba! '.repeat(20), kBest: 3 }, 200],
    [{ text: 'Kelu ta moba! '.repeat(260) }, 413],
    [{ text: 'Kelu ta moba! '.repeat(200) }, 200],
    // More than the splitter takes at once.
    [{ text: 'Kelu ta moba! '.repeat(800) }, 413],
    [{ conllu: `${'1\tta\t_\t_\t_\t_\t_\t_\t_\t_\n\n'.repeat(1001)}` }, 413],
    [{ conllu: `${'1\tta\t_\t_\t_\t_\t_\t_\t_\t_\n\n'.repeat(999)}` }, 200],
  ])(
    'bounds what a request costs, words by trees by rivals, before any of it is parsed',
    async (body, status) => {
      const one = await start({ cost: 1000 });
      const error =
        'The request costs more than 1000 words, each counted once per tree and rival: ' +
        'send less at once, or ask for fewer trees and rivals.';
      const answer = await statusOf(one.parse(body));
      expect(answer).toMatchObject(status === 200 ? { status } : { status, error });
      if (status !== 200) expect(one.jobs).toHaveLength(0);
    },
  );

  it('bounds what UDPipe’s parameters ask for as well', async () => {
    const one = await start({ cost: 100, length: 10 });
    const send = async (fields: Record<string, string>) => {
      const response = await one.fetch('/process', { method: 'POST', body: new URLSearchParams(fields) });
      return [response.status, (await response.text()).slice(0, 40)];
    };
    const many = 'ta\n\n'.repeat(101);
    const tooMuch = [413, 'The request costs more than 100 words, e'];
    for (const [tagger, parser] of [
      ['', ''],
      ['', 'none'],
      ['none', ''],
    ]) {
      expect(await send({ data: many, input: 'vertical', tagger, parser })).toEqual(tooMuch);
      expect(await send({ data: many, tokenizer: 'presegmented', tagger, parser })).toEqual(tooMuch);
    }
    expect((await send({ data: 'ta '.repeat(11), tokenizer: 'presegmented', parser: '' }))[0]).toBe(422);
    expect(one.jobs).toHaveLength(0);
    expect((await send({ data: 'ta\n\n'.repeat(99), input: 'vertical', parser: '' }))[0]).toBe(200);
  });

  it('gives up work that takes too long', async () => {
    const one = await start({ time: 500 });
    one.hold();
    const error = 'The request took more than 0.5 seconds: send less at once.';
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

describe('work that fails', () => {
  it('fails its own request alone, without details to the client, and with its place in the log', async () => {
    const one = await start();
    const failures: Error[] = [];
    one.service.onFailure = (error) => failures.push(error);
    one.poison('Kelu');
    one.hold();
    const others = ['ta', 'moba', 'sori'].map((form) => one.parse({ sentences: [[form]] }));
    const own = statusOf(one.parse(sentence));
    await until(() => one.service.inFlight === 4);
    one.release();
    expect(await own).toMatchObject({ status: 500, error: expect.stringMatching(/internal error/) });
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(failures).toEqual([]);
    expect((await one.fetch('/healthz')).status).toBe(200);
    expect((await one.parse({ sentences: [['ta']] })).status).toBe(200);
    await one.logged(6);
    const entries = one.lines.map((line) => JSON.parse(line));
    const [{ error }] = entries.filter(({ status }) => status === 500);
    expect(error[0]).toBe('Error');
    expect(error.length).toBeGreaterThan(1);
    expect(one.lines.join('')).not.toContain('Kelu');
  });

  it('is told to whoever runs the service if no thread is left to do any', async () => {
    const one = await start();
    const failures: Error[] = [];
    one.service.onFailure = (error) => failures.push(error);
    one.fail(new CrewError('A thread that died cannot be replaced: no memory'));
    expect(await statusOf(one.parse(sentence))).toMatchObject({ status: 500 });
    expect(failures).toHaveLength(1);
    expect((await one.fetch('/healthz')).status).toBe(503);
  });
});

describe('a long answer', () => {
  const long = { sentences: new Array(300).fill(['Kelu', 'ta', 'moba', 'sori', '!']), kBest: 20, rivals: 2 };

  it('is sent as it is made, and waits for its reader', async () => {
    const one = await start({ cost: 1e9 });
    const much = { ...long, sentences: new Array(1500).fill(long.sentences[0]) };
    const socket = net.connect(Number(new URL(one.address).port), '127.0.0.1');
    socket.write(post(JSON.stringify(much)));
    let [head, tail] = ['', ''];
    socket.on('data', (data) => {
      if (head === '') {
        head = data.toString();
        socket.pause();
      }
      tail = data.subarray(-5).toString();
    });
    await until(() => head !== '');
    for (let turn = 0; turn < 5000; turn++) await new Promise((resolve) => setImmediate(resolve));
    // No more is parsed than what the connection takes, and some batches.
    const begun = () => one.jobs.reduce((sum, { sentences }) => sum + sentences.length, 0);

    expect(begun()).toBeLessThan(1500);
    socket.resume();
    await until(() => tail === '0\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 .*Transfer-Encoding: chunked/is);
    expect(begun()).toBe(1500);
    socket.destroy();
  });

  it('is sent in pieces even if the request is short', async () => {
    const one = await start();
    const some = (count: number) => ({ ...long, sentences: long.sentences.slice(0, count) });
    const chunked = async (count: number) =>
      (await one.parse(some(count))).headers.get('Transfer-Encoding') === 'chunked';
    expect(await chunked(1)).toBe(false);
    expect(await chunked(60)).toBe(true);
  });

  it('has the JSON of the library, like a short one', async () => {
    const one = await start();
    const { sentences } = (await (await one.parse(long)).json()) as { sentences: unknown[] };
    const single = { ...long, sentences: long.sentences.slice(0, 1) };
    const short = (await (await one.parse(single)).json()) as { sentences: unknown[] };
    expect(sentences).toHaveLength(300);
    for (const sentence of sentences) expect(sentence).toEqual(short.sentences[0]);
  });

  it('breaks off where its work fails, and the log says why', async () => {
    const one = await start();
    one.poison('rotten');
    const sentences = [...long.sentences, ...long.sentences, ['rotten']];
    const response = await one.parse({ ...long, sentences });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await one.logged(1);
    expect(JSON.parse(one.lines[0])).toMatchObject({ status: 500, error: expect.arrayContaining(['Error']) });
    await until(() => one.service.inFlight === 0);
  });

  it('breaks off when its time is up', async () => {
    const one = await start({ time: 1500 });
    const { socket, received, closed } = connect(one, post(JSON.stringify(long)));
    socket.once('data', () => socket.pause());
    await one.logged(1);
    expect(JSON.parse(one.lines[0])).toMatchObject({ status: 408 });
    socket.resume();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received()).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(one.service.inFlight).toBe(0);
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
