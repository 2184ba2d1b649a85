// Level 3, the shape of trees: the direction of arcs, the number of subjects and objects, words in pieces, ellipsis,
// and punctuation that crosses no arc.
import { listed, quoted } from '../conllu/quotation.js';
import { dominates } from '../tree/tree.js';
import type { CheckedWord } from './checkedWord.js';
import { type CheckRule, type Place, rule, warning } from './checkRule.js';

/** A relation whose head comes first. */
function leftToRight(relation: string): CheckRule {
  return rule(`right-to-left-${relation}`, `The head of ${relation} precedes it.`, function* ({ tree }) {
    for (const { line, form, id, parent, relation: own } of tree) {
      if (own === relation && parent && parent.id > id) {
        yield {
          line,
          text: `${quoted(form)} is ${relation} of ${quoted(parent.form)}, which follows it`,
        };
      }
    }
  });
}

/** At most one child of this kind per word. */
function atMostOne(
  name: string,
  about: string,
  what: string,
  counts: (child: CheckedWord) => boolean,
): CheckRule {
  return rule(name, about, function* ({ tree }) {
    for (const { line, form, children } of tree) {
      const found = children.filter(counts);
      if (found.length < 2) continue;
      yield {
        line,
        text: `${quoted(form)} has several ${what}: ${listed(found.map((child) => child.form))}`,
      };
    }
  });
}

/** A rule about all but the first piece of a word in pieces. */
function piece(name: string, about: string, problemOf: (word: CheckedWord) => string | undefined): CheckRule {
  return rule(name, about, function* ({ tree }) {
    for (const word of tree) {
      const text = word.relation === 'goeswith' ? problemOf(word) : undefined;
      if (text !== undefined)
        yield { line: word.line, text: `${quoted(word.form)} is a piece of a word (goeswith), but ${text}` };
    }
  });
}

