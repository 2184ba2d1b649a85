import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../../dist/server/metrics.js';
import { routesOf } from '../../dist/server/routes.js';
import { startService, type TestService, tinyParts } from '../support/service.js';

interface Media {
  schema: { $ref?: string };
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  parameters?: { name: string; example?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, unknown> }> };
}

const parts = await tinyParts();
let one: TestService;
let description: Description;
beforeAll(async () => {
  one = await startService({ parts });
  description = (await (await one.fetch('/openapi.json')).json()) as Description;
});
afterAll(() => one.close());

/** Every example of every operation, as a request. */
function* examples(): Generator<{ name: string; operation: Operation; path: string; init: RequestInit }> {
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      const method = verb.toUpperCase();
      const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
      const query = new URLSearchParams(given.map(({ name, example = '' }) => [name, example]));
      const address = given.length > 0 ? `${path}?${query}` : path;
      const content = Object.entries(operation.requestBody?.content ?? {});
      if (content.length === 0)
        yield { name: `${method} ${path}`, operation, path: address, init: { method } };
      for (const [type, media] of content) {
        expect(Object.keys(media.examples ?? {}), `${method} ${path} ${type}`).not.toHaveLength(0);
        for (const [example, { value }] of Object.entries(media.examples ?? {})) {
          const { body, headers } = encoded(type, value);
          const init = { method, body, headers };
          yield { name: `${method} ${path} ${type} ${example}`, operation, path: address, init };
        }
      }
    }
  }
}

function encoded(type: string, value: unknown): { body: BodyInit; headers?: Record<string, string> } {
  const fields = Object.entries(value as Record<string, string>);
  if (type === 'application/x-www-form-urlencoded') return { body: new URLSearchParams(fields) };
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, text] of fields) form.set(name, text);
    return { body: form };
  }
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { body, headers: { 'Content-Type': type } };
}

describe('the description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(description)));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  it('describes every route with every method, and no others', () => {
    const routes = [...routesOf(one.service, new Metrics(one.service))].flatMap(([path, methods]) =>
      [...methods.keys()].map((method) => `${method} ${path}`),
    );
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(['GET /', ...routes].sort());
  });

  it('has examples that work, with answers as it says', async () => {
    let count = 0;
    for (const { name, operation, path, init } of examples()) {
      count++;
      const response = await one.fetch(path, init);
      // The page has not been built here.
      expect(response.status, name).toBe(name === 'GET /' ? 404 : 200);
      const content = operation.responses[response.status].content ?? {};
      const [type] = (response.headers.get('content-type') ?? '').split(';');
      expect(Object.keys(content), name).toContain(type);
      const { schema } = content[type];
      if (schema.$ref === undefined) continue;
      const { required = [], properties = {} } =
        description.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      const keys = Object.keys((await response.json()) as object);
      expect(keys, name).toEqual(expect.arrayContaining(required));
      expect(Object.keys(properties), name).toEqual(expect.arrayContaining(keys));
    }
    expect(count).toBeGreaterThan(13);
  });

  it('tells all that a word and a sentence have', async () => {
    const response = await one.parse({ sentences: [['Kelu', 'ta']], kBest: 2, rivals: 1 });
    const { sentences } = (await response.json()) as { sentences: { words: object[] }[] };
    const { Sentence, Word } = description.components.schemas;
    expect(Object.keys(Sentence.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(sentences[0])));
    expect(Object.keys(sentences[0].words[0]).sort()).toEqual(Object.keys(Word.properties ?? {}).sort());
  });
});
