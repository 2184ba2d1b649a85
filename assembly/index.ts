// The kernels' exports: one line a file.
export * from './activations';
export * from './adam';
export * from './basics';
export * from './gemm';
export * from './spans';
