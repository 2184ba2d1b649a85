// Level 2, the enhanced graph: valid heads in order, connected, and present in all sentences or none.
import { listed, quoted } from '../conllu/quotation.js';
import { universalRelations } from '../conllu/universal.js';
import type { CheckedBlock } from './block.js';
import { type CheckRule, type Place, rule } from './checkRule.js';
import { type EnhancedArc, type Row, universalPart } from './row.js';

/** A universal relation, optionally a subtype, a word of the language such as a preposition, and its case. */
const relationForm =
  /^[a-z]+(:[a-z]+)?(:[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(_[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)*)?(:[a-z]+)?$/u;

const headForm = /^(0|[1-9]\d*)$|^(0|[1-9]\d*)\.[1-9]\d*$/;

export const graphRules: readonly CheckRule[] = [
  rule('invalid-deps', 'DEPS consists of head:relation.', (block) =>
    arcsThat(block, ({ deps, name }, { relation }) =>
      relation === undefined
        ? `DEPS ${quoted(deps)} of ${name} is not of the form head:relation|head:relation`
        : undefined,
    ),
  ),
  rule('invalid-ehead', 'A head in DEPS is a valid id.', (block) =>
    arcsThat(block, ({ name }, { head, relation }) =>
      relation !== undefined && !headForm.test(head)
        ? `the head ${quoted(head)} in DEPS of ${name} is not a valid id`
        : undefined,
    ),
  ),
  rule('unknown-ehead', 'A head in DEPS is 0, a word or an empty node.', (block) => {
    const ids = idsOf(block);
    return arcsThat(block, ({ name }, { head }) =>
      headForm.test(head) && !ids.has(head)
        ? `the head ${listed([head])} in DEPS of ${name} does not exist`
        : undefined,
    );
  }),
  rule('unsorted-deps', 'DEPS is sorted by head.', (block) =>
    neighboursThat(block, ({ deps, name }, before, after) =>
      byPosition(before.head, after.head) > 0
        ? `DEPS ${quoted(deps)} of ${name} is not sorted by head`
        : undefined,
    ),
  ),
  rule('unsorted-deps-2', 'Relations with the same head in DEPS are in alphabetical order.', (block) =>
    neighboursThat(block, ({ deps, name }, before, after) =>
      before.head === after.head && before.relation > after.relation
        ? `the relations with the same head in DEPS ${quoted(deps)} of ${name} are not in alphabetical order`
        : undefined,
    ),
  ),
  rule('repeated-deps', 'DEPS has each arc once.', (block) =>
    neighboursThat(block, ({ name }, before, after) =>
      before.head === after.head && before.relation === after.relation
        ? `DEPS of ${name} has ${quoted(`${after.head}:${after.relation}`)} twice`
        : undefined,
    ),
  ),
  rule('deps-self-loop', 'No node is its own head in DEPS.', (block) =>
    arcsThat(block, ({ id, name }, { head }) =>
      head === id ? `${name} is its own head in DEPS` : undefined,
    ),
  ),
  rule('invalid-edeprel', 'A relation in DEPS is well-formed.', (block) =>
    arcsThat(block, ({ name }, { relation }) =>
      relation !== undefined && !relationForm.test(relation)
        ? `the relation ${quoted(relation)} in DEPS of ${name} is malformed; write it as in nmod or nmod:of`
        : undefined,
    ),
  ),
  rule('unknown-eudeprel', 'A relation in DEPS, without its subtypes, is universal or ref.', (block) =>
    arcsThat(block, ({ name }, { relation }) => {
      const part = universalPart(relation ?? 'ref');
      return part === 'ref' || universalRelations.includes(part)
        ? undefined
        : `the relation ${quoted(relation)} in DEPS of ${name} is not one of the universal relations`;
    }),
  ),
  rule('enhanced-0-is-not-root', 'An arc from 0 in DEPS is root.', (block) =>
    arcsThat(block, ({ name }, { head, relation }) =>
      head === '0' && relation !== undefined && universalPart(relation) !== 'root'
        ? `${name} has the head 0 in DEPS, but the relation ${quoted(relation)} instead of root`
        : undefined,
    ),
  ),
  rule('enhanced-root-is-not-0', 'A root arc in DEPS comes from 0.', (block) =>
    arcsThat(block, ({ name }, { head, relation }) =>
      head !== '0' && relation !== undefined && universalPart(relation) === 'root'
        ? `${name} has the relation root in DEPS, but the head ${quoted(head)} instead of 0`
        : undefined,
    ),
  ),
  rule('unconnected-egraph', 'Each node of the enhanced graph is reachable from 0.', function* (block) {
    const nodes = nodesOf(block);
    const ids = idsOf(block);
    const isSound = nodes.every(({ arcs }) =>
      arcs.every(({ head, relation }) => relation !== undefined && ids.has(head)),
    );
    if (!isSound || nodes.every(({ deps }) => deps === '_')) return;
    const below = new Map<string, string[]>();
    for (const { id, arcs } of nodes) {
      for (const { head } of arcs) below.set(head, [...(below.get(head) ?? []), id]);
    }
    // Iterating over a set includes what is added meanwhile.
    const reached = new Set(['0']);
    for (const id of reached) for (const child of below.get(id) ?? []) reached.add(child);
    const lost = nodes.filter(({ id }) => !reached.has(id));
    if (lost.length === 0) return;
    yield {
      line: lost[0].line,
      text: `the nodes ${listed(lost.map(({ id }) => id))} of the enhanced graph are not reachable from a root`,
    };
  }),
  {
    name: 'edeps-only-sometimes',
    about: 'Either all sentences of a treebank have an enhanced graph, or none.',
    start() {
      let first: { has: boolean; place: string } | undefined;
      return function* (block) {
        if (block.words.length === 0) return;
        const has = nodesOf(block).some(({ deps }) => deps !== '_');
        first ??= { has, place: `${block.file}:${block.line}` };
        if (has !== first.has) {
          const text = has
            ? 'has an enhanced graph, but the one at'
            : 'has no enhanced graph, but the one at';
          yield {
            line: block.line,
            text: `the sentence ${text} ${first.place} ${first.has ? 'has one' : 'has none'}`,
          };
        }
      };
    },
  },
];

/** The nodes of the enhanced graph. */
function nodesOf({ rows }: CheckedBlock): Row[] {
  return rows.filter(({ kind }) => kind === 'word' || kind === 'emptyNode');
}

function idsOf(block: CheckedBlock): Set<string> {
  return new Set(['0', ...nodesOf(block).map(({ id }) => id)]);
}

function* arcsThat(
  block: CheckedBlock,
  problemOf: (row: Row, arc: EnhancedArc) => string | undefined,
): Generator<Place> {
  for (const row of nodesOf(block)) {
    for (const arc of row.arcs) {
      const text = problemOf(row, arc);
      if (text !== undefined) yield { line: row.line, text };
    }
  }
}

type SoundArc = EnhancedArc & { readonly relation: string };

/** Checks neighbouring arcs of nodes whose arcs are all well-formed; yields at most one finding per node. */
function* neighboursThat(
  block: CheckedBlock,
  problemOf: (row: Row, before: SoundArc, after: SoundArc) => string | undefined,
): Generator<Place> {
  for (const row of nodesOf(block)) {
    const arcs = row.arcs.filter(
      (arc): arc is SoundArc => arc.relation !== undefined && headForm.test(arc.head),
    );
    if (arcs.length < row.arcs.length) continue;
    for (let at = 1; at < arcs.length; at++) {
      const text = problemOf(row, arcs[at - 1], arcs[at]);
      if (text === undefined) continue;
      yield { line: row.line, text };
      break;
    }
  }
}

/** Compares ids: 8 < 8.1 < 9. */
function byPosition(one: string, other: string): number {
  const [[a, b = 0], [c, d = 0]] = [one, other].map((id) => id.split('.').map(Number));
  return a - c || b - d;
}
