// The description of the service in OpenAPI 3.1: every route, with examples that work.
import { counted } from '../conllu/quotation.js';
import { requestSchema } from './parse.js';
import type { Service } from './service.js';
import { processParameters } from './udpipe.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const string = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

function answer(description: string, type: string, schema: Json): Json {
  return { description, content: { [type]: { schema } } };
}

const error = (description: string) => answer(description, 'application/json', ref('Error'));
const text = (description: string) => answer(description, 'text/plain', string);

/** The description of a service, with its limits. */
export function openApi({
  models: served,
  limits,
}: Pick<Service, 'models' | 'limits'>): Record<string, Json> {
  const tooBig = `The body has more than ${counted(limits.body, 'byte')}, or the request costs more than ${counted(limits.cost, 'word')}.`;
  const tooLong = `A sentence has more than ${counted(limits.length, 'word')}.`;
  const tooSlow = `It took more than ${counted(limits.time / 1000, 'second')}.`;
  const full = 'The service is busy; Retry-After says when to try again.';
  const form = { schema: ref('Process'), examples: processExamples() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'arcwise',
      version: '1',
      description: 'Dependency trees for text. /models and /process answer like UDPipe’s REST service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: {
      '/': {
        get: {
          operationId: 'page',
          summary: 'The page that parses in the browser',
          responses: {
            200: answer('The page.', 'text/html', string),
            404: text('The page has not been built.'),
          },
        },
      },
      '/parse': {
        post: {
          operationId: 'parse',
          summary: 'The trees of a text, of tokens or of CoNLL-U',
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: ref('ParseRequest'), examples: parseExamples() },
              'text/plain': { schema: string, examples: { text: { value: 'She reads books.' } } },
            },
          },
          responses: {
            200: answer('The sentences in order.', 'application/json', ref('ParseResponse')),
            400: error('The request is invalid, or the model does not support it.'),
            408: error(tooSlow),
            413: error(tooBig),
            415: error('The body is neither JSON nor text, or compressed.'),
            422: error(tooLong),
            503: error(full),
          },
        },
      },
      '/models': {
        get: { operationId: 'models', ...models(served) },
        post: { operationId: 'modelsByPost', ...models(served) },
      },
      '/process': {
        get: {
          operationId: 'process',
          summary: 'Processes text or sentences like UDPipe’s service',
          parameters: Object.entries(processParameters).map(([parameter, description]) => ({
            name: parameter,
            in: 'query',
            description,
            required: parameter === 'data',
            allowEmptyValue: parameter !== 'data',
            schema: string,
            ...(parameter in processExample ? { example: processExample[parameter] } : {}),
          })),
          responses: processResponses([tooSlow, tooBig, tooLong, full]),
        },
        post: {
          operationId: 'processByPost',
          summary: 'The same, with the parameters in a form',
          requestBody: {
            required: true,
            content: { 'multipart/form-data': form, 'application/x-www-form-urlencoded': form },
          },
          responses: processResponses([tooSlow, tooBig, tooLong, full]),
        },
      },
      '/openapi.json': {
        get: {
          operationId: 'description',
          summary: 'This description',
          responses: { 200: answer('The description.', 'application/json', { type: 'object' }) },
        },
      },
      '/healthz': {
        get: {
          operationId: 'health',
          summary: 'Whether the service accepts requests',
          responses: {
            200: answer('It does.', 'application/json', ref('Health')),
            503: answer('It is shutting down or has failed.', 'application/json', ref('Health')),
          },
        },
      },
      '/metrics': {
        get: {
          operationId: 'metrics',
          summary: 'Metrics for Prometheus',
          responses: { 200: text('The text format of Prometheus.') },
        },
      },
    },
    components: { schemas },
  };
}

