// The transformer encoder's lexicon: the subword pieces that come with its weights, and the weights' sizes.
import { fits, type JsonSchema } from '../learner/jsonSchema.js';
import { isRecord } from '../modelfile/safetensors.js';
import type { TransformerShape } from '../pretrained/architecture.js';
import type { PretrainedEncoder } from '../pretrained/pretrainedEncoder.js';
import { Subwords } from '../pretrained/subwords.js';
import { packedSubwords, type SubwordsData, unpackedSubwords } from '../pretrained/subwordsData.js';
import { WeightsError } from '../pretrained/weightsError.js';
import type { Lexicon } from './encoder.js';

export interface PieceLexiconData {
  readonly subwords: SubwordsData;
  readonly shape: TransformerShape;
  /** Whether the encoder sees the letter case of words beside their pieces; absent in older files. */
  readonly seesCase?: boolean;
}

export class PieceLexicon implements Lexicon {
  readonly data: PieceLexiconData;
  readonly subwords: Subwords;
  readonly shape: TransformerShape;
  readonly seesCase: boolean;

  constructor(subwords: Subwords, shape: TransformerShape, seesCase: boolean) {
    this.data = { subwords: packedSubwords(subwords.data), shape, seesCase };
    this.subwords = subwords;
    this.shape = shape;
    this.seesCase = seesCase;
  }

  /** Letter case is added if the pieces lack it: names and the lemmas of names depend on it. */
  static of({ subwords, shape }: PretrainedEncoder): PieceLexicon {
    return new PieceLexicon(subwords, shape, subwords.isLowerCase);
  }

  /** The lexicon of a file; undefined if invalid. */
  static read(file: Readonly<Record<string, unknown>>): PieceLexicon | undefined {
    const { subwords: data, shape, seesCase = false } = file;
    if (!isRecord(data) || !fits(shapeSchema, shape) || !isShape(shape)) return undefined;
    if (typeof seesCase !== 'boolean') return undefined;
    try {
      const subwords = new Subwords(unpackedSubwords(data));
      subwords.checkPieces(shape.pieces);
      return new PieceLexicon(subwords, shape, seesCase);
    } catch (error) {
      if (error instanceof WeightsError) return undefined;
      throw error;
    }
  }
}

const size = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;

const shapeSchema = {
  type: 'object',
  properties: {
    layers: size(1, 1000),
    size: size(1, 65_536),
    heads: size(1, 4096),
    intermediate: size(1, 1_000_000),
    positions: size(3, 10_000_000),
    positionOffset: size(0, 10_000_000),
    pieces: size(1, 10_000_000),
    embeddingSize: size(1, 65_536),
    types: size(0, 1_000_000),
    epsilon: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: [
    'layers',
    'size',
    'heads',
    'intermediate',
    'positions',
    'positionOffset',
    'pieces',
    'embeddingSize',
    'types',
    'epsilon',
  ],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** Heads must divide the columns, and there must be positions for a piece and the two special ones around it. */
function isShape({ size, heads, positions, positionOffset }: TransformerShape): boolean {
  return size % heads === 0 && positions - positionOffset >= 3;
}
