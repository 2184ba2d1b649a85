// Parsed sentences as text, for comparisons.
import { writeSentence } from '../../src/conllu/writer.js';
import type { ParsedSentence } from '../../src/pipeline/parsedSentence.js';

/** All trees of a sentence as CoNLL-U. */
export function writeParsed({ trees }: ParsedSentence): string {
  return trees.map(({ sentence }) => writeSentence(sentence)).join('');
}
