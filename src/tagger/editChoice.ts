// Lemmas of older model files, whose networks choose among edits as among tags. An edit is written as the case, the
// number of characters to remove, and their replacement: "lower 3 y".

const cases: Record<string, (form: string) => string> = {
  lower: (form) => form.toLowerCase(),
  keep: (form) => form,
  title: (form) => form.slice(0, 1).toUpperCase() + form.slice(1).toLowerCase(),
};

/** Applies a chosen edit to a form. */
export function editedByChoice(form: string, edit: string): string {
  const [name, count] = edit.split(' ', 2);
  const ending = edit.slice(name.length + count.length + 2); // which may contain blanks
  if (!Object.hasOwn(cases, name)) return ending;
  const start = cases[name](form);
  const lemma = start.slice(0, Math.max(0, start.length - Number(count))) + ending;
  // An edit that leaves nothing, or splits a surrogate pair, does not fit this word.
  return lemma === '' || /\p{Surrogate}/u.test(lemma) ? start : lemma;
}

/** Whether a text has the form of an edit. */
export function isEditChoice(text: string): boolean {
  return /^[a-z]+ \d{1,9} /.test(text);
}
