// The model of a page: model.json, beside the page, says of which files it consists.
import { type JsonSchema, problemIn, type ValueOf } from '../learner/jsonSchema.js';
import { fetchBytes, type Progress } from './modelBytes.js';

/** Where it lies, relative to the page. */
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
            description: 'its size, which a compressed file does not tell',
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

/** What was fetched. */
export interface FetchedModel {
  readonly files: readonly Uint8Array[];
  /** The address of the licence, if there is one. */
  readonly licence?: string;
}

/** Fetches the files of the list at an address, with the progress of all together. */
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
    const tell = ({ loaded }: Progress) => onProgress({ loaded: before + loaded, total });
    fetched.push(await fetchBytes(new URL(file.address, address), { onProgress: tell }));
    before += file.bytes;
  }
  return { files: fetched, licence: licence === undefined ? undefined : new URL(licence, address).href };
}

/** The value; nothing where it is no JSON, as when a host answers with a page of its own. */
function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
