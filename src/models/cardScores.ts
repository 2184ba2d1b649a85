// The scores of a model on dev, as its card has them.
import { fits, type JsonSchema, type ValueOf } from '../learner/jsonSchema.js';
import type { Card } from './saved.js';

const rowSchema = {
  type: 'object',
  properties: {
    Tokens: { type: 'number' },
    Sentences: { type: 'number' },
    Words: { type: 'number' },
    UPOS: { type: 'number' },
    UFeats: { type: 'number' },
    Lemmas: { type: 'number' },
    UAS: { type: 'number' },
    LAS: { type: 'number' },
    fullLAS: { type: 'number', description: 'LAS with the subtypes of labels' },
  },
} as const satisfies JsonSchema;

const scoresSchema = {
  type: 'object',
  properties: {
    rawText: { ...rowSchema, description: 'of the pipeline from raw text' },
    goldTokens: { ...rowSchema, description: 'with gold sentences and words, and predicted tags' },
  },
} as const satisfies JsonSchema;

/** F1 in per cent, as in the shared task of CoNLL 2018; without the columns that the treebank lacks. */
export type CardScores = ValueOf<typeof scoresSchema>;

/** The scores in a card, if it has any. */
export function scoresIn({ dev }: Card): CardScores | undefined {
  return fits(scoresSchema, dev) ? dev : undefined;
}
