// A treebank's conventions for words, beyond what the network decides per character: learned from the treebank, stored in
// the model file, and applied in splitting.
import type { Paragraph } from './documents.js';
import { formsOf, type MultiwordRule, MultiwordRules } from './multiword.js';
import { Patterns } from './patterns.js';

/** As in the model file; older files lack the later ones. */
export interface ConventionsData {
  /** The rules that split multiword tokens. */
  multiword: MultiwordRule[];
  /** Whether they replace the beginnings of tokens instead of the endings. */
  mirrored?: boolean;
  /** The names of the patterns that are tokens. */
  patterns?: string[];
  /** Whether a token may contain blanks. */
  blanks?: boolean;
}

/** If a smaller share of a treebank's tokens contains blanks, they are considered accidental. */
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
