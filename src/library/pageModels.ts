// The models of a web page: models.json, next to the page, lists them with their files.
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';
import { fetchBytes, type LoadOptions, type Progress } from './modelBytes.js';

/** The path of the list, relative to the page. */
export const pageModelsName = 'models.json';

const fileSchema = {
  type: 'object',
  properties: {
    address: { type: 'string', description: 'relative to this list' },
    bytes: { type: 'integer', minimum: 1, description: 'its size, which a compressed file does not tell' },
    version: {
      type: 'string',
      description: 'anything that differs when the file does: a page keeps its files',
    },
  },
  required: ['address', 'bytes'],
} as const satisfies JsonSchema;

const modelSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    title: { type: 'string', description: 'what the page shows; by default the name' },
    language: { type: 'string', description: 'the code of its language' },
    files: {
      type: 'array',
      minItems: 1,
      items: fileSchema,
      description: 'the files, which form an ensemble if there are several',
    },
    licence: { type: 'string', description: 'the address of the licence' },
  },
  required: ['name', 'files'],
} as const satisfies JsonSchema;

const pageModelsSchema = {
  type: 'object',
  properties: {
    models: {
      type: 'array',
      minItems: 1,
      items: modelSchema,
      description: 'the first one is loaded at once',
    },
  },
  required: ['models'],
} as const satisfies JsonSchema;

export type PageModelFile = ValueOf<typeof fileSchema>;
export type PageModel = ValueOf<typeof modelSchema>;
export type PageModels = ValueOf<typeof pageModelsSchema>;

/** The models of the list at an address, with absolute addresses. */
export async function fetchPageModels(address: string): Promise<PageModel[]> {
  const list = fromJson(await fetchBytes(address));
  const problem = problemIn(pageModelsSchema, list, address);
  if (problem !== undefined) throw new Error(problem);
  const absolute = (relative: string) => new URL(relative, address).href;
  return (list as PageModels).models.map((model) => ({
    ...model,
    files: model.files.map((file) => ({ ...file, address: absolute(file.address) })),
    ...(model.licence === undefined ? {} : { licence: absolute(model.licence) }),
  }));
}

/** Fetches the bytes of one file. */
export type FetchFile = (file: PageModelFile, options: LoadOptions) => Promise<Uint8Array>;

/** Fetches the files of a model and reports their combined progress. */
export async function fetchModelFiles(
  { files }: PageModel,
  { onProgress, signal }: LoadOptions,
  fetchFile: FetchFile = ({ address }, options) => fetchBytes(address, options),
): Promise<Uint8Array[]> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const fetched: Uint8Array[] = [];
  let before = 0;
  for (const file of files) {
    const tell = ({ loaded }: Progress) => onProgress?.({ loaded: before + loaded, total });
    fetched.push(await fetchFile(file, { onProgress: tell, signal }));
    before += file.bytes;
  }
  return fetched;
}

/** The parsed value; undefined if it is not JSON, as when a host answers with an HTML page. */
function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
