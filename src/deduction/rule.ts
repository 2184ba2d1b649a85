// A deduction system: items and inference rules as data, in the notation of the paper's figure.

/** Values of a rule's variables; `n` is the number of words. */
export type Binding = Readonly<Record<string, number>>;

/** A term of a rule's score: the table's name and the two variables that index it. */
export type ScoreTerm = readonly [table: string, row: string, column: string];

/** An inference rule. */
export interface Rule {
  /** The transition, under the paper's name. */
  readonly name: string;
  /** One or two items, such as `[k, i]`; letters are variables, digits constants, `+1` may follow. */
  readonly premises: readonly string[];
  readonly conclusion: string;
  /** The side condition. */
  readonly when?: (binding: Binding) => boolean;
  /** A further condition if ROOT must have exactly one dependent. */
  readonly whenSingleRoot?: (binding: Binding) => boolean;
  /** The arc that the rule adds: head and modifier variables. */
  readonly arc?: readonly [head: string, modifier: string];
  /**
   * The score of the rule. In a transition system the first term is the transition between the two premises (the shift
   * or right-arc that starts the second), the last is the reduction itself.
   */
  readonly score?: readonly ScoreTerm[];
  /**
   * The premise only licenses the conclusion, whose value starts from one: shift and right-arc, whose scores are added
   * when their token is reduced.
   */
  readonly licenses?: true;
}

/** Axioms, rules and goals. */
export interface DeductionSystem {
  readonly name: string;
  /** Axioms; those with variables hold for every value from 0 to n. */
  readonly axioms: readonly string[];
  readonly rules: readonly Rule[];
  readonly goals: readonly string[];
  /**
   * The two rules that must not directly follow each other, so that each tree has one sequence; absent if each tree has
   * one derivation anyway.
   */
  readonly forbids?: readonly [first: string, second: string];
}

/** An index of an item: an optional variable and an offset. */
export interface Term {
  readonly variable: string | undefined;
  readonly offset: number;
}

/** An item with variables, such as `[i^0, j+1]`, which can be matched against items and filled in. */
export class ItemPattern {
  /** The pattern's text with `%` in place of each term; items of one shape can match. */
  readonly shape: string;
  readonly terms: readonly Term[];

  constructor(text: string) {
    const bracket = text.indexOf('[');
    const terms: Term[] = [];
    this.shape =
      text.slice(0, bracket) +
      text
        .slice(bracket)
        .replace(/\s/g, '')
        .replace(/(?:([a-z]\d?)|(\d+))(\+1)?/g, (_, variable, constant, plus) => {
          terms.push({ variable, offset: Number(constant ?? 0) + (plus ? 1 : 0) });
          return '%';
        });
    this.terms = terms;
  }

  get variables(): string[] {
    return this.terms.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  }

  /** Extends `binding` so that the pattern has these indices, or returns undefined if it cannot. */
  match(indices: readonly number[], binding: Binding): Binding | undefined {
    const bound: Record<string, number> = { ...binding };
    for (const [at, { variable, offset }] of this.terms.entries()) {
      const value = indices[at] - offset;
      if (variable === undefined) {
        if (value !== 0) return undefined;
      } else if (bound[variable] === undefined) {
        bound[variable] = value;
      } else if (bound[variable] !== value) {
        return undefined;
      }
    }
    return bound;
  }

  /** The indices of the item for these values of the variables. */
  fill(binding: Binding): number[] {
    return this.terms.map(
      ({ variable, offset }) => (variable === undefined ? 0 : binding[variable]) + offset,
    );
  }

  /** The item with these indices, as the paper writes it. */
  label(indices: readonly number[]): string {
    let at = 0;
    return this.shape.replace(/[%,]/g, (mark) => (mark === ',' ? ', ' : String(indices[at++])));
  }
}
