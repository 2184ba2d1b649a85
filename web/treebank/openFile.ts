// Opens CoNLL-U files and compares two of them.
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { align } from '../../src/evaluate/alignment.js';
import { scores, type TreeScores } from '../../src/evaluate/scores.js';
import { layTreebank } from '../../src/evaluate/treebank.js';
import type { ParsedTree } from '../../src/pipeline/parsedSentence.js';
import { probabilitiesOf } from '../../src/render/probabilities.js';

/** Trees of one origin: a file, or the model. */
export interface Trees {
  readonly name: string;
  readonly trees: readonly ParsedTree[];
}

/** Reads CoNLL-U; errors have the line number. */
export function openFile(name: string, content: string | Uint8Array): Trees {
  const sentences = readSentences(content, { file: name, heads: 'optional', onSeveralRoots: () => {} });
  const trees = Array.from(sentences, (sentence): ParsedTree => {
    const known = probabilitiesOf(sentence);
    return { sentence, ...(known ? { probabilities: Float32Array.from(known) } : {}) };
  });
  if (trees.length === 0) throw new Error(`${name} has no sentences.`);
  return { name, trees };
}

/** Whether a file is a model of arcwise, by its name or its beginning. */
export function isModelFile(name: string, bytes: Uint8Array): boolean {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(8, 64));
  return name.endsWith('.arcwise') || beginning.startsWith('{"__metadata__":{"format":"arcwise"');
}

/** Whether pasted text is CoNLL-U: its first line that is not a comment has ten columns. */
export function looksLikeConllu(text: string): boolean {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '' && !candidate.startsWith('#'));
  return line?.split('\t').length === 10;
}

/** The scores of a system against gold trees; throws if the texts differ. */
export function scoresOf(gold: Trees, system: Trees): TreeScores {
  const lay = ({ name, trees }: Trees) => layTreebank(sentencesOf(trees), name);
  return scores(align(lay(gold), lay(system)), 'with');
}

export function sentencesOf(trees: readonly ParsedTree[]): Sentence[] {
  return trees.map(({ sentence }) => sentence);
}
