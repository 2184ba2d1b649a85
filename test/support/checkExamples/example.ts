// For each rule that `arcwise check` knows, a piece of a treebank that breaks it and one that does not.
//
// A row is written with single spaces for tabs, · for a blank in a column and ∅ for an empty column; comments are as they
// are. The lines that break the rule are marked with > at their start.

/** By the names of rules. */
export type Examples = Readonly<Record<string, Example>>;

export interface Example {
  readonly bad: string;
  readonly good: string;
  /** Other rules that the bad one breaks as well. */
  readonly also?: readonly string[];
}

/** The text of a file. */
export function fileOf(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.replace(/^>/, ''))
    .map((line) => (line.startsWith('#') ? line : line.replaceAll(' ', '\t').replaceAll('∅', '')))
    .map((line) => line.replaceAll('·', ' '))
    .join('\n');
}

/** The numbers of the lines that are marked. */
export function markedLines(lines: string): number[] {
  return lines.split('\n').flatMap((line, at) => (line.startsWith('>') ? [at + 1] : []));
}

/** A sentence with an id, and with the text that its forms and SpaceAfter make. */
export function identified(id: string, ...rows: readonly string[]): string {
  let text = '';
  let covered = 0;
  for (const row of rows) {
    const [number, form, , , , , , , , misc] = row.replace('>', '').split(' ');
    if (number.includes('.') || Number(number) <= covered) continue;
    if (number.includes('-')) covered = Number(number.split('-')[1]);
    text += form.replaceAll('·', ' ') + (misc.includes('SpaceAfter=No') ? '' : ' ');
  }
  return `# sent_id = ${id}\n# text = ${text.trim()}\n${rows.join('\n')}\n\n`;
}

/** One sentence with an id and a text. */
export const one = (...rows: readonly string[]) => identified('a', ...rows);

/** A word of this tag and relation after a verb, which takes everything. */
export const related = (relation: string, tag: string, mark = '') =>
  one('1 go go VERB _ _ 0 root _ _', `${mark}2 x x ${tag} _ _ 1 ${relation} _ _`);

/** The shortest sentence, as a row. */
export const alone = '1 Go go VERB _ _ 0 root _ _';

/** The same as a file, without comments. */
export const plain = `${alone}\n\n`;
