// The letter-case pattern of words, for encoders whose pieces are in lower case and for lemmas.

export const shapes = ['lower', 'title', 'upper', 'mixed'] as const;
export type Shape = (typeof shapes)[number];

/** The letter-case pattern of a word. A single capital letter is `title`. */
export function shapeOf(word: string): Shape {
  if (word === word.toLowerCase()) return 'lower';
  if (word.slice(1) === word.slice(1).toLowerCase()) return 'title';
  return word === word.toUpperCase() ? 'upper' : 'mixed';
}
