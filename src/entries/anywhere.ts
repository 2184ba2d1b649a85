// What `arcwise` offers in Node and in a page alike.
/// <reference path="../../types/globals.d.ts" preserve="true" />
export { ConlluError } from '../conllu/error.js';
export { FetchError, type LoadOptions, type Progress } from '../library/modelBytes.js';
export { SentenceTree, TreeWord } from '../library/sentenceTree.js';
export { type CallOptions, type ParserInput, type StreamItem, TextParser } from '../library/textParser.js';
export { ModelFileError } from '../modelfile/safetensors.js';
export type { Rival } from '../pipeline/candidates.js';
export { type Decoder, OptionsError, type ParseOptions } from '../pipeline/options.js';
export type { SvgOptions } from '../render/svg.js';
export type { TerminalOptions } from '../render/terminalTree.js';
export type { Theme } from '../render/theme.js';
