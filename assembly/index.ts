// The kernels' exports: one line per file.
export * from './activations';
export * from './adam';
export * from './arcEager';
export * from './arcStandard';
export * from './arcStandardMarginals';
export * from './basics';
export * from './coupledLstm';
export * from './dropout';
export * from './gelu';
export * from './gemm';
export * from './integers';
// Exported for the same reason as the tiles of floats below.
export { fusedTile1, fusedTile2, fusedTile3, fusedTile4, integerTile1, integerTile2, integerTile3, integerTile4 } from './integerTile';
export * from './layerNorm';
export * from './lstm';
export * from './pairs';
export * from './slots';
export * from './spanMarginals';
// Exported, so that the optimizer does not inline the tiles into one function, which would run out of registers.
export * from './tile';
