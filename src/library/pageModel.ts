// The model of a web page: model.json, next to the page, lists its files.
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';
import { fetchBytes, type Progress } from './modelBytes.js';

/** The path of the list, relative to the page. */
export const pageModelName = 'model.json';

const pageModelSchema = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          address: { type: 'string', description: 'relative to this list' },
          bytes: {
            type: 'integer',
            minimum: 1,
            description: 'its size in bytes, which a compressed response does not state',
          },
        },
        required: ['address', 'bytes'],
      },
      description: 'the files, which form an ensemble if there are several',
    },
    licence: { type: 'string', description: 'the address of the licence' },
  },
  required: ['files'],
} as const satisfies JsonSchema;

export type PageModel = ValueOf<typeof pageModelSchema>;

/** A fetched model. */
export interface FetchedModel {
  readonly files: readonly Uint8Array[];
  /** The address of the licence, if there is one. */
  readonly licence?: string;
}

/** Fetches the files of the list at an address and reports their combined progress. */
export async function fetchPageModel(
  address: string,
  onProgress: (progress: Progress) => void,
): Promise<FetchedModel> {
  const list = fromJson(await fetchBytes(address));
  const problem = problemIn(pageModelSchema, list, address);
  if (problem !== undefined) throw new Error(problem);
  const { files, licence } = list as PageModel;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const fetched: Uint8Array[] = [];
  let before = 0;
  for (const file of files) {
    const report = ({ loaded }: Progress) => onProgress({ loaded: before + loaded, total });
    fetched.push(await fetchBytes(new URL(file.address, address), { onProgress: report }));
    before += file.bytes;
  }
  return { files: fetched, licence: licence === undefined ? undefined : new URL(licence, address).href };
}

/** The parsed value; undefined if it is not JSON, as when a host answers with an HTML page. */
function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
