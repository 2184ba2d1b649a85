// The error for pretrained weights that arcwise cannot use.

/** Pretrained weights, or what comes with them, that are damaged, incomplete or of an unknown kind. */
export class WeightsError extends Error {
  override readonly name = 'WeightsError';
}

/** A tensor of a pretrained model. */
export interface PlainTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
