import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextParser } from '../../dist/library/textParser.js';
import { Pipeline } from '../../dist/pipeline/pipeline.js';
import { filesOfPage } from '../../dist/server/page.js';
import { Random } from '../../src/engine/random.js';
import { startService, type TestService, tinyParts, until } from '../support/service.js';
import { tinyText } from '../support/tinyModels.js';

const parts = await tinyParts();
const folder = mkdtempSync(join(tmpdir(), 'arcwise-page-'));
const hashed = 'assets/index-DOfBaOOn.js';
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, 'en'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>made up</title>');
writeFileSync(join(folder, hashed), 'export {};');
writeFileSync(join(folder, 'en/english.arcwise'), new Uint8Array(70_000).fill(7));
const random = new Random(7);
writeFileSync(
  join(folder, 'random.png'),
  Uint8Array.from({ length: 5000 }, () => random.below(256)),
);

let one: TestService;
beforeAll(async () => {
  one = await startService({ parts, page: await filesOfPage(folder), cors: ['https://example.org'] });
});
afterAll(async () => {
  await one.close();
  rmSync(folder, { recursive: true });
});

const parser = new TextParser(new Pipeline(parts));
const conllu = '1\tKelu\t_\tX\t_\t_\t_\t_\t_\t_\n2\tta\t_\tX\t_\t_\t_\t_\t_\t_\n\n';

