// A word of a valid tree: its relation, its parent and its children.
import { type Row, universalPart } from './row.js';

export class CheckedWord {
  readonly id: number;
  readonly row: Row;
  /** The universal part of its relation. */
  readonly relation: string;
  /** The heads of all words, [n+1]. */
  readonly heads: Int32Array;
  readonly children: CheckedWord[] = [];
  parent: CheckedWord | undefined;

  private constructor(row: Row, heads: Int32Array) {
    this.id = row.first;
    this.row = row;
    this.relation = universalPart(row.deprel);
    this.heads = heads;
  }

  /** All words of a tree, in order. */
  static of(rows: readonly Row[], heads: Int32Array): CheckedWord[] {
    const words = rows.map((row) => new CheckedWord(row, heads));
    for (const word of words) {
      if (heads[word.id] === 0) continue;
      word.parent = words[heads[word.id] - 1];
      word.parent.children.push(word);
    }
    return words;
  }

  get line(): number {
    return this.row.line;
  }

  get form(): string {
    return this.row.form;
  }

  get upos(): string {
    return this.row.upos;
  }

  /** The value of a feature. */
  feature(name: string): string | undefined {
    return itemValue(this.row.features, name);
  }

  /** The value of a MISC item. */
  misc(name: string): string | undefined {
    return itemValue(this.row.misc, name);
  }

  /** The children with one of these relations. */
  childrenBy(...relations: readonly string[]): CheckedWord[] {
    return this.children.filter(({ relation }) => relations.includes(relation));
  }
}

function itemValue(items: readonly string[], name: string): string | undefined {
  return items.find((item) => item.startsWith(`${name}=`))?.slice(name.length + 1);
}
