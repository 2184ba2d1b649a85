// The name in MISC under which a parser notes the probability of a word's arc: `Confidence=0.973`.
export const confidenceName = 'Confidence';