function parseExamples(): Json {
  const row = (id: number, form: string) => `${id}\t${form}${'\t_'.repeat(8)}\n`;
  const conllu = `${row(1, 'She')}${row(2, 'reads')}${row(3, '.')}\n`;
  return {
    text: { value: { text: 'I saw the man with the telescope.' } },
    tokens: { value: { sentences: [['She', 'reads', 'books', '.']] } },
    conllu: { value: { conllu } },
    options: { value: { text: 'She reads books.', kBest: 2, marginals: true } },
  };
}

function models(served: Service['models']): { readonly [name: string]: Json } {
  return {
    summary: 'The models and what they can do, as in UDPipe’s service',
    responses: {
      200: {
        description: 'The model.',
        content: {
          'application/json': {
            schema: ref('Models'),
            example: {
              models: { [served[0].name]: ['tokenizer', 'tagger', 'parser'] },
              default_model: served[0].name,
            },
          },
        },
      },
    },
  };
}

const processExample: Record<string, string> = {
  data: 'She reads books.',
  tokenizer: '',
  tagger: '',
  parser: '',
};

function processExamples(): Json {
  return { text: { value: processExample } };
}

function processResponses([tooSlow, tooBig, tooLong, full]: readonly string[]): Json {
  return {
    200: answer('The result.', 'application/json', ref('Processed')),
    400: text('The request is invalid, or the model does not support it.'),
    408: text(tooSlow),
    413: text(tooBig),
    422: text(tooLong),
    503: text(full),
  };
}

const words = {
  type: 'object',
  required: ['id', 'form', 'start', 'end', 'lemma', 'upos', 'xpos', 'feats', 'head', 'deprel'],
  properties: {
    id: { type: 'integer', minimum: 1, description: 'Its position: 1 for the first.' },
    form: string,
    start: { ...count, description: 'In UTF-16 units of the input text, or of the sentence.' },
    end: count,
    lemma: string,
    upos: string,
    xpos: string,
    feats: { type: 'string', description: 'As in CoNLL-U: Case=Nom|Number=Sing.' },
    head: { ...count, description: 'The position of its head, 0 for the root.' },
    deprel: string,
    probability: { type: 'number', description: 'The probability of its arc, with marginals.' },
    rivals: {
      type: 'array',
      items: {
        type: 'object',
        required: ['head', 'probability'],
        properties: { head: count, probability: { type: 'number' } },
      },
      description: 'With rivals: the most probable other heads.',
    },
  },
};

const schemas = {
  ParseRequest: requestSchema,
  ParseResponse: {
    type: 'object',
    required: ['model', 'sentences'],
    properties: { model: string, sentences: { type: 'array', items: ref('Sentence') } },
  },
  Sentence: {
    type: 'object',
    required: ['text', 'words'],
    properties: {
      text: string,
      words: { type: 'array', items: ref('Word') },
      score: { type: 'number', description: 'With kBest.' },
      probability: {
        type: 'number',
        description: 'The probability of the whole tree, with kBest and marginals.',
      },
      alternatives: {
        type: 'array',
        items: ref('Sentence'),
        description: 'With kBest: the next best trees.',
      },
      warning: { type: 'string', description: 'Present if the sentence was too long for exact parsing.' },
    },
  },
  Word: words,
  Models: {
    type: 'object',
    required: ['models', 'default_model'],
    properties: {
      models: {
        type: 'object',
        additionalProperties: { type: 'array', items: { enum: ['tokenizer', 'tagger', 'parser'] } },
      },
      default_model: string,
    },
  },
  Process: {
    type: 'object',
    required: ['data'],
    properties: Object.fromEntries(
      Object.entries(processParameters).map(([name, description]) => [name, { ...string, description }]),
    ),
  },
  Processed: {
    type: 'object',
    required: ['model', 'acknowledgements', 'result'],
    properties: { model: string, acknowledgements: { type: 'array', items: string }, result: string },
  },
  Health: { type: 'object', required: ['healthy'], properties: { healthy: { type: 'boolean' } } },
  Error: { type: 'object', required: ['error'], properties: { error: string } },
};
