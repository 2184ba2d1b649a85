// The parsed form of a pattern: blocks of clauses over named nodes and edges.

/** A string that a value must equal, or a regular expression that it must match. */
export type ValueTest = string | RegExp;

/** A test of one feature of a word (form, lemma, upos, xpos, any of FEATS and MISC) or of a label (its parts 1, 2). */
export interface FeatureTest {
  readonly feature: string;
  /** `is`: has one of the values. `is not`: has a value, and none of these. */
  readonly test: 'present' | 'absent' | 'is' | 'is not';
  readonly values: readonly ValueTest[];
}

/** `N [upos=VERB, Tense]`, or several sets of tests of which one must hold: `N [upos=VERB]|[upos=AUX]`. */
export interface NodeClause {
  readonly kind: 'node';
  readonly node: string;
  readonly alternatives: readonly (readonly FeatureTest[])[];
}

/** What a label must be: one of the values, none of them, or one whose parts pass tests. */
export type LabelTest =
  | { readonly test: 'is' | 'is not'; readonly values: readonly ValueTest[] }
  | { readonly test: 'parts'; readonly parts: readonly FeatureTest[] };

/** `e: V -[nsubj]-> S`, or with `->>` a path of one or more edges. */
export interface EdgeClause {
  readonly kind: 'edge';
  /** The name of the edge, if it has one. */
  readonly edge?: string;
  /** Absent for `*`, which is any word, or ROOT. */
  readonly from?: string;
  /** Absent for `*`, any word. */
  readonly to?: string;
  /** Absent if any label matches. */
  readonly label?: LabelTest;
  readonly isPath: boolean;
}

/** `A < B`: A is directly before B. `A << B`: A is anywhere before B. */
export interface OrderClause {
  readonly kind: 'order';
  readonly left: string;
  readonly right: string;
  readonly isDirect: boolean;
}

/** A value of a node or an edge: `N.lemma`, `e.label`. */
export interface ValueName {
  readonly of: string;
  readonly feature: string;
}

/** `A.lemma = B.lemma`, `A.lemma <> "be"`: both sides must have a value. */
export interface CompareClause {
  readonly kind: 'compare';
  readonly left: ValueName;
  readonly right: ValueName | ValueTest;
  readonly isEqual: boolean;
}

export type Clause = NodeClause | EdgeClause | OrderClause | CompareClause;

/** Clauses that must all hold, and the nodes that they introduce, in order. */
export interface ClauseBlock {
  readonly nodes: readonly string[];
  readonly clauses: readonly Clause[];
}

/** A condition on the whole sentence. */
export type GlobalTest =
  | { readonly test: 'projective'; readonly is: boolean }
  | { readonly test: 'length'; readonly holds: '<' | '<=' | '=' | '>=' | '>'; readonly words: number }
  | {
      readonly test: 'comment';
      readonly name: string;
      readonly is: boolean;
      readonly values: readonly ValueTest[];
    };

/** A whole pattern. */
export interface PatternClauses {
  readonly main: ClauseBlock;
  /** Blocks that must match too, or must not; their new nodes are words other than those of `main`. */
  readonly others: readonly { readonly block: ClauseBlock; readonly isWanted: boolean }[];
  readonly globals: readonly GlobalTest[];
}
