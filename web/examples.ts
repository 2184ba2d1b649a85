// A sentence to begin with, in the language of the model.
import { knownModels } from '../src/models/knownModels.js';

/** A sentence in a language; nothing if none is known. */
export function exampleOf(language: string): string {
  return knownModels.find((model) => model.language === language)?.example ?? '';
}

/** Whether a text is such a sentence, and not the user's own. */
export function isExample(text: string): boolean {
  return knownModels.some(({ example }) => example === text);
}