export const structureRules: readonly CheckRule[] = [
  ...['conj', 'fixed', 'flat', 'goeswith', 'appos'].map(leftToRight),
  atMostOne(
    'too-many-subjects',
    'A predicate has at most one subject, apart from nsubj:outer and csubj:outer.',
    'subjects',
    (child) =>
      ['nsubj', 'csubj'].includes(child.relation) &&
      !/^[nc]subj:outer$/.test(child.row.deprel) &&
      child.misc('Subject') !== 'Outer',
  ),
  atMostOne(
    'too-many-objects',
    'A predicate has at most one obj.',
    'objects',
    ({ relation }) => relation === 'obj',
  ),
  rule(
    'obl-should-be-nmod',
    'A nominal modifier of a noun that is not a predicate is nmod, not obl.',
    function* ({ tree }) {
      const nominal = ['nsubj', 'obj', 'iobj', 'obl', 'vocative', 'dislocated', 'expl', 'nmod'];
      for (const { line, form, relation, parent } of tree) {
        if (relation !== 'obl' || !parent || !nominal.includes(parent.relation)) continue;
        if (!['NOUN', 'PROPN', 'PRON'].includes(parent.upos)) continue;
        yield {
          line,
          text: `${quoted(form)} is obl of ${quoted(parent.form)}, which is ${parent.relation} and not a predicate; it should be nmod`,
        };
      }
    },
  ),
  warning(
    rule('orphan-parent', 'The head of an orphan represents a clause.', function* ({ tree }) {
      const clauses = ['conj', 'parataxis', 'root', 'csubj', 'ccomp', 'advcl', 'acl', 'reparandum'];
      for (const { line, form, relation, parent } of tree) {
        if (relation !== 'orphan' || !parent || clauses.includes(parent.relation)) continue;
        yield {
          line,
          text: `${quoted(form)} is orphan of ${quoted(parent.form)}, which is ${quoted(parent.row.deprel)} and not conj or a clause`,
        };
      }
    }),
  ),
  warning(
    rule('fixed-gap', 'A fixed expression is interrupted only by punctuation.', function* ({ tree }) {
      yield* gapsOf(tree, 'fixed', ({ relation }) => relation === 'punct');
    }),
  ),
  rule('goeswith-gap', 'A word in pieces is not interrupted.', function* ({ tree }) {
    yield* gapsOf(tree, 'goeswith', () => false);
  }),
  rule('goeswith-nospace', 'The pieces of a word have spaces between them.', function* ({ tree }) {
    for (const word of tree) {
      const pieces = [word, ...word.childrenBy('goeswith')];
      const wrong = pieces.slice(0, -1).find((one) => one.misc('SpaceAfter') === 'No');
      if (wrong)
        yield {
          line: wrong.line,
          text: `${quoted(wrong.form)} is a piece of a word (goeswith), but has no space after it`,
        };
    }
  }),
  piece('goeswith-lemma', 'Only the first piece of a word has a lemma.', ({ row }) =>
    row.lemma === '_' ? undefined : `has the lemma ${quoted(row.lemma)} instead of _`,
  ),
  piece('goeswith-upos', 'All but the first piece of a word are tagged X.', ({ upos }) =>
    upos === 'X' ? undefined : `is tagged ${quoted(upos)} instead of X`,
  ),
  piece('goeswith-feats', 'Only the first piece of a word has features.', ({ row }) =>
    row.features.length === 0 ? undefined : 'has features',
  ),
  piece('goeswith-edeps', 'All but the first piece of a word have no other arc in DEPS.', ({ row }) =>
    row.deps === '_' || row.deps === `${row.head}:${row.deprel}`
      ? undefined
      : `has other arcs in DEPS, ${quoted(row.deps)}`,
  ),
  rule(
    'punct-is-nonproj',
    'The arc of a punctuation mark spans only descendants of its head.',
    function* ({ tree }) {
      for (const { line, form, id, relation, heads, parent } of tree) {
        if (relation !== 'punct' || !parent) continue;
        const gap = between(id, parent.id).filter((word) => !dominates(heads, parent.id, word));
        if (gap.length > 0)
          yield {
            line,
            text: `the arc from ${quoted(parent.form)} to ${quoted(form)} spans the words ${listed(gap)}, which do not descend from ${quoted(parent.form)}`,
          };
      }
    },
  ),
  rule('punct-causes-nonproj', 'No arc becomes non-projective because of punctuation.', function* ({ tree }) {
    for (const { line, form, id, relation } of tree) {
      if (relation !== 'punct') continue;
      const crossed = tree.filter((word) => isMadeNonProjectiveBy(word, id));
      if (crossed.length > 0)
        yield {
          line,
          text: `${quoted(form)} is inside the arcs of the words ${listed(crossed.map((word) => word.id))} without descending from their heads`,
        };
    }
  }),
];

/** Words inside an expression that are not part of it. */
function* gapsOf(
  tree: readonly CheckedWord[],
  relation: string,
  isAllowed: (word: CheckedWord) => boolean,
): Generator<Place> {
  for (const word of tree) {
    const rest = word.childrenBy(relation);
    if (rest.length === 0) continue;
    const ids = [word, ...rest].map(({ id }) => id);
    const others = between(Math.min(...ids), Math.max(...ids)).filter(
      (id) => !ids.includes(id) && !isAllowed(tree[id - 1]),
    );
    if (others.length === 0) continue;
    const expression = [word, ...rest].map(({ form }) => form).join(' ');
    yield {
      line: word.line,
      text: `the words ${listed(others)} interrupt ${quoted(expression)}, which is ${relation}`,
    };
  }
}

/** Whether a word's arc spans a punctuation mark that is attached outside the arc and not below the arc's head. */
function isMadeNonProjectiveBy({ id, heads }: CheckedWord, mark: number): boolean {
  const head = heads[id];
  const [left, right] = [Math.min(id, head), Math.max(id, head)];
  if (head === 0 || mark <= left || mark >= right) return false;
  // If the mark's head is inside the arc too, the head causes the crossing, not the mark.
  const outside = heads[mark] < left || heads[mark] > right;
  return outside && !dominates(heads, head, mark);
}

/** The positions strictly between two. */
function between(one: number, other: number): number[] {
  const [left, right] = [Math.min(one, other), Math.max(one, other)];
  return Array.from({ length: Math.max(0, right - left - 1) }, (_, at) => left + at + 1);
}
