// Leaves subword pieces of other scripts out of a model file: their rows are most of the weights that are never used.
import { listed } from '../conllu/quotation.js';
import type { ModelTensor } from '../modelfile/modelFile.js';
import { isRecord } from '../modelfile/safetensors.js';
import { packedSubwords, unpackedSubwords } from '../pretrained/subwordsData.js';
import type { Description } from './kinds.js';

/** A model as a file has it. */
export interface StoredModel {
  readonly description: Description;
  readonly tensors: readonly [name: string, tensor: ModelTensor][];
}

/** The tensor with one row per piece. */
const ROWS = 'embeddings.word_embeddings.weight';

/**
 * A model without the pieces that have letters of other scripts, and without placeholders, which no word has. A word
 * with such letters is unknown to it, and every other word has the same pieces as before. A model that has no table of
 * WordPieces stays as it is.
 */
export function withPiecesOf(scripts: readonly string[], model: StoredModel): StoredModel {
  const { description, tensors } = model;
  const { vocabulary } = description;
  if (!isRecord(vocabulary) || !isRecord(vocabulary.subwords) || !isRecord(vocabulary.shape)) return model;
  const subwords = unpackedSubwords(vocabulary.subwords);
  if (!isRecord(subwords.model) || subwords.model.type !== 'WordPiece') return model;
  const added: unknown[] = Array.isArray(subwords.added_tokens) ? subwords.added_tokens : [];
  const special = new Set(added.filter(isRecord).map(({ content }) => content));
  const isForeign = foreignTo(scripts);
  const kept = Object.entries(subwords.model.vocab as Record<string, number>)
    .filter(([piece]) => special.has(piece) || !(isForeign(piece) || /^\[unused\d+\]$/.test(piece)))
    .sort(([, a], [, b]) => a - b);
  const numbers = new Map(kept.map(([, old], number) => [old, number]));
  const data = {
    ...subwords,
    added_tokens: added.map((token) =>
      isRecord(token) ? { ...token, id: numbers.get(Number(token.id)) } : token,
    ),
    model: { ...subwords.model, vocab: Object.fromEntries(kept.map(([piece], number) => [piece, number])) },
  };
  const shape = { ...vocabulary.shape, pieces: kept.length };
  return {
    description: { ...description, vocabulary: { ...vocabulary, subwords: packedSubwords(data), shape } },
    tensors: tensors.map(([name, tensor]) => [
      name,
      name === ROWS
        ? rowsOf(
            tensor,
            kept.map(([, old]) => old),
          )
        : tensor,
    ]),
  };
}

/** A test for letters of other scripts than these. */
function foreignTo(scripts: readonly string[]): (piece: string) => boolean {
  const own = ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script=${script}}`).join('');
  try {
    const foreign = new RegExp(`[^${own}]`, 'u');
    return (piece) => foreign.test(piece);
  } catch {
    throw new RangeError(`Unicode has no script ${listed(scripts)}.`);
  }
}

function rowsOf({ shape: [, size], data, ...tensor }: ModelTensor, rows: readonly number[]): ModelTensor {
  const chosen = new Float32Array(rows.length * size);
  rows.forEach((row, at) => {
    chosen.set(data.subarray(row * size, (row + 1) * size), at * size);
  });
  return { ...tensor, shape: [rows.length, size], data: chosen };
}
