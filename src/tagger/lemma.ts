// Lemmas as edits of the word: so much off the end, this put there, the case kept or not. Few edits make most lemmas, so
// that choosing one is like choosing a tag, also for words never seen.

/** The edits are written as the case, the number of characters to take off, and what to put there: "lower 3 y". */
const cases: Record<string, (form: string) => string> = {
  lower: (form) => form.toLowerCase(),
  keep: (form) => form,
  title: (form) => form.slice(0, 1).toUpperCase() + form.slice(1).toLowerCase(),
};

/** The edit that makes the lemma of the form: that which keeps most of it. */
export function editOf(form: string, lemma: string): string {
  // What has nothing of the word in it is no edit that another word could use.
  let best = { same: 0, edit: `whole 0 ${lemma}` };
  for (const [name, cased] of Object.entries(cases)) {
    const start = cased(form);
    let same = 0;
    while (same < start.length && same < lemma.length && start[same] === lemma[same]) same++;
    if (same > best.same) best = { same, edit: `${name} ${start.length - same} ${lemma.slice(same)}` };
  }
  return best.edit;
}

/** The lemma that an edit makes of a form. */
export function edited(form: string, edit: string): string {
  const [name, count, ending] = splitEdit(edit);
  if (!Object.hasOwn(cases, name)) return ending;
  const start = cases[name](form);
  const lemma = start.slice(0, Math.max(0, start.length - count)) + ending;
  // An edit that leaves nothing, or half a character, was made for other words.
  return lemma === '' || /\p{Surrogate}/u.test(lemma) ? start : lemma;
}

/** Whether a text is an edit, whatever it would make of words. */
export function isEdit(text: string): boolean {
  return /^[a-z]+ \d{1,9} /.test(text);
}

/** The ending may contain blanks. */
function splitEdit(edit: string): [name: string, count: number, ending: string] {
  const [name, count] = edit.split(' ', 2);
  return [name, Number(count), edit.slice(name.length + count.length + 2)];
}
