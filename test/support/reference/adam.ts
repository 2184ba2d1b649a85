// Adam by its defining equations (Kingma & Ba 2015), on one vector of values.
export interface AdamState {
  step: number;
  mean: Float64Array;
  variance: Float64Array;
}

export function adamStep(values: Float64Array, gradient: Float64Array, state: AdamState, rate: number): void {
  const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];
  state.step++;
  values.forEach((_, i) => {
    state.mean[i] = beta1 * state.mean[i] + (1 - beta1) * gradient[i];
    state.variance[i] = beta2 * state.variance[i] + (1 - beta2) * gradient[i] ** 2;
    const mean = state.mean[i] / (1 - beta1 ** state.step);
    const variance = state.variance[i] / (1 - beta2 ** state.step);
    values[i] -= (rate * mean) / (Math.sqrt(variance) + epsilon);
  });
}
