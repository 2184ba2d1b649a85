// How a treebank writes its words, beyond what the network decides of characters: learned from the treebank, kept in the
// model file, and held to when text is split.
import type { Paragraph } from './documents.js';
import { formsOf, type MultiwordRule, MultiwordRules } from './multiword.js';
import { Patterns } from './patterns.js';

/** As the model file has them; the later ones are absent from older files. */
export interface ConventionsData {
  /** The rules by which multiword tokens are divided. */
  multiword: MultiwordRule[];
  /** Whether they replace the beginnings of tokens rather than the endings. */
  mirrored?: boolean;
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

  constructor({ multiword, mirrored, patterns = [], blanks = false }: ConventionsData) {
    this.multiword = new MultiwordRules(multiword, mirrored);
    this.patterns = new Patterns(patterns);
    this.blanks = blanks;
  }

  static of(paragraphs: readonly Paragraph[]): ConventionsData {
    const tokens = [...formsOf(paragraphs)];
    const spaced = tokens.filter(({ form }) => /\s/.test(form));
    const { rules, mirrored } = MultiwordRules.of(tokens);
    return {
      multiword: rules,
      mirrored,
      patterns: [...Patterns.of(paragraphs).names],
      blanks: FEW * spaced.length > tokens.length,
    };
  }
}
