// The text of a sentence with some of its words marked, as in: The old [dogs]S were [bitten]V by cats.
import type { Sentence } from '../conllu/sentence.js';
import { textOf } from './drawing.js';
import { placesInText } from './json.js';
import { printable } from './printable.js';

/** Words by name. */
export type Marks = Readonly<Record<string, { readonly id: number }>>;

const [bold, plain] = ['\x1b[1m', '\x1b[22m'];

/** One line; words that share a multiword token have their marks on all of it. */
export function markedText(sentence: Sentence, marks: Marks, { colour = false } = {}): string {
  const text = textOf(sentence);
  const places = placesInText(sentence, text);
  const tokens = places ? undefined : sentence.words.map(({ form }) => form);
  const own = tokens?.join(' ') ?? text;
  const inserts: { at: number; order: number; text: string }[] = [];
  for (const [name, { id }] of Object.entries(marks)) {
    const start =
      places?.starts[id - 1] ?? tokens?.slice(0, id - 1).reduce((sum, form) => sum + form.length + 1, 0) ?? 0;
    const end = places?.ends[id - 1] ?? start + (tokens?.[id - 1].length ?? 0);
    // At one offset, closing marks come before opening ones.
    inserts.push({ at: start, order: 1, text: colour ? `${bold}[` : '[' });
    inserts.push({ at: end, order: 0, text: `]${name}${colour ? plain : ''}` });
  }
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  let marked = '';
  let at = 0;
  for (const insert of inserts) {
    marked += printable(own.slice(at, insert.at)) + insert.text;
    at = insert.at;
  }
  return marked + printable(own.slice(at));
}
