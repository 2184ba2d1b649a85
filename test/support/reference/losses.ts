// Losses of one row of scores, with their gradients.
export const wrong = 0;
export const right = 1;
export const excluded = 2;

/** 1 + best wrong − best right, where that is positive; excluded classes take no part. */
export function hinge(scores: Float64Array, status: ArrayLike<number>) {
  const best = (wanted: number) =>
    scores.reduce((top, score, i) => (status[i] === wanted && !(scores[top] >= score) ? i : top), -1);
  const [good, bad] = [best(right), best(wrong)];
  const gradient = new Float64Array(scores.length);
  const loss = good < 0 || bad < 0 ? 0 : Math.max(0, 1 + scores[bad] - scores[good]);
  if (loss > 0) {
    gradient[bad] = 1;
    gradient[good] = -1;
  }
  return { loss, gradient };
}

/** −log softmax(scores)[gold] */
export function crossEntropy(scores: Float64Array, gold: number) {
  const top = Math.max(...scores);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - top), 0);
  const gradient = scores.map((score, i) => Math.exp(score - top) / total - (i === gold ? 1 : 0));
  return { loss: Math.log(total) + top - scores[gold], gradient };
}
