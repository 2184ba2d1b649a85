// What runs anywhere, in Node and in a page.
export { ConlluError } from './conllu/error.js';
export { headsOf, labelsOf } from './conllu/heads.js';
export type { ReadOptions } from './conllu/parser.js';
export { readSentences, streamSentences } from './conllu/reader.js';
export * from './conllu/sentence.js';
export { writeSentence } from './conllu/writer.js';
export { type ArcEagerScores, decodeArcEager } from './decode/arcEager.js';
export { type ArcHybridScores, decodeArcHybrid } from './decode/arcHybrid.js';
export { type ArcStandardScores, decodeArcStandard } from './decode/arcStandard.js';
export { arcStandardMarginals } from './decode/arcStandardCanonical.js';
export { beam } from './decode/beam.js';
export type { DecodeOptions, Parse, Scores, Tree } from './decode/decoding.js';
export { decodeProjective } from './decode/edgeFactored.js';
export { greedy } from './decode/greedy.js';
export * from './decode/kBestParses.js';
export * from './decode/lemmas.js';
export {
  arcEagerMarginals,
  arcHybridMarginals,
  type Expected,
  type Marginals,
  projectiveMarginals,
} from './decode/marginals.js';
export { spanningTreeMarginals } from './decode/matrixTree.js';
export { decodeMinimumRisk, type MinimumRiskOptions } from './decode/minimumRisk.js';
export type { SearchOptions, TransitionScorer } from './decode/search.js';
export { decodeSpanningTree } from './decode/spanningTree.js';
export * as deduction from './deduction/index.js';
export { createEngine, type Engine, type EngineOptions } from './engine/engine.js';
export { Random, type RandomState } from './engine/random.js';
export type { LoadOptions, Progress } from './library/modelBytes.js';
export { SentenceTree, TreeWord } from './library/sentenceTree.js';
export { type ParserInput, type StreamItem, TextParser } from './library/textParser.js';
export { ModelFileError } from './modelfile/safetensors.js';
export type { Rival } from './pipeline/analysis.js';
export { OptionsError, type ParseOptions } from './pipeline/options.js';
export type { SvgOptions } from './render/svg.js';
export type { TerminalOptions } from './render/terminalTree.js';
export type { Theme } from './render/theme.js';
export { arcEager } from './transition/arcEager.js';
export { arcHybrid } from './transition/arcHybrid.js';
export { arcStandard } from './transition/arcStandard.js';
export { Configuration } from './transition/configuration.js';
export { staticOracle } from './transition/oracle.js';
export * from './transition/system.js';
export { isProjective, nonProjectiveArcs } from './tree/projectivity.js';
export { deprojectivize, type LabeledTree, projectivize } from './tree/pseudoProjective.js';
export { cyclesOf, isTree, rootsOf } from './tree/tree.js';
