// arcwise for Node.
export * from './anywhere.js';
export { FileError } from './node/files.js';
export { load, type ModelLocation } from './node/load.js';
export type { PipelineOptions } from './node/parsing.js';
