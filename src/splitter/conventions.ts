// How a treebank writes its words, beyond what the network decides of characters: learned from the treebank, kept in the
// model file, and held to when text is split.
import type { Paragraph } from './documents.js';
import { formsOf, type MultiwordRule, MultiwordRules } from './multiword.js';
import { Patterns } from './patterns.js';

/** As the model file has them; the later ones are absent from older files. */
export interface ConventionsData {
  /** The rules by which multiword tokens are divided. */
  multiword: MultiwordRule[];
  /** The names of the patterns that are tokens. */
  patterns?: string[];
  /** Whether a token may contain blanks. */
  blanks?: boolean;
}

/** A treebank where fewer tokens have blanks in them, of so many, has them by accident. */
const FEW = 10_000;

export class Conventions {
  readonly multiword: MultiwordRules;
  readonly patterns: Patterns;
  readonly blanks: boolean;

  constructor({ multiword, patterns = [], blanks = false }: ConventionsData) {
    this.multiword = new MultiwordRules(multiword);
    this.patterns = new Patterns(patterns);
    this.blanks = blanks;
  }

  static of(paragraphs: readonly Paragraph[]): ConventionsData {
    const tokens = [...formsOf(paragraphs)];
    const spaced = tokens.filter(({ form }) => /\s/.test(form));
    return {
      multiword: MultiwordRules.of(tokens).rules,
      patterns: [...Patterns.of(paragraphs).names],
      blanks: FEW * spaced.length > tokens.length,
    };
  }
}
