// The exports of `arcwise` that Node and browsers share.
/// <reference path="../../types/globals.d.ts" preserve="true" />
export { ConlluError } from '../conllu/error.js';
export type { UniversalRelation, UniversalTag } from '../conllu/universal.js';
export { FetchError, type LoadOptions, type Progress } from '../library/modelBytes.js';
export type { NounChunk } from '../library/nounChunks.js';
export type { SentenceTreeJson, TreeWordJson } from '../library/revival.js';
export {
  type MultiwordToken,
  SentenceTree,
  type Span,
  type SurfaceToken,
} from '../library/sentenceTree.js';
export { type CallOptions, type ParserInput, type StreamItem, TextParser } from '../library/textParser.js';
export { type Relation, type Tag, TreeWord } from '../library/treeWord.js';
export type { Triple } from '../library/triples.js';
export { ModelFileError } from '../modelfile/safetensors.js';
export type { Rival } from '../pipeline/candidates.js';
export { type Decoder, OptionsError, type ParseOptions } from '../pipeline/options.js';
export type { SvgOptions } from '../render/svg.js';
export type { TerminalOptions } from '../render/terminalTree.js';
export type { Theme } from '../render/theme.js';
export { type Match, Pattern } from '../search/pattern.js';
export { PatternError } from '../search/patternError.js';
export { type FoundMatch, TreebankIndex } from '../search/treebankIndex.js';
