// arcwise for Node.

export { FileError } from '../files/files.js';
export { load, type ModelLocation } from '../node/load.js';
export type { PipelineOptions } from '../node/parsing.js';
export * from './anywhere.js';
