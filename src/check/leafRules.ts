// Level 3, function words as leaves: the children that prepositions, auxiliaries, conjunctions and punctuation may have.
import { listed, quoted } from '../conllu/quotation.js';
import { isNonProjectiveArc } from '../tree/projectivity.js';
import type { CheckedWord } from './checkedWord.js';
import { type CheckRule, rule } from './checkRule.js';

/** The children of any function word: pieces of itself, repairs, coordination, and quotes or brackets around it. */
const own = ['goeswith', 'fixed', 'reparandum', 'conj', 'punct'];

interface LeafOptions {
  /** Whether a child is allowed whatever its relation. */
  readonly allows?: (word: CheckedWord, child: CheckedWord) => boolean;
}

/** Words with these relations have only children with the given relations. */
function leaf(
  name: string,
  relations: readonly string[],
  children: readonly string[],
  { allows }: LeafOptions = {},
): CheckRule {
  const about = `A word that is ${relations.join(' or ')} has no children${children.length > 0 ? ` except ${children.join(', ')}` : ''}.`;
  return rule(name, about, function* ({ tree }) {
    for (const word of tree) {
      if (!relations.includes(word.relation)) continue;
      for (const child of word.children) {
        if (children.includes(child.relation) || allows?.(word, child)) continue;
        if (isNegation(child) && word.relation !== 'punct') continue;
        // Attached elsewhere, the mark would cross an arc.
        if (child.relation === 'punct' && isNonProjective(word)) continue;
        const relation = listed([child.row.deprel]);
        yield {
          line: child.line,
          text: `${quoted(child.form)} is ${relation} of ${quoted(word.form)}, which is ${word.relation}`,
        };
      }
    }
  });
}

export const leafRules: readonly CheckRule[] = [
  leaf('leaf-mark-case', ['mark', 'case'], [...own, 'advmod', 'obl', 'cc']),
  leaf('leaf-aux-cop', ['aux', 'cop'], [...own, 'cc']),
  leaf(
    'leaf-det',
    ['det'],
    [...own, 'det', 'case', 'advmod', 'obl', 'clf', 'flat', 'compound', 'discourse', 'parataxis', 'cc'],
    // A possessive refers to a person, who may have modifiers.
    {
      allows: (word, child) =>
        word.feature('Poss') === 'Yes' && ['appos', 'acl', 'nmod'].includes(child.relation),
    },
  ),
  leaf('leaf-clf', ['clf'], [...own, 'advmod', 'obl', 'cc']),
  leaf('leaf-cc', ['cc'], own),
  leaf('leaf-fixed', ['fixed'], ['goeswith', 'reparandum', 'conj', 'punct']),
  leaf('leaf-goeswith', ['goeswith'], []),
  // An exclamation mark may be in brackets.
  leaf('leaf-punct', ['punct'], ['punct']),
];

function isNegation(child: CheckedWord): boolean {
  return (
    child.relation === 'advmod' && ['PART', 'ADV'].includes(child.upos) && child.feature('Polarity') === 'Neg'
  );
}

function isNonProjective({ heads, id }: CheckedWord): boolean {
  return heads[id] > 0 && isNonProjectiveArc(heads, heads[id], id);
}
