// The kernels' exports: one line a file.
export * from './spans';
