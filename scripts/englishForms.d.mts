/** What is known about the words of one part of speech. */
export interface KnownWords {
  readonly words: ReadonlySet<string>;
  readonly irregular: ReadonlyMap<string, string>;
  readonly endings: readonly (readonly string[])[];
}

export function baseFormsOf(form: string, part: Pick<KnownWords, 'endings'>): string[];

export function formsOf(
  known: Readonly<Record<string, KnownWords>>,
): Generator<[form: string, lemma: string, upos: string, xpos: string, feats: string]>;

export function lemmasOfForms(upos: string, part: KnownWords): Map<string, string>;