/** What comes over the wire, as it is: fetch decompresses. */
function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${one.address}${path}`, { headers }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) });
    }).once('error', reject);
  });
}

async function json(response: Response | Promise<Response>): Promise<unknown> {
  return (await response).json();
}

describe('POST /parse', () => {
  it.each(['_ _', '0 0', '2 1', '9 7', '1 2'])('reads CoNLL-U whatever its heads are: %s', async (heads) => {
    const rows = heads.split(' ').map((head, at) => `${at + 1}\tta\t_\tX\t_\t_\t${head}\t_\t_\t_\n`);
    expect(await json(one.parse({ conllu: rows.join('') }))).toEqual(
      await json(one.parse({ conllu: conllu.replace('Kelu', 'ta') })),
    );
  });

  it.each([
    { name: 'a text', body: { text: tinyText }, input: tinyText, options: {} },
    {
      name: 'options',
      body: { text: tinyText, kBest: 2, marginals: true, rivals: 2 },
      input: tinyText,
      options: { kBest: 2, marginals: true, rivals: 2 },
    },
    {
      name: 'a beam',
      body: { text: tinyText, decoder: 'beam', beam: 3 },
      input: tinyText,
      options: { decoder: 'beam' as const, beam: 3 },
    },
    {
      name: 'tokens',
      body: { sentences: [['Kelu', 'ta'], [], ['!']] },
      input: [['Kelu', 'ta'], [], ['!']],
      options: {},
    },
    {
      name: 'a long sentence',
      body: { sentences: [new Array(70).fill('ta')] },
      input: [new Array(70).fill('ta')],
      options: {},
    },
    { name: 'nothing', body: { text: '' }, input: '', options: {} },
  ])('gives the JSON of the library: $name', async ({ body, input, options }) => {
    const response = await one.parse(body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const sentences = JSON.parse(JSON.stringify(await parser.parse(input, options)));
    expect(await response.json()).toEqual({ model: 'tiny-made-up', sentences });
  });

  it('takes CoNLL-U, and leaves its tags unless told to tag', async () => {
    const tagsOf = async (body: object) => {
      const answer = (await json(one.parse(body))) as { sentences: { words: { upos: string }[] }[] };
      return answer.sentences.map(({ words }) => words.map(({ upos }) => upos));
    };
    expect(await tagsOf({ conllu })).toEqual([['X', 'X']]);
    const [tagged] = await tagsOf({ conllu, tag: true });
    expect(tagged).toHaveLength(2);
    expect(tagged).not.toContain('X');
  });

  it('takes plain text', async () => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    const response = one.fetch('/parse', { method: 'POST', headers, body: tinyText });
    expect(await json(response)).toEqual(await json(one.parse({ text: tinyText })));
  });

  it('gives the same answers to requests that share batches as to single ones', async () => {
    const texts = ['Kelu ta moba!', "Sori ban't ünä?", tinyText, 'A. 3.5!'];
    const alone: unknown[] = [];
    for (const text of texts) alone.push(await json(one.parse({ text })));
    one.jobs.length = 0;
    one.hold();
    const together = Promise.all(
      Array.from({ length: 40 }, (_, at) => json(one.parse({ text: texts[at % texts.length] }))),
    );
    await until(() => one.service.inFlight === 40);
    one.release();
    for (const [at, answer] of (await together).entries()) expect(answer).toEqual(alone[at % texts.length]);
    // The first, its next, and what was there when they were done.
    expect(one.jobs.length).toBeLessThan(10);
  });

  it.each([
    { name: 'no JSON', body: '{"text": ', says: /not valid JSON/ },
    { name: 'no object', body: '["text"]', says: /The body is an object, not \["text"\]\./ },
    { name: 'null', body: 'null', says: /The body is an object, not null/ },
    { name: 'nothing to parse', body: '{}', says: /exactly one of text, sentences, conllu/ },
    { name: 'two things to parse', body: '{"text":"a","conllu":""}', says: /exactly one of text/ },
    { name: 'text that is none', body: '{"text":["a"]}', says: /In the body, "text" is a string, not/ },
    {
      name: 'tokens without sentences',
      body: '{"sentences":["a"]}',
      says: /"sentences"\[0\] is an array whose items are each a string/,
    },
    {
      name: 'tokens that are none',
      body: '{"sentences":[[1]]}',
      says: /"sentences"\[0\]\[0\] is a string, not 1/,
    },
    { name: 'a token of blanks', body: '{"sentences":[[" "]]}', says: /A token is text/ },
    { name: 'bad CoNLL-U', body: '{"conllu":"1\\tx\\n\\n"}', says: /^line 1: / },
    {
      name: 'an unknown option',
      body: '{"text":"a","colour":1}',
      says: /takes no "colour", only text, sentences, conllu, model, decoder/,
    },
    { name: 'a prototype', body: '{"text":"a","__proto__":{"kBest":3}}', says: /takes no "__proto__"/ },
    { name: 'a constructor', body: '{"text":"a","constructor":{}}', says: /takes no "constructor"/ },
    {
      name: 'too many trees',
      body: '{"text":"a","kBest":1000}',
      says: /"kBest" is a whole number from 1 to 100, not 1000/,
    },
    { name: 'half a tree', body: '{"text":"a","kBest":0.5}', says: /"kBest" is a whole number/ },
    {
      name: 'an unknown decoder',
      body: '{"text":"a","decoder":"best"}',
      says: /"decoder" is one of exact, greedy, beam/,
    },
    { name: 'a beam without its decoder', body: '{"text":"a","beam":4}', says: /goes with the decoder beam/ },
    {
      name: 'greedy probabilities',
      body: '{"text":"a","decoder":"greedy","marginals":true}',
      says: /exact decoding only/,
    },
  ])('refuses with one sentence: $name', async ({ body, says }) => {
    const response = await one.parse(undefined, { body });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: string };
    expect(error).toMatch(says);
    expect(error).toMatch(/\.$|: /);
  });

  it('refuses what is not UTF-8, neither JSON nor text, or compressed', async () => {
    const post = (type: string, body: string | Uint8Array<ArrayBuffer>, encoding = 'identity') =>
      one.fetch('/parse', {
        method: 'POST',
        headers: { 'Content-Type': type, 'Content-Encoding': encoding },
        body,
      });
    const answers = await Promise.all([
      post('text/plain', Uint8Array.of(0x41, 0xff)),
      post('application/json', Uint8Array.of(0x22, 0xc3, 0x22)),
      post('application/xml', '<a/>'),
      post('application/json', '{"text":"a"}', 'gzip'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 415]);
    expect(await json(answers[0])).toEqual({ error: 'The body is not valid UTF-8.' });
  });
});

describe('the page', () => {
  it('is served with a strict policy, and its hashed files for good', async () => {
    const page = await one.fetch('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!'wasm-unsafe-eval')|https?:|\*/);
    expect(await page.text()).toContain('made up');
    const script = await one.fetch(`/${hashed}`);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toMatch(/javascript/);
  });

  it('serves the model with its length, and not again to who has it', async () => {
    const model = '/en/english.arcwise';
    const plain = { 'Accept-Encoding': 'identity' };
    const whole = await one.fetch(model, { headers: plain });
    expect(whole.headers.get('content-length')).toBe('70000');
    expect((await whole.arrayBuffer()).byteLength).toBe(70_000);
    const tag = whole.headers.get('etag') ?? '';
    for (const tags of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await one.fetch(model, { headers: { ...plain, 'If-None-Match': tags } });
      expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    }
    expect((await one.fetch(model, { headers: { ...plain, 'If-None-Match': '"other"' } })).status).toBe(200);
    const head = await one.fetch(model, { method: 'HEAD', headers: plain });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '70000', '']);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.1', 'br'],
    ['br;q=0, gzip;q=0', null],
    ['zstd', null],
    ['', null],
  ])('compresses files for those who accept it: %s', async (accepted, encoding) => {
    const response = await raw('/en/english.arcwise', { 'Accept-Encoding': accepted });
    expect(response.headers['content-encoding'] ?? null).toBe(encoding);
    expect(response.headers.vary).toMatch(/Accept-Encoding/);
    expect(response.headers['content-length']).toBe(String(response.body.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes };
    const bytes = decode[(encoding ?? 'plain') as keyof typeof decode](response.body);
    expect([bytes.length, bytes.every((byte) => byte === 7)]).toEqual([70_000, true]);
    if (encoding) expect(response.body.length).toBeLessThan(7000);
  });

  it('has another tag for each encoding, and knows all of them again', async () => {
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await raw('/en/english.arcwise', { 'Accept-Encoding': accepted });
      const tag = String(headers.etag);
      tags.add(tag);
      const again = await raw('/en/english.arcwise', { 'Accept-Encoding': accepted, 'If-None-Match': tag });
      expect([again.status, again.headers.vary]).toEqual([304, expect.stringMatching(/Accept-Encoding/)]);
    }
    expect(tags.size).toBe(3);
  });

  it('does not compress what is small or does not become smaller', async () => {
    for (const path of ['/', '/random.png']) {
      const { headers, status } = await raw(path, { 'Accept-Encoding': 'br' });
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  it('serves the model of the package where the page has no copy of it', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'arcwise-page-'));
    writeFileSync(join(bare, 'index.html'), '');
    const files = await filesOfPage(bare);
    rmSync(bare, { recursive: true });
    const { size } = statSync(new URL('../../models/en/english.arcwise', import.meta.url));
    expect(files.get('/models/en/english.arcwise')?.size).toBe(size);
    expect(files.has('/models/en/LICENSE')).toBe(true);
    const listed = await files.get('/models.json')?.for('');
    const list = JSON.parse(await text(Readable.from(listed?.body() ?? [])));
    expect(list.models[0]).toMatchObject({
      name: 'english',
      title: 'English',
      language: 'en',
      files: [{ address: 'models/en/english.arcwise', bytes: size }],
      licence: 'models/en/LICENSE',
    });
    expect([...(await filesOfPage(join(bare, 'nowhere'))).keys()]).toEqual([]);
  });

  it('hands out the models that it is served with, and the list of them', async () => {
    const sources = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)].map((bytes) => ({ bytes }));
    const models = [
      { name: 'both', title: 'Both', language: 'mis', files: sources },
      { name: 'second', files: sources.slice(1) },
    ];
    const two = await startService({ parts, page: await filesOfPage(folder, models) });
    const file = (address: string, bytes: number) => ({
      address,
      bytes,
      version: expect.stringMatching(/^\S+$/),
    });
    expect(await json(two.fetch('/models.json'))).toEqual({
      models: [
        { ...models[0], files: [file('models/1/1.arcwise', 3), file('models/1/2.arcwise', 2)] },
        { name: 'second', files: [file('models/2/1.arcwise', 2)] },
      ],
    });
    const second = await two.fetch('/models/1/2.arcwise?version');
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(Uint8Array.of(4, 5));
    await two.close();
  });

  it.each([
    '/nothing',
    '/assets/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/en/..%2f..%2fpackage.json',
    '/__proto__',
  ])('has nothing at %s', async (path) => {
    const response = await one.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'There is nothing at this address.' });
  });

  it('says how it is built if it was not', async () => {
    const two = await startService({ parts });
    const response = await two.fetch('/');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('The page has not been built: npm run build:web does it.\n');
    await two.close();
  });
});

describe('the other routes', () => {
  it('are found by whole addresses too, which proxies send, and whatever the query is', async () => {
    const { hostname, port } = new URL(one.address);
    const answer = (path: string) =>
      new Promise<unknown>((resolve, reject) => {
        get({ hostname, port, path }, async (response) => resolve(JSON.parse(await text(response)))).once(
          'error',
          reject,
        );
      });
    for (const path of ['http://example.org/healthz', '/healthz?a=/b?c', 'https://example.org:1/healthz?']) {
      expect(await answer(path), path).toEqual({ healthy: true });
    }
  });

  it('tells that it is healthy', async () => {
    expect(await json(one.fetch('/healthz'))).toEqual({ healthy: true });
  });

  it('counts requests, words and sentences for Prometheus', async () => {
    const two = await startService({ parts });
    const answer = (await json(two.parse({ sentences: [['Kelu', 'ta'], ['!']] }))) as {
      sentences: unknown[];
    };
    expect(answer.sentences).toHaveLength(2);
    await two.parse({ text: 1 });
    await two.logged(2);
    const response = await two.fetch('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'arcwise_requests_total{route="/parse",status="200"} 1',
        'arcwise_requests_total{route="/parse",status="400"} 1',
        'arcwise_request_seconds_count{route="/parse"} 2',
        'arcwise_words_total 3',
        'arcwise_sentences_total 2',
        'arcwise_requests_in_flight 0',
        'arcwise_queue_length 0',
      ]),
    );
    await two.close();
  });

  it.each([
    ['/parse', 'GET', 'POST'],
    ['/process', 'DELETE', 'GET, POST'],
    ['/healthz', 'POST', 'GET'],
  ])('takes no other methods: %s %s', async (path, method, allow) => {
    const response = await one.fetch(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  it('lets pages of configured origins in, and no others', async () => {
    const origins = ['https://example.org', 'https://example.com'];
    const allowed = await Promise.all(
      origins.map(async (Origin) => {
        const { headers } = await one.parse(
          { text: '' },
          { headers: { Origin, 'Content-Type': 'application/json' } },
        );
        return headers.get('access-control-allow-origin');
      }),
    );
    expect(allowed).toEqual(['https://example.org', null]);
    const preflight = await one.fetch('/parse', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://example.org',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type/i);
    const methodsOf = async (path: string) => {
      const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' };
      const answer = await one.fetch(path, { method: 'OPTIONS', headers });
      return answer.headers.get('access-control-allow-methods');
    };
    expect(await methodsOf('/parse')).toBe('POST');
    expect(await methodsOf('/process')).toBe('GET,POST');
    expect(await methodsOf('/healthz')).toBe('GET');
    expect(await methodsOf('/en/english.arcwise')).toBe('GET');
    expect(await methodsOf('/constructor')).toBe('GET');
    const closed = await startService({ parts });
    const { headers } = await closed.fetch('/healthz', { headers: { Origin: 'https://example.org' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await closed.close();
  });
});
