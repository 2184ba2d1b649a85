// The kernels' exports: one line a file.
export * from './activations';
export * from './adam';
export * from './basics';
export * from './biaffine';
export * from './dropout';
export * from './gemm';
export * from './lstm';
export * from './pairs';
export * from './slots';
export * from './spans';
