// First values of parameters.
import type { Random } from '../engine/random.js';

/** Fills fresh parameters, which are zero before. */
export type Initialize = (values: Float32Array, random: Random) => void;

export const zeros: Initialize = () => {};

export const ones: Initialize = (values) => {
  values.fill(1);
};

export function normal(deviation: number): Initialize {
  return (values, random) => {
    for (let i = 0; i < values.length; i++) values[i] = random.normal(0, deviation);
  };
}

export function uniform(limit: number): Initialize {
  return (values, random) => {
    for (let i = 0; i < values.length; i++) values[i] = random.uniform(-limit, limit);
  };
}

/** Glorot & Bengio 2010: the variance of a layer's outputs and of its gradients stays about what comes in. */
export function glorot(inputs: number, outputs: number): Initialize {
  return uniform(Math.sqrt(6 / (inputs + outputs)));
}
