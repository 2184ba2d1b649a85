// arcwise/conllu: treebanks as text and as sentences, without loss, and the trees in them.
export { ConlluError } from '../conllu/error.js';
export { headsOf, labelsOf } from '../conllu/heads.js';
export { readSentences, streamSentences } from '../conllu/reader.js';
export * from '../conllu/sentence.js';
export type { ReadOptions } from '../conllu/sentenceParser.js';
export { writeSentence } from '../conllu/writer.js';
export { isProjective, nonProjectiveArcs } from '../tree/projectivity.js';
export { deprojectivize, type LabeledTree, projectivize } from '../tree/pseudoProjective.js';
export { cyclesOf, isTree, rootsOf } from '../tree/tree.js';
