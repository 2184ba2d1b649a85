// Reads the vocabulary of a model, which may come from a file: it determines the sizes of tensors and the lookups in them.
import type { EncoderSettings } from '../encoder/encoderSettings.js';
import { loadEncoderKind } from '../encoder/encoders.js';
import { Vocabulary } from '../encoder/vocabulary.js';
import { fits } from '../learner/jsonSchema.js';
import { ModelFileError } from '../modelfile/safetensors.js';

export const strings = { type: 'array', items: { type: 'string' } } as const;
/** Values that can be written in a column of a treebank. */
export const cells = { type: 'array', items: { type: 'string', pattern: '^[^\\t\\n\\r\\0]*$' } } as const;

const vocabularySchema = {
  type: 'object',
  properties: {
    outputs: { type: 'object', additionalProperties: cells },
    labelHeads: { type: 'array', items: { enum: ['root', 'word', 'both'] } },
  },
  required: ['outputs'],
} as const;

export async function readVocabulary(given: unknown, settings: EncoderSettings): Promise<Vocabulary> {
  const encoder = await loadEncoderKind(settings);
  const lexicon = encoder.readLexicon(Object(given), settings);
  if (!lexicon || !fits(vocabularySchema, given)) throw invalidVocabulary();
  const { outputs, labelHeads } = given;
  if (labelHeads && labelHeads.length !== (outputs.deprel ?? []).length) throw invalidVocabulary();
  return new Vocabulary(lexicon, outputs, labelHeads);
}

export function invalidVocabulary(): ModelFileError {
  return new ModelFileError('The model file has no valid vocabulary.');
}
