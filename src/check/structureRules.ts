// Level 3, the shape of trees: the direction of arcs, how many subjects and objects, words in pieces, ellipsis,
// punctuation that crosses nothing.
import { listed, quoted } from '../conllu/quotation.js';
import { dominates } from '../tree/tree.js';
import { type Place, type Rule, rule, warning } from './rule.js';
import type { TreeWord } from './treeWord.js';

/** A relation whose head is the first of what it joins. */
function leftToRight(relation: string): Rule {
  return rule(`right-to-left-${relation}`, `The head of ${relation} stands before it.`, function* ({ tree }) {
    for (const { line, form, id, parent, relation: own } of tree) {
      if (own === relation && parent && parent.id > id) {
        yield {
          line,
          text: `${quoted(form)} is ${relation} of ${quoted(parent.form)}, which stands after it`,
        };
      }
    }
  });
}

/** A relation that a word has once among its children. */
function atMostOne(name: string, about: string, what: string, counts: (child: TreeWord) => boolean): Rule {
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

/** What may not stand at the further pieces of a word in pieces. */
function piece(name: string, about: string, problemOf: (word: TreeWord) => string | undefined): Rule {
  return rule(name, about, function* ({ tree }) {
    for (const word of tree) {
      const text = word.relation === 'goeswith' ? problemOf(word) : undefined;
      if (text !== undefined)
        yield { line: word.line, text: `${quoted(word.form)} is a piece of a word (goeswith), but ${text}` };
    }
  });
}

export const structureRules: readonly Rule[] = [
  ...['conj', 'fixed', 'flat', 'goeswith', 'appos'].map(leftToRight),
  atMostOne(
    'too-many-subjects',
    'A predicate has one subject, and others only as nsubj:outer or csubj:outer.',
    'subjects',
    (child) =>
      ['nsubj', 'csubj'].includes(child.relation) &&
      !/^[nc]subj:outer$/.test(child.row.deprel) &&
      child.misc('Subject') !== 'Outer',
  ),
  atMostOne('too-many-objects', 'A predicate has one obj.', 'objects', ({ relation }) => relation === 'obj'),
  rule(
    'obl-should-be-nmod',
    'What hangs on a noun that is no predicate is nmod and not obl.',
    function* ({ tree }) {
      const nominal = ['nsubj', 'obj', 'iobj', 'obl', 'vocative', 'dislocated', 'expl', 'nmod'];
      for (const { line, form, relation, parent } of tree) {
        if (relation !== 'obl' || !parent || !nominal.includes(parent.relation)) continue;
        if (!['NOUN', 'PROPN', 'PRON'].includes(parent.upos)) continue;
        yield {
          line,
          text: `${quoted(form)} is obl of ${quoted(parent.form)}, which is ${parent.relation} and no predicate; it should be nmod`,
        };
      }
    },
  ),
  warning(
    rule('orphan-parent', 'What an orphan hangs on stands for a clause.', function* ({ tree }) {
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
    rule('fixed-gap', 'A fixed expression is not interrupted but by punctuation.', function* ({ tree }) {
      yield* gapsOf(tree, 'fixed', ({ relation }) => relation === 'punct');
    }),
  ),
  rule('goeswith-gap', 'A word in pieces is not interrupted.', function* ({ tree }) {
    yield* gapsOf(tree, 'goeswith', () => false);
  }),
  rule('goeswith-nospace', 'Blanks stand between the pieces of a word.', function* ({ tree }) {
    for (const word of tree) {
      const pieces = [word, ...word.childrenBy('goeswith')];
      const wrong = pieces.slice(0, -1).find((one) => one.misc('SpaceAfter') === 'No');
      if (wrong)
        yield {
          line: wrong.line,
          text: `${quoted(wrong.form)} is a piece of a word (goeswith), but has no blank after it`,
        };
    }
  }),
  piece('goeswith-lemma', 'Only the first piece of a word has a lemma.', ({ row }) =>
    row.lemma === '_' ? undefined : `has the lemma ${quoted(row.lemma)} instead of _`,
  ),
  piece('goeswith-upos', 'The further pieces of a word are X.', ({ upos }) =>
    upos === 'X' ? undefined : `is tagged ${quoted(upos)} instead of X`,
  ),
  piece('goeswith-feats', 'Only the first piece of a word has features.', ({ row }) =>
    row.features.length === 0 ? undefined : 'has features',
  ),
  piece('goeswith-edeps', 'A further piece of a word has no other arc in DEPS.', ({ row }) =>
    row.deps === '_' || row.deps === `${row.head}:${row.deprel}`
      ? undefined
      : `has other arcs in DEPS, ${quoted(row.deps)}`,
  ),
  rule(
    'punct-is-nonproj',
    'Punctuation does not hang across words that are not below its head.',
    function* ({ tree }) {
      for (const { line, form, id, relation, heads, parent } of tree) {
        if (relation !== 'punct' || !parent) continue;
        const gap = between(id, parent.id).filter((word) => !dominates(heads, parent.id, word));
        if (gap.length > 0)
          yield {
            line,
            text: `${quoted(form)} hangs on ${quoted(parent.form)} across the words ${listed(gap)}, which are not below it`,
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
          text: `${quoted(form)} stands in the arcs of the words ${listed(crossed.map((word) => word.id))} without being below their heads`,
        };
    }
  }),
];

/** Words that stand inside an expression without being part of it. */
function* gapsOf(
  tree: readonly TreeWord[],
  relation: string,
  isAllowed: (word: TreeWord) => boolean,
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
      text: `the words ${listed(others)} stand inside ${quoted(expression)}, which is ${relation}`,
    };
  }
}

/** Whether a word's arc runs over a punctuation mark that hangs outside of the arc, and not below its head. */
function isMadeNonProjectiveBy({ id, heads }: TreeWord, mark: number): boolean {
  const head = heads[id];
  const [left, right] = [Math.min(id, head), Math.max(id, head)];
  if (head === 0 || mark <= left || mark >= right) return false;
  // A mark that came along with its head is not to blame.
  const outside = heads[mark] < left || heads[mark] > right;
  return outside && !dominates(heads, head, mark);
}

/** The positions strictly between two. */
function between(one: number, other: number): number[] {
  const [left, right] = [Math.min(one, other), Math.max(one, other)];
  return Array.from({ length: Math.max(0, right - left - 1) }, (_, at) => left + at + 1);
}
