// arcwise/conllu: lossless reading and writing of treebanks, and their trees.
export { ConlluError } from '../conllu/error.js';
export { headsOf, labelsOf } from '../conllu/heads.js';
export { readSentences, streamSentences } from '../conllu/reader.js';
export * from '../conllu/sentence.js';
export type { ReadOptions } from '../conllu/sentenceParser.js';
export { writeSentence } from '../conllu/writer.js';
export { isProjective, nonProjectiveArcs } from '../tree/projectivity.js';
export { deprojectivize, type LabeledTree, projectivize } from '../tree/pseudoProjective.js';
export { cyclesOf, isTree, rootsOf } from '../tree/tree.js';
