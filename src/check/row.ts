// A line with ten columns: a word, a multiword token or an empty node.

export const columnNames = [
  'ID',
  'FORM',
  'LEMMA',
  'UPOS',
  'XPOS',
  'FEATS',
  'HEAD',
  'DEPREL',
  'DEPS',
  'MISC',
] as const;

export type ColumnName = (typeof columnNames)[number];

export class Row {
  readonly line: number;
  readonly cells: readonly string[]; // [10]
  /** Determined by its id. */
  readonly kind: 'word' | 'range' | 'emptyNode' | 'unknown';
  /** The number of a word; the first and last word of a range; for an empty node, the word before it and its index. */
  readonly first: number;
  readonly last: number;
  /** The items of FEATS, as in Case=Nom. */
  readonly features: readonly string[];
  /** The items of MISC, as in SpaceAfter=No. */
  readonly misc: readonly string[];
  /** The arcs of the enhanced graph, from DEPS. */
  readonly arcs: readonly EnhancedArc[];

  constructor(line: number, cells: readonly string[]) {
    this.line = line;
    this.cells = cells;
    const [, first, sign, last] = /^(0|[1-9]\d*)(?:([-.])([1-9]\d*))?$/.exec(cells[0]) ?? [];
    const isWord = first !== '0' && sign === undefined;
    if (first === undefined || (first === '0' && sign !== '.')) this.kind = 'unknown';
    else this.kind = isWord ? 'word' : sign === '-' ? 'range' : 'emptyNode';
    this.first = Number(first ?? 0);
    this.last = Number(last ?? first ?? 0);
    this.features = itemsOf(cells[5]);
    this.misc = itemsOf(cells[9]);
    this.arcs = itemsOf(cells[8]).map(arcOf);
  }

  column(name: ColumnName): string {
    return this.cells[columnNames.indexOf(name)];
  }

  get id(): string {
    return this.cells[0];
  }

  get form(): string {
    return this.cells[1];
  }

  get lemma(): string {
    return this.cells[2];
  }

  get upos(): string {
    return this.cells[3];
  }

  get head(): string {
    return this.cells[6];
  }

  get deprel(): string {
    return this.cells[7];
  }

  get deps(): string {
    return this.cells[8];
  }

  /** Its name in messages. */
  get name(): string {
    if (this.kind === 'range') return `the multiword token ${this.id}`;
    return this.kind === 'emptyNode' ? `the empty node ${this.id}` : `word ${this.id}`;
  }
}

/** An arc of the enhanced graph; the relation is undefined if there is no colon. */
export interface EnhancedArc {
  readonly head: string;
  readonly relation: string | undefined;
}

function arcOf(item: string): EnhancedArc {
  const colon = item.indexOf(':');
  if (colon < 0) return { head: item, relation: undefined };
  return { head: item.slice(0, colon), relation: item.slice(colon + 1) };
}

const none: readonly string[] = [];

function itemsOf(cell: string): readonly string[] {
  return cell === '_' ? none : cell.split('|');
}

/** The universal part of a relation: nsubj of nsubj:pass. */
export function universalPart(relation: string): string {
  return relation.split(':', 1)[0];
}
