// The initial values of parameters.
import type { Random } from '../engine/random.js';

/** Fills new parameters, which are zero before. */
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

/** Glorot & Bengio 2010: keeps the variance of values and gradients roughly constant across a layer. */
export function glorot(inputs: number, outputs: number): Initialize {
  return uniform(Math.sqrt(6 / (inputs + outputs)));
}
